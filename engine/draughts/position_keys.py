"""The keys of all positions of a game of draughts, found by going through its positions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import xor
from typing import Final

from ..position_keys import key_part, turn_part
from .board import NAMES, SIDE_NAMES, bits_of
from .draw_rules import State

_GAME: Final = "draughts"
_TURN: Final = turn_part(_GAME)
# By side and kind (man, king): the number of such a piece on each square.
_PARTS: Final = tuple(
    tuple(
        {bit: key_part(_GAME, f"{side.lower()} {kind}", name) for bit, name in NAMES.items()}
        for kind in ("man", "king")
    )
    for side in SIDE_NAMES
)


def keys_of(states: Iterable[State]) -> list[int]:
    """The key of each position. A ply changes few squares: only these are looked at after the first position."""
    keys: list[int] = []
    groups = (0, 0, 0, 0)
    key = 0
    for state in states:
        now = (
            state.white & ~state.kings,
            state.white & state.kings,
            state.black & ~state.kings,
            state.black & state.kings,
        )
        for index, (before, after) in enumerate(zip(groups, now, strict=True)):
            parts = _PARTS[index >> 1][index & 1]
            key = reduce(xor, (parts[bit] for bit in bits_of(before ^ after)), key)
        groups = now
        keys.append(key ^ _TURN if state.turn else key)
    return keys
