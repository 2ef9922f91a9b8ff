"""The board: squares and headings, and what can lie on a square: the sixteen faces and the tiles.

A square's content is a small number: 0 for empty, then the faces, then White's and Brown's tiles. That keeps
a board a plain list, and every table below a plain tuple indexed by content.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

FILES: Final = 7
RANKS: Final = 9
SQUARES: Final = FILES * RANKS

# Squares are numbered a1 = 0, b1 = 1, …, g9 = 62.
NAMES: Final = tuple(f"{file}{rank}" for rank in range(1, RANKS + 1) for file in "abcdefg")
SQUARE_OF_NAME: Final = {name: square for square, name in enumerate(NAMES)}


class Heading(NamedTuple):
    """A direction of travel; north is from rank 1 towards rank 9."""

    letter: str
    files: int
    ranks: int


HEADINGS: Final = (Heading("N", 0, 1), Heading("E", 1, 0), Heading("S", 0, -1), Heading("W", -1, 0))


class Symbol(StrEnum):
    """The six symbols of a barragoon (3.1)."""

    NO_WAY = "no way"
    ONE_WAY = "one way"
    TWO_WAYS = "two ways"
    RIGHT_TURN = "right turn"
    LEFT_TURN = "left turn"
    ALL_TURNS = "all turns"


# Each way to cross a square is named by the heading on entering and, if it turns, the heading on leaving.
STRAIGHT: Final = ("N", "E", "S", "W")
RIGHT_TURNS: Final = ("NE", "ES", "SW", "WN")
LEFT_TURNS: Final = ("NW", "WS", "SE", "EN")
CROSSINGS: Final = STRAIGHT + RIGHT_TURNS + LEFT_TURNS


class Face(NamedTuple):
    """One of the sixteen ways a barragoon can lie, and the crossings it allows (3.1)."""

    code: str
    symbol: Symbol
    crossings: tuple[str, ...]


FACES: Final = (
    Face("X", Symbol.NO_WAY, ()),
    *(Face(heading, Symbol.ONE_WAY, (heading,)) for heading in STRAIGHT),
    Face("NS", Symbol.TWO_WAYS, ("N", "S")),
    Face("EW", Symbol.TWO_WAYS, ("E", "W")),
    *(Face(turn, Symbol.RIGHT_TURN, (turn,)) for turn in RIGHT_TURNS),
    *(Face(turn, Symbol.LEFT_TURN, (turn,)) for turn in LEFT_TURNS),
    Face("A", Symbol.ALL_TURNS, RIGHT_TURNS + LEFT_TURNS),
)

EMPTY: Final = 0
CONTENT_OF_FACE: Final = {face.code: content for content, face in enumerate(FACES, 1)}
NO_WAY: Final = CONTENT_OF_FACE["X"]
ALL_TURNS: Final = CONTENT_OF_FACE["A"]
LAST_FACE: Final = len(FACES)  # contents 1 to 16 are barragoons

# White's 2-, 3- and 4-tile, then Brown's, as position strings spell them.
TILE_LETTERS: Final = "ZDVzdv"
FIRST_TILE: Final = LAST_FACE + 1
CONTENT_OF_LETTER: Final = {letter: FIRST_TILE + index for index, letter in enumerate(TILE_LETTERS)}
CONTENTS: Final = FIRST_TILE + len(TILE_LETTERS)  # how many there are

# By content: the side a tile belongs to (-1: no tile), its value (0: no tile), the spelling in positions.
SIDE_OF: Final = (-1,) * FIRST_TILE + (0, 0, 0, 1, 1, 1)
VALUE_OF: Final = (0,) * FIRST_TILE + (2, 3, 4, 2, 3, 4)
SPELLING_OF: Final = ("1", *(f"({face.code})" for face in FACES), *TILE_LETTERS)


def face_of(content: int) -> Face:
    """The face of a barragoon by its content number."""
    return FACES[content - 1]


def is_barragoon(content: int) -> bool:
    return EMPTY < content <= LAST_FACE
