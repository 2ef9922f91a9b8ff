"""A Barragoon board for a terminal: tiles by their value, barragoons by what they let through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..text_board import text_board
from .board import FACES, FILES, TILE_LETTERS
from .words import SIDE_NAMES

if TYPE_CHECKING:
    from .position import Position

_SIGNS: Final = {
    "X": "✕", "N": "↑", "E": "→", "S": "↓", "W": "←", "NS": "↕", "EW": "↔", "NE": "↱", "ES": "⬎", "SW": "↲",
    "WN": "⬑", "NW": "↰", "WS": "⬐", "SE": "↳", "EN": "⬏", "A": "✥",
}  # fmt: skip

# By content. White's tiles are light, Brown's dark; in ASCII they are spelt as in position strings.
_UNICODE: Final = ("·", *(_SIGNS[face.code] for face in FACES), *"②③④❷❸❹")
_ASCII: Final = (".", *(f"({face.code})" for face in FACES), *TILE_LETTERS)


def board_text(position: Position, *, unicode: bool, flip: bool) -> str:
    """The board with its coordinates, and a line that says who is to move and what lies beside it."""
    signs = _UNICODE if unicode else _ASCII
    below = f"{SIDE_NAMES[position.turn]} to move, {position.reserve} in the reserve"
    if any(position.express):
        below += f", express {position.express}"
    return text_board([signs[content] for content in position.cells], FILES, below, flip=flip)
