"""Keys of positions: 64-bit numbers, equal where the same pieces stand on the same squares and the same side moves.

A position's key is the exclusive or of a number for each piece on its square and one for the second mover's turn
(Zobrist's way), so a ply changes it by a few numbers. The numbers come from the pieces' spelling, not from the
engine's inner coding: archives store keys, and they have to mean the same in every version.
"""

from __future__ import annotations

from hashlib import blake2b


def key_part(game: str, piece: str, square: str) -> int:
    """The number of a piece on its square, signed, as databases like them."""
    return _number(f"{game}:{piece}@{square}")


def turn_part(game: str) -> int:
    """The number that is in a key when the second mover is to move."""
    return _number(f"{game}:second to move")


def _number(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)
