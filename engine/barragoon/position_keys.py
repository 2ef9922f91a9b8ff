"""The keys of all positions of a game of Barragoon, found by going back from the last one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.barragoon.board import EMPTY, NAMES, SPELLING_OF
from engine.barragoon.plies import Tail
from engine.position_keys import key_part, turn_part

# By content and square; an empty square adds nothing.
_PARTS: Final = tuple(
    tuple(0 if content == EMPTY else key_part("barragoon", spelling, name) for name in NAMES)
    for content, spelling in enumerate(SPELLING_OF)
)
_TURN: Final = turn_part("barragoon")


def keys_back_from(
    cells: Sequence[int],
    turn: int,
    played: Iterable[tuple[int, int, int, int, Tail]],
) -> list[int]:
    """From the start to this position.

    `played` are the plies, the last one first: origin, target, tile, captured, placed.
    """
    every = _PARTS
    key = _TURN if turn else 0
    for square, content in enumerate(cells):
        if content:
            key ^= every[content][square]
    keys = [key]
    add = keys.append
    for origin, target, tile, captured, placements in played:
        parts = every[tile]
        key ^= _TURN ^ parts[target] ^ parts[origin]
        if captured:
            key ^= every[captured][target]
            for square, content in placements:
                if content:
                    key ^= every[content][square]
        add(key)
    keys.reverse()
    return keys
