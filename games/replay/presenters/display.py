"""What a replay needs of a kind of game (`GameDisplay`), the lines of a record, and the notes on its plies.

All of it is for one view. What that viewer may not know is never part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import count
from operator import itemgetter
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _

from engine.core import Game, Side
from engine.drawing import BoardArt, Placed
from engine.record import Line, Note

# What lies on a square: the symbol of a piece, then those of its badges, joined by spaces. Empty: nothing.
Content = str
_CLOCK = re.compile(r"\[%clk\s+(\d{1,3}(?::\d{1,2}){0,2}(?:\.\d{1,3})?)\s*\]")
_SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


class Survivor(StrEnum):
    """Who is left standing after an attack."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    NEITHER = "neither"


class Clash(NamedTuple):
    """An attack that showed both pieces."""

    attacker: str
    defender: str
    survivor: Survivor


class PlyEffect(NamedTuple):
    """What one ply does on the board, in the order in which it happens."""

    words: str
    path: tuple[str, ...]  # of the piece that moves, origin and target included
    taken: Content = ""  # what it captures on the target
    placed: tuple[Placed, ...] = ()  # what is put on the board afterwards, in this order
    clash: Clash | None = None
    lost: tuple[str, ...] = ()  # symbols of the pieces that have left the board for good
    fallen: tuple[Placed, ...] = ()  # marks of what fell, shown until the next ply


class Route(NamedTuple):
    """Where a piece may go, and how."""

    kind: str  # as `engine.core.Step` calls it
    path: tuple[str, ...]


class Crossing(NamedTuple):
    """How a symbol that can be crossed is crossed: the ways (`N`, `NE`) and a sentence."""

    ways: tuple[str, ...]
    words: str


class GameDisplay(Protocol):
    """One game as the replay shows it."""

    @property
    def art(self) -> BoardArt:
        """The shapes."""

    @property
    def side_names(self) -> tuple[str, str]:
        """What the players are called, translated."""

    def contents(self, game: Game, view: str) -> dict[str, Content]:
        """What lies on every occupied square."""

    def play(self, game: Game, ply: str, view: str) -> PlyEffect:
        """Push a legal ply and return what it did."""

    def losses(self, game: Game, ply: str) -> tuple[str, ...]:
        """Push a legal ply and return only what `PlyEffect.lost` has of it: of long games much is skipped by this."""

    def content_words(self, content: Content) -> str:
        """What lies on a square, in words; empty for an empty square."""

    def reserve(self, game: Game) -> int | None:
        """What is left beside the board, if the game has such a thing."""

    def square_name(self, square: str) -> str:
        """What people call a square of the picture."""

    def known_squares(self, game: Game, view: str) -> frozenset[str]:
        """Where pieces stand whose moves this viewer may be shown."""

    def way(self, game: Game, origin: str, target: str, kind: str) -> Route:
        """How a legal move goes."""

    def other_turn(self, game: Game) -> Game | None:
        """The same board with the other side to move; None if that cannot be had."""

    def crossings(self) -> Mapping[str, Crossing]:
        """Of symbols that lie in the way: how they may be crossed."""

    def ground_words(self) -> Mapping[str, str]:
        """Squares that are part of the board's shape, in words: lakes."""


def turns(first: Side) -> Iterator[Side]:
    """The sides in the order of their turns."""
    side = first
    while True:
        yield side
        side = side.other


class LineOutline(NamedTuple):
    """A run of plies that leaves its parent after ply `start`."""

    number: int
    parent: int
    start: int
    source: Line
    title: str = ""  # of a line that was added to show something

    @property
    def end(self) -> int:
        """The number of its last ply."""
        return self.start + len(self.source.plies)


def outline_lines(main: Line) -> Iterator[LineOutline]:
    """The main line, then its variations as they are written, each before its own."""
    yield from _outline_lines(main, 0, 0, count())


def _outline_lines(line: Line, parent: int, start: int, numbers: Iterator[int]) -> Iterator[LineOutline]:
    number = next(numbers)
    yield LineOutline(number, parent, start, line)
    with_variations = [(index, note) for index, note in line.notes.items() if index and note.has_variations]
    for index, note in sorted(with_variations, key=itemgetter(0)):
        for variation in note.variations:
            yield from _outline_lines(variation, number, start + index - 1, numbers)


def path_to(lines: list[LineOutline], line: int, ply: int) -> list[tuple[LineOutline, int]]:
    """The lines that lead to a place, from the main line on, each with the ply up to which it does.

    Empty if there is no such place.
    """
    if not (0 <= line < len(lines) and lines[line].start <= ply <= lines[line].end):
        return []
    here, last = lines[line], ply
    way = [(here, last)]
    while here.number:
        here, last = lines[here.parent], here.start
        way.append((here, last))
    return way[::-1]


class Glyph(NamedTuple):
    """A judgement on a ply: the sign a reader knows, and what it means."""

    sign: str
    words: str


def glyphs(note: Note | None) -> tuple[Glyph, ...]:
    """The glyphs of a ply; numbers without a sign of their own are shown as they are written."""
    return tuple(map(_glyph, note.glyphs)) if note and note.glyphs else ()


def known_glyphs() -> dict[int, Glyph]:
    """Those that have a sign of their own, by the number that a record writes."""
    return {number: _glyph(number) for number in _SIGNS}


def _glyph(number: int) -> Glyph:
    if number not in _SIGNS:
        return Glyph(f"${number}", _("glyph %(number)s") % {"number": number})
    words = {
        1: _("good move"),
        2: _("mistake"),
        3: _("very good move"),
        4: _("blunder"),
        5: _("interesting move"),
        6: _("dubious move"),
    }
    return Glyph(_SIGNS[number], words[number])


def clock(note: Note | None) -> str:
    """The clock reading in the comments of a ply (`[%clk 0:12:30]`), or nothing; of several the last."""
    found = ""
    if note is None or not note.mentions("[%clk"):
        return found
    for comment in note.comments:
        for reading in _CLOCK.finditer(comment):
            found = reading[1]
    return found


def without_clock(comment: str) -> str:
    """A comment as people read it."""
    return " ".join(_CLOCK.sub(" ", comment).split(" ")).strip() if "[%clk" in comment else comment
