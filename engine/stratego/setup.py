"""A set-up: forty pieces in four rows of ten, read, checked, mirrored and put on the board."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from ..core import FIRST, EngineError, Side
from .board import SIZE
from .codes import Code
from .pieces import KIND_OF_LETTER, PIECES, Kind, numbered

if TYPE_CHECKING:
    from random import Random

ROWS: Final = 4
RULE: Final = "setup"


class SetupError(EngineError):
    """Forty pieces that are no set-up: what is missing, too many or misspelt."""


class Setup(NamedTuple):
    """A valid set-up as its owner sees it: four rows, back row first, each row from the owner's left."""

    rows: tuple[str, str, str, str]

    @classmethod
    def parse(cls, text: str) -> Setup:
        """Read `BACKROW…/…/…/FRONTROW`; raise SetupError with what is wrong and what to do."""
        rows = text.split("/")
        if len(rows) != ROWS or any(len(row) != SIZE for row in rows):
            raise SetupError(Code.SETUP_SHAPE, RULE, _shape_complaint(rows))
        for number, row in enumerate(rows, start=1):
            for column, letter in enumerate(row, start=1):
                if letter not in KIND_OF_LETTER:
                    raise SetupError(Code.SETUP_LETTER, RULE, _letter_complaint(letter, number, column))
        complaint = count_complaint("".join(rows))
        if complaint:
            raise SetupError(Code.SETUP_PIECES, RULE, complaint)
        return cls((rows[0], rows[1], rows[2], rows[3]))

    def mirrored(self) -> Setup:
        """The same set-up seen in a mirror: left and right exchanged."""
        back, second, third, front = (row[::-1] for row in self.rows)
        return Setup((back, second, third, front))

    def squares(self, side: Side) -> dict[int, Kind]:
        """Which kind stands on which square of the board, when this side sets up so."""
        kinds = [KIND_OF_LETTER[letter] for letter in "".join(self.rows)]
        if side is FIRST:
            return dict(enumerate(kinds))
        # Blue sits opposite: the back row is rank 10, and Blue's left is file j.
        last = SIZE * SIZE - 1
        return {last - number: kind for number, kind in enumerate(kinds)}

    def __str__(self) -> str:
        return "/".join(self.rows)


def random_setup(rng: Random) -> str:
    """Of one player, as the tag of a record has it; each is as likely as any other."""
    letters = [letter for letter, number in PIECES.values() for _ in range(number)]
    rng.shuffle(letters)
    return "/".join("".join(letters[start : start + SIZE]) for start in range(0, ROWS * SIZE, SIZE))


def from_squares(kinds: dict[int, Kind], side: Side) -> Setup:
    """The set-up of a side read off the board: the inverse of Setup.squares, checked like a text."""
    last = SIZE * SIZE - 1
    home = range(ROWS * SIZE) if side is FIRST else range(last, last - ROWS * SIZE, -1)
    letters = [kinds[square].letter if square in kinds else "." for square in home]
    return Setup.parse(
        "/".join("".join(letters[start : start + SIZE]) for start in range(0, ROWS * SIZE, SIZE))
    )


def count_complaint(letters: str) -> str | None:
    """What is missing or too many among forty letters, in words; None if every count is right."""
    counts = Counter(letters)
    missing = []
    surplus = []
    for kind, (letter, wanted) in PIECES.items():
        difference = counts[letter] - wanted
        if difference < 0:
            missing.append(f"{numbered(kind, -difference)} ({letter})")
        elif difference > 0:
            surplus.append(f"{numbered(kind, difference)} ({letter})")
    if not missing and not surplus:
        return None
    complaints = []
    if missing:
        complaints.append(f"missing: {', '.join(missing)}")
    if surplus:
        complaints.append(f"too many: {', '.join(surplus)}")
    return f"A set-up has 40 pieces of fixed kinds; {'; '.join(complaints)}."


def _shape_complaint(rows: list[str]) -> str:
    wanted = "A set-up is four rows of ten letters joined by /, back row first"
    if len(rows) != ROWS:
        return f"{wanted}; here are {len(rows)} row{'s' if len(rows) != 1 else ''}."
    number, row = next((number, row) for number, row in enumerate(rows, start=1) if len(row) != SIZE)
    return f"{wanted}; row {number} has {len(row)} letter{'s' if len(row) != 1 else ''}."


def _letter_complaint(letter: str, row: int, column: int) -> str:
    letters = " ".join(row.letter for row in PIECES.values())
    if letter.upper() in KIND_OF_LETTER:
        return f"Row {row}, place {column} is {letter!r}: write it as a capital, {letter.upper()!r}."
    return f"Row {row}, place {column} is {letter!r}, which is no piece; the letters are {letters}."
