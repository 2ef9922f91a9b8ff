"""The board: fifty dark squares as bits, and what lies on the diagonals from each of them.

Square 1 is the first of the upper row, 50 the last of the lowest, White being at the bottom. Squares are bits of one
number. After every second row a bit is left out, so that the four neighbours of a square are always 5 or 6 bits away,
and a step over the edge ends on a bit that is no square.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ..texts import pgettext

SIZE: Final = 10
SQUARES: Final = 50
SIDE_NAMES: Final = ("White", "Black")
SIDE_TEXTS: Final = (pgettext("side", "White"), pgettext("side", "Black"))
PIECES_A_SIDE: Final = 20

LEFT: Final = 5  # bits from a square to the next one down and to the left
RIGHT: Final = 6  # down and to the right

# The bit of each square; of number 0 none.
BITS: Final[tuple[int, ...]] = (0, *(1 << number + number // 10 for number in range(SQUARES)))
NAMES: Final[dict[int, str]] = {BITS[number]: str(number) for number in range(1, SQUARES + 1)}
NUMBERS: Final[dict[int, int]] = {BITS[number]: number for number in range(1, SQUARES + 1)}
ALL: Final = sum(BITS)
# Where a side's men become kings.
PROMOTION: Final = (sum(BITS[1:6]), sum(BITS[46:51]))
START: Final = (sum(BITS[31:51]), sum(BITS[1:21]))  # White's and Black's men


def bits_of(mask: int) -> Iterator[int]:
    """The single squares of a set, by number."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def numbers_of(mask: int) -> list[int]:
    return [NUMBERS[bit] for bit in bits_of(mask)]


def _ray(bit: int, shift: int) -> int:
    """Everything from a square to the edge in one direction; negative shifts go up."""
    ray = 0
    while bit := (bit << shift if shift > 0 else bit >> -shift) & ALL:
        ray |= bit
    return ray


# From each square, by its bit's length: the squares down to the left and right, and up to the right and left.
DOWN_RAYS: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    tuple((_ray(1 << length - 1, shift), shift) for shift in (LEFT, RIGHT)) if length else ()
    for length in range(ALL.bit_length() + 1)
)
UP_RAYS: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    tuple((_ray(1 << length - 1, -shift), shift) for shift in (LEFT, RIGHT)) if length else ()
    for length in range(ALL.bit_length() + 1)
)


class Slide(NamedTuple):
    """A piece's way along a diagonal without capturing, as it is written."""

    origin: int
    target: int
    between: int
    text: str


def _slides() -> Iterator[Slide]:
    for origin in BITS[1:]:
        for shift in (LEFT, RIGHT, -LEFT, -RIGHT):
            between, target = 0, origin
            while target := (target << shift if shift > 0 else target >> -shift) & ALL:
                yield Slide(origin, target, between, f"{NAMES[origin]}-{NAMES[target]}")
                between |= target


# Every way along a diagonal, by its text: reading a move is one look-up.
SLIDES: Final[dict[str, Slide]] = {slide.text: slide for slide in _slides()}
