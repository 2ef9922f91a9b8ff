"""The keys of all positions of a game of Stratego, found by going through its plies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import getitem, xor
from typing import Final

from ..position_keys import key_part, turn_part
from .board import NAMES, Ply
from .coding import BLUE, KIND_BITS, RESULT
from .pieces import AttackResult, Kind

_PIECE: Final = KIND_BITS | BLUE  # a code without what the piece has shown of itself
# By piece and square; an empty square adds nothing.
_PARTS: Final = tuple(
    tuple(
        key_part(
            "stratego",
            f"{'blue' if piece & BLUE else 'red'} {Kind(piece & KIND_BITS).name.lower()}",
            name,
        )
        if 1 <= piece & KIND_BITS <= Kind.FLAG
        else 0
        for name in NAMES
    )
    for piece in range(_PIECE + 1)
)
_PARTS_BY_SQUARE: Final = tuple(zip(*_PARTS, strict=True))
_TURN: Final = turn_part("stratego")
_ATTACKER: Final = AttackResult.ATTACKER
_DEFENDER: Final = AttackResult.DEFENDER


def keys_from(
    board: Sequence[int], turn: int, played: Iterable[tuple[Ply, int, int, Ply | None, int]]
) -> list[int]:
    """The key of this start, and those after each of the plies, which are as the game keeps them.

    Nobody has shown or moved anything at a start.
    """
    every = _PARTS
    key = reduce(xor, map(getitem, _PARTS_BY_SQUARE, board), _TURN if turn else 0)
    keys = [key]
    add = keys.append
    for ply, code, victim, _, _ in played:
        target = ply.target
        parts = every[code & _PIECE]
        key ^= _TURN ^ parts[ply.source]
        if not victim:
            key ^= parts[target]
        else:
            result = RESULT[code & KIND_BITS][victim & KIND_BITS]
            if result is _ATTACKER:
                key ^= parts[target] ^ every[victim & _PIECE][target]
            elif result is not _DEFENDER:
                key ^= every[victim & _PIECE][target]
        add(key)
    return keys
