"""A set-up: forty pieces in four rows of ten, read, checked, mirrored and put on the board."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from ..core import FIRST, EngineError, Side
from ..texts import COMMA, Fact, Sentence, counted_sentence, gettext, join_list
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


def count_complaint(letters: str) -> Sentence | None:
    """What is missing or too many among forty letters, in words; None if every count is right."""
    counts = Counter(letters)
    missing: list[Fact] = []
    surplus: list[Fact] = []
    for kind, (letter, wanted) in PIECES.items():
        difference = counts[letter] - wanted
        if difference:
            number = _WITH_LETTER.filled(pieces=numbered(kind, abs(difference)), letter=letter)
            (missing if difference < 0 else surplus).append(number)
    if missing and surplus:
        return Sentence(
            "A set-up has 40 pieces of fixed kinds; missing: %(missing)s; too many: %(surplus)s.",
            missing=join_list(missing, COMMA),
            surplus=join_list(surplus, COMMA),
        )
    if missing:
        return Sentence(
            "A set-up has 40 pieces of fixed kinds; missing: %(missing)s.", missing=join_list(missing, COMMA)
        )
    if surplus:
        return Sentence(
            "A set-up has 40 pieces of fixed kinds; too many: %(surplus)s.", surplus=join_list(surplus, COMMA)
        )
    return None


_WITH_LETTER: Final = gettext("%(pieces)s (%(letter)s)")


def _shape_complaint(rows: list[str]) -> Sentence:
    if len(rows) != ROWS:
        return counted_sentence(
            "A set-up is four rows of ten letters joined by /, back row first; here are %(number)s row.",
            "A set-up is four rows of ten letters joined by /, back row first; here are %(number)s rows.",
            len(rows),
        )
    row, letters = next((number, row) for number, row in enumerate(rows, start=1) if len(row) != SIZE)
    return counted_sentence(
        "A set-up is four rows of ten letters joined by /, back row first; row %(row)s has %(number)s "
        "letter.",
        "A set-up is four rows of ten letters joined by /, back row first; row %(row)s has %(number)s "
        "letters.",
        len(letters),
        row=row,
    )


def _letter_complaint(letter: str, row: int, place: int) -> Sentence:
    if letter.upper() in KIND_OF_LETTER:
        return Sentence(
            "Row %(row)s, place %(place)s is %(letter)s: write it as a capital, %(capital)s.",
            row=row,
            place=place,
            letter=repr(letter),
            capital=repr(letter.upper()),
        )
    return Sentence(
        "Row %(row)s, place %(place)s is %(letter)s, which is no piece; the letters are %(letters)s.",
        row=row,
        place=place,
        letter=repr(letter),
        letters=" ".join(row.letter for row in PIECES.values()),
    )
