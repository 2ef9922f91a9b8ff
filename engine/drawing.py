"""What the drawings of all games share: options, board frame, symbols, marks, themes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple


class Theme(StrEnum):
    """`AUTO` follows the reader's device (light or dark), `PRINT` is black on white."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"
    PRINT = "print"


class Arrow(NamedTuple):
    """An arrow from square to square, over the pieces."""

    origin: str
    target: str


class Picture(NamedTuple):
    """How a position is to be drawn; every game's `Rules.draw` takes these options."""

    size: int = 48  # pixels a square
    flip: bool = False  # the second player's side at the bottom
    theme: Theme = Theme.AUTO
    coordinates: bool = True
    last: tuple[str, ...] = ()  # squares of the last move, origin and target first (Game.last_squares)
    highlights: tuple[str, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    title: str = ""  # for screen readers; empty: the game writes one
    shared_symbols: bool = False  # leave the symbols out: the page holds one `symbol_sheet`


class Placed(NamedTuple):
    """A symbol on a square. Several may lie on one square; they are drawn in the order given."""

    square: str
    symbol: str  # a key of BoardArt.symbols


class BoardArt(NamedTuple):
    """A game's board and its stock of symbols.

    A symbol is SVG markup drawn in a box of 0 0 100 100 and defined once per picture (or page); colours come
    from CSS custom properties so that themes can change them. `colours` gives each property's value (without
    the leading `--k-`) for the light, the dark and the print theme.
    """

    name: str  # prefix of the symbols' ids
    files: int
    ranks: int
    symbols: Mapping[str, str]
    colours: Mapping[str, tuple[str, str, str]]


def draw(art: BoardArt, pieces: Iterable[Placed], picture: Picture, *, title: str, description: str) -> str:
    """A standalone SVG of the board with these pieces on it."""
    raise NotImplementedError


def symbol_sheet(art: BoardArt) -> str:
    """All symbols of a game in one hidden SVG, for pages with many boards (`Picture.shared_symbols`)."""
    raise NotImplementedError
