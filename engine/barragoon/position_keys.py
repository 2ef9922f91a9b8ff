"""The keys of all positions of a game of Barragoon, found by going through its plies."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from ..position_keys import key_part, turn_part
from .board import EMPTY, NAMES, SPELLING_OF
from .plies import Tail

# By content and square; an empty square adds nothing.
_PARTS: Final = tuple(
    tuple(0 if content == EMPTY else key_part("barragoon", spelling, name) for name in NAMES)
    for content, spelling in enumerate(SPELLING_OF)
)
_TURN: Final = turn_part("barragoon")


def keys_from(
    cells: tuple[int, ...],
    turn: int,
    played: Iterable[tuple[int, int, int, int, Tail, int, int, bool]],
) -> list[int]:
    """The key of this start, and those after each of the plies.

    A ply is origin, target, tile, captured, placed, and what only the game itself needs.
    """
    every = _PARTS
    key = _key_of(cells, turn)
    keys = [key]
    add = keys.append
    for origin, target, tile, captured, placements, _, _, _ in played:
        parts = every[tile]
        key ^= _TURN ^ parts[target] ^ parts[origin]
        if captured:
            key ^= every[captured][target]
            for square, content in placements:
                if content:
                    key ^= every[content][square]
        add(key)
    return keys


@lru_cache(maxsize=16)
def _key_of(cells: tuple[int, ...], turn: int) -> int:
    """Nearly all games have one of few starts."""
    key = _TURN if turn else 0
    for square, content in enumerate(cells):
        if content:
            key ^= _PARTS[content][square]
    return key
