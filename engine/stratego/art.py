"""The shapes of Stratego: tiles with ranks, face-down tiles, lakes, marks; all as paths, no font needed."""

from __future__ import annotations

from typing import Final

from ..core import FIRST, SECOND, Side
from ..drawing import BoardArt, Colour, fill, stroke
from .board import SIZE
from .pieces import PIECES, Kind
from .position import Man

NAME: Final = "stratego"
SHOWN: Final = "shown"
MOVED: Final = "moved"
FELL: Final = "fell"

_COLOURS: Final = {
    "red": Colour("#c8312b", "#d9483f", "#ffffff"),
    "red-edge": Colour("#6e1411", "#ffb3ab", "#000000"),
    "red-ink": Colour("#ffffff", "#ffffff", "#000000"),
    "red-back": Colour("#8d1d19", "#a12f29", "#ffffff"),
    "red-tower": Colour("#e79b96", "#f0aca6", "#777777"),
    "blue": Colour("#1f4e9e", "#2f66c4", "#2b2b2b"),
    "blue-edge": Colour("#0b234d", "#a9c8ff", "#000000"),
    "blue-ink": Colour("#ffffff", "#ffffff", "#ffffff"),
    "blue-back": Colour("#12305f", "#1d4489", "#2b2b2b"),
    "blue-tower": Colour("#8fb0e6", "#a5c2f2", "#bdbdbd"),
    "water": Colour("#a9d3e8", "#1f5570", "#e4e4e4"),
    "wave": Colour("#5b9dbf", "#5d9fbe", "#8a8a8a"),
    "paper": Colour("#ffffff", "#ffffff", "#ffffff"),
    "sign": Colour("#111111", "#111111", "#000000"),
    "slash": Colour("#111111", "#ffffff", "#000000"),
    "halo": Colour("#ffffff", "#111111", "#ffffff"),
}

# Digits as strokes in a box 40 wide and 60 high, from its upper left corner.
_DIGITS: Final = {
    "0": "M20 2C4 2 4 58 20 58C36 58 36 2 20 2Z",
    "1": "M6 16L22 3V58",
    "2": "M4 18C4 -4 36 -4 36 18C36 32 6 42 4 57H37",
    "3": "M4 3H35L18 24C42 22 42 58 19 58C11 58 6 55 3 49",
    "4": "M27 58V3L2 42H38",
    "5": "M34 3H9L6 28C14 20 37 21 37 40C37 62 10 62 3 50",
    "6": "M31 4C14 12 4 26 4 40C4 64 36 64 36 40C36 20 10 20 5 36",
    "7": "M3 3H37C26 18 17 36 15 58",
    "8": "M20 29C2 29 2 2 20 2C38 2 38 29 20 29C-1 29 -1 58 20 58C41 58 41 29 20 29Z",
    "9": "M9 56C26 48 36 34 36 20C36 -4 4 -4 4 20C4 40 30 40 35 24",
    "S": "M35 11C31 -1 5 -1 5 16C5 32 36 26 36 44C36 62 8 62 3 48",
}
_TILES: Final = {
    FIRST: "M20 6H80A14 14 0 0 1 94 20V80A14 14 0 0 1 80 94H20A14 14 0 0 1 6 80V20A14 14 0 0 1 20 6Z",
    # Blue's corners are cut, so that the sides differ without colour too.
    SECOND: "M26 6H74L94 26V74L74 94H26L6 74V26Z",
}
_COLOUR_OF: Final = {FIRST: "red", SECOND: "blue"}
_TOWER: Final = "M30 30H38V38H46V30H54V38H62V30H70V46H64V68H72V76H28V68H36V46H30Z"


def symbol_key(man: Man) -> str:
    """The symbol of a piece: `red-marshal`, `blue-hidden`."""
    return f"{_COLOUR_OF[man.side]}-{'hidden' if man.kind is None else man.kind}"


def fallen_key(man: Man) -> str:
    """The small struck-out symbol of a piece that has just been beaten on this square."""
    return f"fallen-{symbol_key(man)}"


def _piece(man: Man) -> str:
    colour = _COLOUR_OF[man.side]
    back = f"{colour}-back" if man.kind is None else colour
    body = (
        f'<path d="{_TILES[man.side]}" class="{fill(NAME, back)}"/>'
        f'<path d="{_TILES[man.side]}" stroke-width="5" class="{stroke(NAME, f"{colour}-edge")}"/>'
    )
    if man.kind is None:
        return f'{body}<path d="{_TOWER}" class="{fill(NAME, f"{colour}-tower")}"/>'
    return body + _figure(man.kind, f"{colour}-ink")


