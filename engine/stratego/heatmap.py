"""Where pieces stand in many set-ups: counts for each square, and a heat map as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape
from typing import Final

from ..core import FIRST
from ..drawing import BoardArt, Colour, Picture, Placed, draw, fill
from .board import NAMES, SIZE
from .pieces import Kind
from .setup import ROWS, Setup

_NAME: Final = "stratego-heat"
_COLOURS: Final = {
    "heat": Colour("#b3261e", "#ff8a65", "#000000"),
    "dark-ink": Colour("#1d1911", "#f2f4f7", "#000000"),
    "light-ink": Colour("#ffffff", "#15120c", "#ffffff"),
}
_HOT: Final = 0.55  # from this share of the hottest square on, the figures are light


def count(setups: Iterable[Setup], kind: Kind) -> list[int]:
    """How often a kind stands on each of the forty home squares, a1 first, as the owner sees them."""
    counts: Counter[int] = Counter()
    for setup in setups:
        counts.update(square for square, standing in setup.squares(FIRST).items() if standing is kind)
    return [counts[square] for square in range(ROWS * SIZE)]


def heat_map(setups: Iterable[Setup], kind: Kind, picture: Picture | None = None) -> str:
    """How many percent of the set-ups have this kind on each square; the front row is on top."""
    known = list(setups)
    counts = count(known, kind)
    hottest = max(counts)
    symbols = {"heat": f'<rect x="1" y="1" width="98" height="98" class="{fill(_NAME, "heat")}"/>'}
    pieces = []
    for square, number in enumerate(counts):
        if not number:
            continue
        heat = number / hottest
        pieces.append(Placed(NAMES[square], "heat", round(heat, 3)))
        label = _percent(number, len(known))
        ink = "light-ink" if heat >= _HOT else "dark-ink"
        symbol = f"{ink}-{label.translate(_FOR_AN_ID)}"
        symbols[symbol] = (
            f'<text x="50" y="63" font-size="36" font-weight="600" text-anchor="middle" '
            f'font-family="sans-serif" class="{fill(_NAME, ink)}">{escape(label)}</text>'
        )
        pieces.append(Placed(NAMES[square], symbol))
    art = BoardArt(_NAME, SIZE, ROWS, symbols, _COLOURS)
    title = f"Where the {kind} stands in {len(known)} set-up{'s' if len(known) != 1 else ''}, in percent"
    return draw(art, pieces, picture or Picture(), title=title, description=_describe(counts, len(known)))


_FOR_AN_ID: Final = str.maketrans({"<": "under", "%": None})


def _percent(number: int, total: int) -> str:
    share = 100 * number / total
    return "<1" if share < 1 else f"{share:.0f}"


def _describe(counts: list[int], total: int) -> str:
    ranked = sorted((square for square, number in enumerate(counts) if number), key=lambda at: -counts[at])
    listed = ", ".join(f"{NAMES[square]} {_percent(counts[square], total)} %" for square in ranked)
    return f"{listed}." if listed else "It stands nowhere."
