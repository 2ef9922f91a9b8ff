"""What a Gravon file says, whichever its format, before it is judged by our rules."""

from enum import IntEnum
from typing import Final, NamedTuple

from ...core import ImportRefused
from ...record import MAX_PLIES
from ...texts import Sentence
from ..codes import Code

MAX_FILE_BYTES: Final = 1 << 20
CLASSIC: Final = "classic"
# What GSN files call by number. Only classic games have forty pieces a side.
GAME_TYPES: Final = (CLASSIC, "barrage", "classicfree", "ultimate lightning", "duell")


class FilePlace(NamedTuple):
    """Where something stands in a file, counted from 1."""

    line: int
    column: int


BEGINNING: Final = FilePlace(1, 1)


def at(place: FilePlace, refusal: ImportRefused) -> ImportRefused:
    refusal.line, refusal.column = place
    return refusal


class Winner(IntEnum):
    """As StraDoS2 files number them; GSN files count from 0."""

    RED = 1
    BLUE = 2
    NOBODY = 3


class GravonMove(NamedTuple):
    """Two squares as they are written, and where."""

    start: str
    end: str
    place: FilePlace


class GravonGame(NamedTuple):
    """The facts of one file, and where they stand. Squares and field are still in Gravon's own letters."""

    format: str
    game_type: str
    game_place: FilePlace
    field: str | None
    field_place: FilePlace
    moves: tuple[GravonMove, ...]
    red: str
    blue: str
    result_type: int
    winner: Winner
    result_place: FilePlace


def check_size(data: bytes) -> None:
    """Refuse a file that is larger than any game: nothing of it is parsed."""
    if len(data) > MAX_FILE_BYTES:
        raise ImportRefused(
            Code.IMPORT_TOO_LARGE,
            Sentence("The file has more than %(most)s bytes; no game needs as many.", most=MAX_FILE_BYTES),
        )


def too_many_moves() -> ImportRefused:
    return ImportRefused(
        Code.IMPORT_TOO_LARGE,
        Sentence("The game has more than %(most)s moves; a record has no room for more.", most=MAX_PLIES),
    )


def malformed(what: str) -> ImportRefused:
    return ImportRefused(Code.IMPORT_MALFORMED, what)


def winner_of(number: str, *, first: int) -> Winner:
    """The winner by the number a file gives, counted from `first`."""
    value = small_number(number)
    if value is None or not first <= value < first + len(Winner):
        raise ImportRefused(
            Code.IMPORT_RESULT,
            Sentence("The winner %(number)s is none of red, blue and draw.", number=shown(number)),
        )
    return Winner(value - first + Winner.RED)


def small_number(text: str) -> int | None:
    """A number of at most four digits, or None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else None


def tidy(text: str) -> str:
    """White space of every kind made single spaces, and what cannot be printed left out."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:100]


def shown(text: str) -> str:
    """A word from a file, short enough to stand in a sentence."""
    text = tidy(text)
    return repr(text if len(text) <= 30 else f"{text[:29]}…")
