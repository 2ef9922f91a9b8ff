"""Positions as FEN strings, as draughts programs write them: `W:W31-50:B1-20`, kings with a K before their square."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..core import PositionError, Side, expect, shorten
from ..texts import Sentence
from .board import BITS, PIECES_A_SIDE, PROMOTION, SIDE_NAMES, SIDE_TEXTS, SQUARES, START, bits_of, numbers_of
from .codes import Code

LETTERS: Final = "WB"
MAX_LENGTH: Final = 600
_SHORTEST_RANGE: Final = 3
_ITEM: Final = re.compile(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?", re.ASCII)


class Position(NamedTuple):
    """Both sides' squares and which of them are kings', as sets of bits, and who is to move."""

    white: int
    black: int
    kings: int
    turn: Side

    @classmethod
    def start(cls) -> Position:
        return cls(*START, 0, Side.FIRST)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a FEN string, or raise `PositionError` saying what is wrong with it."""
        if len(expect(text, str)) > MAX_LENGTH:
            raise _malformed(Sentence("A position is much shorter than this."))
        turn, *parts = text.strip().removesuffix(".").split(":")
        if turn not in ("W", "B"):
            raise _malformed(
                Sentence(
                    "A position begins with the side to move, W or B, not with %(turn)s.",
                    turn=repr(shorten(turn)),
                )
            )
        if sorted(part[:1] for part in parts) != ["B", "W"]:
            raise _malformed(
                Sentence("A position has White's and Black's squares after the side to move: W:W…:B….")
            )
        sides = [0, 0]
        kings = 0
        for part in parts:
            side = LETTERS.index(part[0])
            for item in part[1:].split(",") if part[1:] else ():
                squares, are_kings = _squares(item)
                if squares & (sides[0] | sides[1]):
                    raise _malformed(Sentence("There is more than one piece where %(item)s says.", item=item))
                sides[side] |= squares
                kings |= squares if are_kings else 0
        _check_possible(sides, kings)
        return cls(sides[0], sides[1], kings, Side(LETTERS.index(turn)))

    @property
    def text(self) -> str:
        """The FEN string."""
        return position_text(self.white, self.black, self.kings, self.turn)

    def board_text(self, *, unicode: bool = True, flip: bool = False) -> str:
        """The board for a terminal, and who is to move."""
        from .text_board import text_board  # loaded only when somebody looks

        board = text_board(self, ascii_only=not unicode, flip=flip)
        return f"{board}\n{SIDE_NAMES[self.turn]} to move"

    def __str__(self) -> str:
        return self.board_text()

    def __repr__(self) -> str:
        return f"Position.parse({self.text!r})"

    def _repr_svg_(self) -> str:
        from ..drawing import Picture
        from .drawing import draw

        return draw(self, Picture())


def position_text(white: int, black: int, kings: int, turn: int) -> str:
    """The FEN string of a board; the same board always gives the same string."""
    return f"{LETTERS[turn]}:W{_listed(white, kings)}:B{_listed(black, kings)}"


def _listed(pieces: int, kings: int) -> str:
    """By number; three or more men in a row are a range."""
    runs: list[list[int]] = []
    royal = set(numbers_of(pieces & kings))
    for number in numbers_of(pieces):
        if runs and number == runs[-1][-1] + 1 and not {number, number - 1} & royal:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(_run(run, is_king=run[0] in royal) for run in runs)


def _run(run: list[int], *, is_king: bool) -> str:
    if len(run) >= _SHORTEST_RANGE:
        return f"{run[0]}-{run[-1]}"
    return ",".join(f"K{number}" if is_king else str(number) for number in run)


def _squares(item: str) -> tuple[int, bool]:
    """The squares of one item of a list, and whether kings stand there."""
    found = _ITEM.fullmatch(item.strip())
    if not found:
        raise _malformed(
            Sentence(
                "%(item)s is no square: write 32, K32 for a king, or 31-35 for several men.",
                item=repr(shorten(item)),
            )
        )
    king, first, last = found[1], int(found[2]), int(found[3] or found[2])
    if not 1 <= first <= last <= SQUARES:
        raise _malformed(
            Sentence(
                "%(item)s is not on the board: squares are 1 to %(last)s.", item=item.strip(), last=SQUARES
            )
        )
    return sum(BITS[first : last + 1]), bool(king)


def _check_possible(sides: list[int], kings: int) -> None:
    for pieces, name, promotion in zip(sides, SIDE_TEXTS, PROMOTION, strict=True):
        if pieces.bit_count() > PIECES_A_SIDE:
            message = Sentence(
                "%(name)s has %(number)s pieces; a side has %(most)s at most.",
                name=name,
                number=pieces.bit_count(),
                most=PIECES_A_SIDE,
            )
            raise PositionError(Code.POSITION_IMPOSSIBLE, "start", message)
        for bit in bits_of(pieces & promotion & ~kings):
            (number,) = numbers_of(bit)
            message = Sentence(
                "%(name)s's man on %(number)s would be a king there: write K%(number)s.",
                name=name,
                number=number,
            )
            raise PositionError(Code.POSITION_IMPOSSIBLE, "king", message)


def _malformed(message: Sentence) -> PositionError:
    return PositionError(Code.POSITION_MALFORMED, "", message)
