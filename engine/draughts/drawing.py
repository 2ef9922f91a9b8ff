"""Draws a draughts position as SVG: men with a ring, kings with a crown, the squares' numbers in their corners."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..core import FIRST, SECOND, Side
from ..drawing import Arrow, BoardArt, Colour, Picture, Placed, fill, stroke
from ..drawing import draw as draw_board
from .board import NAMES, SIDE_NAMES, SIZE, SQUARES, bits_of, numbers_of
from .position import Position

_NAME: Final = "draughts"
_FADED: Final = 0.35

_COLOURS: Final = {
    "square": Colour("#f6ead2", "#4a4f57", "#ffffff"),
    "square2": Colour("#b98a5a", "#2b2f35", "#d9d9d9"),
    "label": Colour("#5a3a1a", "#a9b2bc", "#000000"),
    "white": Colour("#fffdf6", "#f4ecd8", "#ffffff"),
    "white-edge": Colour("#3b3222", "#15120c", "#000000"),
    "black": Colour("#2a2622", "#0d0d0e", "#3c3c3c"),
    "black-edge": Colour("#000000", "#8b939d", "#000000"),
    "white-sign": Colour("#7a5b25", "#7a5b25", "#000000"),
    "black-sign": Colour("#e9c46a", "#e9c46a", "#ffffff"),
}

_CROWN: Final = '<path d="M26 66L20 36 36 48 50 28 64 48 80 36 74 66z"/><path d="M26 70H74V77H26z"/>'


def draw(position: Position, picture: Picture) -> str:
    """A position as standalone SVG. The numbers of squares are this game's coordinates."""
    title = f"Draughts board, {SIDE_NAMES[position.turn]} to move"
    return draw_board(
        ART,
        _all_placed_on_grid(pieces_of(position)),
        _on_grid_everywhere(picture),
        title=title,
        description=describe(position),
    )


def pieces_of(position: Position) -> list[Placed]:
    """Every piece on the square that plies name it by."""
    return [
        Placed(NAMES[bit], symbol_key(side, is_king=bool(bit & position.kings)))
        for side, mask in ((FIRST, position.white), (SECOND, position.black))
        for bit in bits_of(mask)
    ]


def describe(position: Position) -> str:
    """A position in words: each side's men and kings with their squares."""
    return " ".join(
        f"{name}: {_army(mask & ~position.kings, mask & position.kings)}."
        for name, mask in zip(SIDE_NAMES, (position.white, position.black), strict=True)
    )


def symbol_key(side: int, *, is_king: bool) -> str:
    return f"{SIDE_NAMES[side].lower()}-{'king' if is_king else 'man'}"


def captured_marks(taken: int, kings: int, side: int) -> tuple[Placed, ...]:
    """The pieces of a side that a ply has taken, faded, where they stood."""
    return tuple(
        Placed(NAMES[bit], symbol_key(side, is_king=bool(bit & kings)), _FADED) for bit in bits_of(taken)
    )


def _army(men: int, kings: int) -> str:
    parts = []
    for word, mask in (("men", men), ("kings", kings)):
        if mask:
            parts.append(f"{word} on {', '.join(map(str, numbers_of(mask)))}")
    return "; ".join(parts) or "no pieces"


def _grid_square(number: int) -> str:
    row, place = divmod(number - 1, SIZE // 2)
    column = 2 * place + (row + 1) % 2
    return f"{chr(ord('a') + column)}{SIZE - row}"


# Squares by the file and rank that drawings of all games use: 46 is a1, 5 is j10.
GRID: Final = {str(number): _grid_square(number) for number in range(1, SQUARES + 1)}


def _on_grid(square: str) -> str:
    """Of a square by its number; what is called by its file and rank already stays as it is."""
    return GRID.get(square, square)


def _on_grid_everywhere(picture: Picture) -> Picture:
    return picture._replace(
        last=_all_on_grid(picture.last),
        highlights=_all_on_grid(picture.highlights),
        arrows=tuple(Arrow(_on_grid(arrow.origin), _on_grid(arrow.target)) for arrow in picture.arrows),
        marks=_all_placed_on_grid(picture.marks),
    )


def _all_on_grid(squares: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(_on_grid, squares))


def _all_placed_on_grid(placed: Iterable[Placed]) -> tuple[Placed, ...]:
    return tuple(each._replace(square=_on_grid(each.square)) for each in placed)


def _man(side: str) -> str:
    edge = stroke(_NAME, f"{side}-edge")
    return (
        f'<circle cx="50" cy="50" r="39" class="{fill(_NAME, side)}"/>'
        f'<circle cx="50" cy="50" r="39" class="{edge}" stroke-width="5"/>'
    )


def _symbols() -> dict[str, str]:
    symbols = {}
    for side in Side:
        name = SIDE_NAMES[side].lower()
        sign = f"{name}-sign"
        ring = f'<circle cx="50" cy="50" r="25" class="{stroke(_NAME, sign)}" stroke-width="3"/>'
        symbols[symbol_key(side, is_king=False)] = _man(name) + ring
        symbols[symbol_key(side, is_king=True)] = f'{_man(name)}<g class="{fill(_NAME, sign)}">{_CROWN}</g>'
    return symbols


ART: Final = BoardArt(
    name=_NAME,
    files=SIZE,
    ranks=SIZE,
    symbols=_symbols(),
    colours=_COLOURS,
    labels={square: number for number, square in GRID.items()},
)
