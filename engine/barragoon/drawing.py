"""Draws a Barragoon position: round tiles with their pips, barragoons as dark dice with white signs.

The signs are drawn once for the heading north and turned for the others, as a barragoon itself is turned.
"""

from __future__ import annotations

from ..drawing import BoardArt, Colour, Picture, Placed, fill, stroke
from ..drawing import draw as draw_board
from .board import (
    EMPTY,
    FACES,
    FILES,
    NAMES,
    RANKS,
    SIDE_OF,
    STRAIGHT,
    VALUE_OF,
    Face,
    Symbol,
    face_of,
    is_barragoon,
)
from .position import Position
from .words import SIDE_NAMES, face_in_words

_NAME = "barragoon"

_COLOURS = {
    "white": Colour("#fffdf6", "#f4ecd8", "#ffffff"),
    "white-edge": Colour("#3b3222", "#15120c", "#000000"),
    "white-pip": Colour("#1d1911", "#1d1911", "#000000"),
    "brown": Colour("#8a4b20", "#a25a29", "#595959"),
    "brown-edge": Colour("#3a1d08", "#1f0f04", "#000000"),
    "brown-pip": Colour("#fff6e5", "#fff6e5", "#ffffff"),
    "barragoon": Colour("#1b1d21", "#0b0c0e", "#000000"),
    "barragoon-edge": Colour("#1b1d21", "#8b939d", "#000000"),
    "sign": Colour("#ffffff", "#ffffff", "#ffffff"),
}

# Where the pips of a tile lie: no value is another one turned.
_PIPS = {
    2: ((35, 50), (65, 50)),
    3: ((50, 33), (33, 63), (67, 63)),
    4: ((36, 36), (64, 36), (36, 64), (64, 64)),
}

# The signs for the heading north, white on the die; every one is a filled outline.
_SIGNS = {
    Symbol.NO_WAY: '<path d="M27 15L50 38 73 15 85 27 62 50 85 73 73 85 50 62 27 85 15 73 38 50 15 27z"/>',
    Symbol.ONE_WAY: '<path d="M50 13L82 48H61V87H39V48H18z"/>',
    Symbol.TWO_WAYS: '<path d="M50 10L78 40H60V60H78L50 90 22 60H40V40H22z"/>',
    Symbol.RIGHT_TURN: '<path d="M20 87V53Q20 30 43 30H56V11L88 41 56 71V52H47Q42 52 42 57V87z"/>',
    Symbol.LEFT_TURN: '<path d="M80 87V53Q80 30 57 30H44V11L12 41 44 71V52H53Q58 52 58 57V87z"/>',
}

# One corner of "all turns": a bend with a head at either end.
_CORNER = (
    f'<path d="M61 25Q61 39 75 39" class="{stroke(_NAME, "sign")}" stroke-width="9"/>'
    '<path d="M61 10L72 27H50zM90 39L73 28V50z"/>'
)


def draw(position: Position, picture: Picture) -> str:
    """A position as standalone SVG."""
    pieces = [
        Placed(NAMES[square], symbol_key(content))
        for square, content in enumerate(position.cells)
        if content != EMPTY
    ]
    title = f"Barragoon board, {SIDE_NAMES[position.turn]} to move"
    return draw_board(ART, pieces, picture, title=title, description=describe(position))


def describe(position: Position) -> str:
    """A position in words: both sides' tiles, the barragoons, the reserve, the express levels."""
    squares_of: dict[int, list[str]] = {}
    for square, content in enumerate(position.cells):
        squares_of.setdefault(content, []).append(NAMES[square])
    tiles: tuple[list[str], list[str]] = ([], [])
    barragoons = []
    for content in sorted(squares_of.keys() - {EMPTY}):
        squares = ", ".join(squares_of[content])
        if is_barragoon(content):
            barragoons.append(f"{face_in_words(content)} on {squares}")
        else:
            tiles[SIDE_OF[content]].append(f"{VALUE_OF[content]}-tiles on {squares}")
    sentences = [f"{name}: {'; '.join(tiles[side]) or 'no tiles'}." for side, name in enumerate(SIDE_NAMES)]
    sentences.append(f"Barragoons: {'; '.join(barragoons) or 'none'}.")
    sentences.append(f"{position.reserve} in the reserve.")
    if any(position.express):
        sentences.append(f"Express levels: White {position.express.white}, Brown {position.express.brown}.")
    return " ".join(sentences)


def symbol_key(content: int) -> str:
    """The symbol of a content: `face-NE`, `white-4`."""
    if is_barragoon(content):
        return f"face-{face_of(content).code}"
    return f"{SIDE_NAMES[SIDE_OF[content]].lower()}-{VALUE_OF[content]}"


def _tile(side: str, value: int) -> str:
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="10.5"/>' for x, y in _PIPS[value])
    return (
        f'<circle cx="50" cy="50" r="41" class="{fill(_NAME, side)}"/>'
        f'<circle cx="50" cy="50" r="41" class="{stroke(_NAME, f"{side}-edge")}" stroke-width="6"/>'
        f'<g class="{fill(_NAME, f"{side}-pip")}">{pips}</g>'
    )


def _barragoon(face: Face) -> str:
    if face.symbol is Symbol.ALL_TURNS:
        corners = [f'<g transform="rotate({angle} 50 50)">{_CORNER}</g>' for angle in (90, 180, 270)]
        sign = "".join((_CORNER, *corners))
    else:
        sign = _SIGNS[face.symbol]
        angle = 90 * STRAIGHT.index(face.code[0]) if face.crossings else 0
        if angle:
            sign = f'<g transform="rotate({angle} 50 50)">{sign}</g>'
    return (
        f'<rect x="6" y="6" width="88" height="88" rx="14" class="{fill(_NAME, "barragoon")}"/>'
        f'<rect x="6" y="6" width="88" height="88" rx="14" class="{stroke(_NAME, "barragoon-edge")}" '
        f'stroke-width="3"/><g class="{fill(_NAME, "sign")}">{sign}</g>'
    )


ART = BoardArt(
    name=_NAME,
    files=FILES,
    ranks=RANKS,
    symbols={
        **{f"face-{face.code}": _barragoon(face) for face in FACES},
        **{f"{side.lower()}-{value}": _tile(side.lower(), value) for side in SIDE_NAMES for value in _PIPS},
    },
    colours=_COLOURS,
)
