"""Positions as strings: `BOARD SIDE RESERVE EXPRESS`."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from ..core import PositionError, Side, expect
from ..texts import Sentence
from .board import (
    ALL_TURNS,
    CONTENT_OF_FACE,
    CONTENT_OF_LETTER,
    EMPTY,
    FILES,
    NO_WAY,
    RANKS,
    SIDE_OF,
    SPELLING_OF,
    SQUARE_OF_NAME,
    SQUARES,
    is_barragoon,
)
from .codes import Code
from .words import SIDE_TEXTS

BARRAGOONS = 32
TILES_A_SIDE = 7
START_RESERVE = 24
MAX_EXPRESS = 2
_MAX_LENGTH = SQUARES * 4 + RANKS + 20  # every square a face of two letters in parentheses, and the rest

_ITEM = re.compile(r"(?P<empty>[1-7])|(?P<tile>[ZDVzdv])|\((?P<face>[A-Z]{1,2})\)")
_SIDES = {"w": Side.FIRST, "b": Side.SECOND}
_NUMBER = re.compile(r"0|[1-9][0-9]?")
_EXPRESS = re.compile(r"([0-2])-([0-2])")


class Express(NamedTuple):
    """The express levels: 0 is the normal game (6)."""

    white: int = 0
    brown: int = 0

    def __str__(self) -> str:
        return f"{self.white}-{self.brown}"


class Position(NamedTuple):
    """A board, who is to move, the barragoons left beside the board, and the express levels."""

    cells: tuple[int, ...]  # contents by square, as engine.barragoon.board numbers them
    turn: Side
    reserve: int
    express: Express

    @classmethod
    def start(cls, *, is_open: bool = False, express: tuple[int, int] = (0, 0)) -> Position:
        """The starting position, closed or open (1, 7)."""
        return cls(_start_cells(is_open=is_open), Side.FIRST, START_RESERVE, Express(*express))

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position string, or raise `PositionError` saying what is wrong with it."""
        if len(expect(text, str)) > _MAX_LENGTH * 2:
            raise _malformed(Sentence("A position is much shorter than this."))
        fields = text.split()
        if len(fields) != 4:
            raise _malformed(
                Sentence(
                    "A position has four parts, BOARD SIDE RESERVE EXPRESS; here are %(number)s.",
                    number=len(fields),
                )
            )
        board, side, reserve, express = fields
        if side not in _SIDES:
            raise _malformed(Sentence("The side to move is w or b, not %(side)s.", side=side))
        if not _NUMBER.fullmatch(reserve):
            raise _malformed(
                Sentence("The reserve is a number of barragoons, not %(reserve)s.", reserve=reserve)
            )
        levels = _EXPRESS.fullmatch(express)
        if not levels:
            raise _malformed(
                Sentence(
                    "The express levels are written 0-0 to %(most)s-%(most)s, not %(express)s.",
                    most=MAX_EXPRESS,
                    express=express,
                )
            )
        cells = _parse_board(board)
        _check_material(cells, int(reserve))
        return cls(cells, _SIDES[side], int(reserve), Express(int(levels[1]), int(levels[2])))

    @property
    def text(self) -> str:
        """The position string."""
        return position_text(self.cells, self.turn, self.reserve, self.express)

    def board_text(self, *, unicode: bool = True, flip: bool = False) -> str:
        """The board for a terminal."""
        from .text_board import board_text

        return board_text(self, unicode=unicode, flip=flip)

    def __str__(self) -> str:
        return self.board_text()

    def __repr__(self) -> str:
        return f"Position.parse({self.text!r})"

    def _repr_svg_(self) -> str:
        from ..drawing import Picture
        from .drawing import draw

        return draw(self, Picture())

    def at(self, square: str) -> str:
        """What lies on a square, as position strings spell it; empty if nothing does."""
        content = self.cells[SQUARE_OF_NAME[square]]
        return SPELLING_OF[content] if content != EMPTY else ""


