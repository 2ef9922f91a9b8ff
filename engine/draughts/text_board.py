"""A position as lines of text, for terminals: in Unicode, or in ASCII."""

from __future__ import annotations

from typing import Final

from .board import BITS, SIZE, SQUARES
from .position import Position

_UNICODE: Final = {"white": "⛀⛁", "black": "⛂⛃"}
_ASCII: Final = {"white": "wW", "black": "bB"}
_EMPTY: Final = "."


def text_board(position: Position, *, ascii_only: bool = False, flip: bool = False) -> str:
    """Ten lines: men and kings, a dot for an empty dark square, nothing for a light one.

    White is at the bottom, or at the top if the board is turned.
    """
    signs = _ASCII if ascii_only else _UNICODE
    rows = []
    for first in range(1, SQUARES + 1, SIZE // 2):
        squares = [_sign(position, BITS[number], signs) for number in range(first, first + SIZE // 2)]
        is_shifted = first // (SIZE // 2) % 2 == 0
        cells = [cell for sign in squares for cell in ((" ", sign) if is_shifted else (sign, " "))]
        rows.append(" ".join(cells))
    if flip:
        rows = [row[::-1] for row in reversed(rows)]
    return "\n".join(row.rstrip() for row in rows)


def _sign(position: Position, bit: int, signs: dict[str, str]) -> str:
    is_king = bool(position.kings & bit)
    if position.white & bit:
        return signs["white"][is_king]
    if position.black & bit:
        return signs["black"][is_king]
    return _EMPTY
