"""What a game has to tell about itself so that its records can be replayed: the protocol and its words.

Everything here is said for one viewpoint. What that viewer may not know is never part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple, Protocol

from engine.core import Game, Side
from engine.drawing import BoardArt, Placed

# What lies on a square: the symbol of a piece, then those of its badges, joined by spaces. Empty: nothing.
Content = str


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


class Telling(NamedTuple):
    """What one ply does on the board, in the order in which it happens."""

    words: str
    path: tuple[str, ...]  # of the piece that moves, origin and target included
    taken: Content = ""  # what it captures on the target
    placed: tuple[Placed, ...] = ()  # what is put on the board afterwards, in this order
    clash: Clash | None = None
    lost: tuple[str, ...] = ()  # symbols of the pieces that have left the board for good
    fallen: tuple[Placed, ...] = ()  # marks of what fell, shown until the next ply


class Way(NamedTuple):
    """Where a piece may go, and how."""

    kind: str  # as `engine.core.Step` calls it
    path: tuple[str, ...]


class Crossing(NamedTuple):
    """How a symbol that can be crossed is crossed: the ways (`N`, `NE`) and a sentence."""

    ways: tuple[str, ...]
    words: str


class Stage(Protocol):
    """One game as the replay shows it."""

    @property
    def art(self) -> BoardArt:
        """The shapes."""

    @property
    def side_names(self) -> tuple[str, str]:
        """What the players are called, translated."""

    def contents(self, game: Game, view: str) -> dict[str, Content]:
        """What lies on every occupied square."""

    def play(self, game: Game, ply: str, view: str) -> Telling:
        """Push a legal ply and tell what happened."""

    def content_words(self, content: Content) -> str:
        """What lies on a square, in words; empty for an empty square."""

    def reserve(self, game: Game) -> int | None:
        """What is left beside the board, if the game has such a thing."""

    def known_squares(self, game: Game, view: str) -> frozenset[str]:
        """Where pieces stand whose moves this viewer may be shown."""

    def way(self, game: Game, origin: str, target: str, kind: str) -> Way:
        """How a legal move goes."""

    def other_turn(self, game: Game) -> Game:
        """The same board with the other side to move."""

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