_START = "1vd1dv1/2zdz2/7/1(X)3(X)1/(X)1(X)1(X)1(X)/1(X)3(X)1/7/2ZDZ2/1VD1DV1"


@cache
def _start_cells(*, is_open: bool) -> tuple[int, ...]:
    closed = _parse_board(_START)
    return tuple(ALL_TURNS if content == NO_WAY else content for content in closed) if is_open else closed


def position_text(
    cells: tuple[int, ...] | list[int], turn: int, reserve: int, express: tuple[int, int]
) -> str:
    """The position string of a board; the same board always gives the same string."""
    spelt = [SPELLING_OF[content] for content in cells]
    board = "/".join(["".join(spelt[start : start + FILES]) for start in range(SQUARES - FILES, -1, -FILES)])
    # Empty squares are spelt "1" so far; no face or tile has a digit, so runs can be added up here.
    for run, length in _EMPTY_RUNS:
        board = board.replace(run, length)
    return f"{board} {'wb'[turn]} {reserve} {express[0]}-{express[1]}"


# The longest first: what is left of a rank then has only shorter ones.
_EMPTY_RUNS = tuple(("1" * length, str(length)) for length in range(FILES, 1, -1))


def _parse_board(text: str) -> tuple[int, ...]:
    ranks = text.split("/")
    if len(ranks) != RANKS:
        raise _malformed(
            Sentence(
                "The board has %(wanted)s ranks joined by /; here are %(number)s.",
                wanted=RANKS,
                number=len(ranks),
            )
        )
    cells: list[int] = []
    for number, rank in zip(range(1, RANKS + 1), reversed(ranks), strict=True):
        cells += _parse_rank(rank, number)
    return tuple(cells)


def _parse_rank(text: str, number: int) -> list[int]:
    cells: list[int] = []
    end = 0
    while end < len(text):
        item = _ITEM.match(text, end)
        face = item["face"] if item else None
        if not item or (face and face not in CONTENT_OF_FACE):
            raise _malformed(
                Sentence(
                    "Rank %(number)s has %(text)s where a digit from 1 to 7, one of ZDVzdv or a face in "
                    "parentheses belongs.",
                    number=number,
                    text=text[end : end + 5],
                )
            )
        if item["empty"]:
            cells += [EMPTY] * int(item["empty"])
        else:
            cells.append(CONTENT_OF_FACE[face] if face else CONTENT_OF_LETTER[item["tile"]])
        end = item.end()
    if len(cells) != FILES:
        raise _malformed(
            Sentence(
                "Rank %(number)s has %(number2)s squares instead of %(wanted)s.",
                number=number,
                number2=len(cells),
                wanted=FILES,
            )
        )
    return cells


def _check_material(cells: tuple[int, ...], reserve: int) -> None:
    """Refuse more than the box holds; how many of a side's tiles are 2-, 3- or 4-tiles is left open."""
    for side in Side:
        tiles = sum(SIDE_OF[content] == side for content in cells)
        if tiles > TILES_A_SIDE:
            raise PositionError(
                Code.POSITION_IMPOSSIBLE,
                "1",
                Sentence(
                    "%(name)s has %(tiles)s tiles; a side has %(most)s at most.",
                    name=SIDE_TEXTS[side],
                    tiles=tiles,
                    most=TILES_A_SIDE,
                ),
            )
    on_board = sum(is_barragoon(content) for content in cells)
    if on_board + reserve > BARRAGOONS:
        raise PositionError(
            Code.POSITION_IMPOSSIBLE,
            "1",
            Sentence(
                "There are %(on_board)s barragoons on the board and %(reserve)s in the reserve; the game "
                "has %(most)s.",
                on_board=on_board,
                reserve=reserve,
                most=BARRAGOONS,
            ),
        )


def _malformed(message: Sentence) -> PositionError:
    return PositionError(Code.POSITION_MALFORMED, "", message)