def _figure(kind: Kind, ink: str) -> str:
    if kind is Kind.BOMB:
        return (
            f'<circle cx="46" cy="58" r="23" class="{fill(NAME, ink)}"/>'
            f'<path d="M60 42L68 33C72 28 77 30 80 25" stroke-width="7" stroke-linecap="round" '
            f'class="{stroke(NAME, ink)}"/>'
            f'<path d="M76 14V20M88 20L84 24M90 33H85" stroke-width="5" stroke-linecap="round" '
            f'class="{stroke(NAME, ink)}"/>'
        )
    if kind is Kind.FLAG:
        return (
            f'<path d="M32 20V84" stroke-width="8" stroke-linecap="round" class="{stroke(NAME, ink)}"/>'
            f'<path d="M34 20C48 12 58 30 76 22V54C58 62 48 44 34 52Z" class="{fill(NAME, ink)}"/>'
        )
    text = "S" if kind is Kind.SPY else str(kind.value)
    starts = (10, 49) if len(text) == 2 else (30,)
    return "".join(
        f'<path transform="translate({start} 20)" d="{_DIGITS[sign]}" stroke-width="11" '
        f'stroke-linecap="round" stroke-linejoin="round" class="{stroke(NAME, ink)}"/>'
        for start, sign in zip(starts, text, strict=True)
    )


def _slash(width: int) -> str:
    """A line through a beaten piece, thin enough to leave its rank readable."""
    return "".join(
        f'<path d="M14 86L86 14" stroke-width="{size}" stroke-linecap="round" class="{stroke(NAME, colour)}"/>'
        for size, colour in ((width + 7, "halo"), (width, "slash"))
    )


def _fallen(man: Man) -> str:
    """In the lower right corner, small, on a light ground so that it stands out from the victor."""
    return (
        f'<g transform="translate(59 59) scale(.41)"><rect x="-4" y="-4" width="108" height="108" rx="20" '
        f'class="{fill(NAME, "paper")}"/>{_piece(man)}{_slash(9)}</g>'
    )


def _lakes() -> str:
    """Both lakes, each over its four squares; turned by half a turn, the board looks the same."""
    waves = "M26 52q16 -16 32 0t32 0t32 0M78 116q16 -16 32 0t32 0t32 0M22 164q16 -16 32 0t32 0"
    return "".join(
        f'<g transform="translate({x} 400)"><rect x="6" y="6" width="188" height="188" rx="30" '
        f'class="{fill(NAME, "water")}"/><path d="{waves}" stroke-width="5" stroke-linecap="round" '
        f'class="{stroke(NAME, "wave")}"/></g>'
        for x in (200, 600)
    )


_EYE: Final = (
    f'<circle cx="85" cy="15" r="15" class="{fill(NAME, "paper")}"/>'
    f'<circle cx="85" cy="15" r="15" stroke-width="4" class="{stroke(NAME, "sign")}"/>'
    f'<path d="M74 15Q85 5 96 15Q85 25 74 15Z" stroke-width="4" class="{stroke(NAME, "sign")}"/>'
    f'<circle cx="85" cy="15" r="4" class="{fill(NAME, "sign")}"/>'
)
_STEP: Final = (
    f'<circle cx="86" cy="14" r="12" class="{fill(NAME, "paper")}"/>'
    f'<circle cx="86" cy="14" r="12" stroke-width="4" class="{stroke(NAME, "sign")}"/>'
    f'<path d="M83 8L89 14L83 20" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round" '
    f'class="{stroke(NAME, "sign")}"/>'
)


def _symbols() -> dict[str, str]:
    sides: tuple[Side, ...] = (FIRST, SECOND)
    symbols = {}
    for side in sides:
        for kind in (*PIECES, None):
            symbols[symbol_key(Man(side, kind))] = _piece(Man(side, kind))
        for kind in PIECES:
            symbols[fallen_key(Man(side, kind))] = _fallen(Man(side, kind))
    return symbols | {SHOWN: _EYE, MOVED: _STEP, FELL: _slash(7)}


ART: Final = BoardArt(NAME, SIZE, SIZE, _symbols(), _COLOURS, ground=_lakes())
