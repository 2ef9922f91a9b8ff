"""Keys of positions: 64-bit numbers, equal where the same pieces stand on the same squares and the same side moves.

A position's key is the exclusive or of a number for each piece on its square and one for the second mover's turn
(Zobrist's way), so a ply changes it by a few numbers. The numbers come from the pieces' spelling, not from the
engine's inner coding: archives store keys, and they have to mean the same in every version.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from .core import Game, Rules


def key_part(game: str, piece: str, square: str) -> int:
    """The number of a piece on its square, signed, as databases like them."""
    return _number(f"{game}:{piece}@{square}")


def turn_part(game: str) -> int:
    """The number that is in a key when the second mover is to move."""
    return _number(f"{game}:second to move")


class PositionKey(NamedTuple):
    """By what an archive finds a position: a position and its mirror image have one key."""

    key: int
    is_mirrored: bool
    """Whether the key is that of the mirror image: then plies are mirrored before they are compared."""
    is_symmetric: bool
    """Whether the position is its own mirror image: then each ply stands for its mirror image as well."""


class PositionKeys(Protocol):
    """How a game's positions are looked up, also as somebody sees them who does not see everything."""

    def of_game(self, game: Game, view: str) -> list[PositionKey]:
        """Of all positions from the start on, as this view of `Rules.views` knows them."""

    def of_position(self, text: str) -> PositionKey:
        """Of a position string, which may have face-down pieces; `PositionError` if it is none."""

    def mirror_ply(self, ply: str) -> str:
        """The ply as it is played on the mirror image of the board."""

    def mirror_position(self, text: str) -> str:
        """The mirror image of a position string, left and right exchanged."""


def find_position_keys(rules: Rules) -> PositionKeys:
    """As the game's description has them; else each position is looked up by itself alone."""
    from .registry import description

    load = description(rules.name).position_keys
    return load() if load else PlainKeys(rules)


def join_mirror_images(keys: Sequence[int], mirrored: Sequence[int]) -> list[PositionKey]:
    """The smaller of each two keys stands for both."""
    return [
        PositionKey(min(key, other), other < key, key == other)
        for key, other in zip(keys, mirrored, strict=True)
    ]


class PlainKeys:
    """Fulfils `PositionKeys` for games without mirror images and without hidden pieces."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def of_game(self, game: Game, view: str) -> list[PositionKey]:
        return [PositionKey(key, is_mirrored=False, is_symmetric=False) for key in game.keys(None)]

    def of_position(self, text: str) -> PositionKey:
        return self.of_game(self._rules.from_position(text), self._rules.views[0])[0]

    def mirror_ply(self, ply: str) -> str:
        return ply

    def mirror_position(self, text: str) -> str:
        return text


def _number(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)
