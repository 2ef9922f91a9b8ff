"""The rules of Barragoon as tables for the browser: every answer in them is asked of the masks in `ways`."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import TopologicalSorter
from itertools import pairwise

from .board import (
    CONTENTS,
    CROSSINGS,
    EMPTY,
    FACES,
    FILES,
    FIRST_TILE,
    HEADINGS,
    LAST_FACE,
    RANKS,
    SIDE_OF,
    SPELLING_OF,
    SQUARES,
    VALUE_OF,
    Face,
)
from .drawing import symbol_key
from .game import KIND_OF, Game
from .plies import FORGOTTEN, OFFER
from .position import BARRAGOONS, MAX_EXPRESS, TILES_A_SIDE, Position
from .ways import BITS, WAYS, Way

_MIDDLE = SQUARES // 2
_HEADING_OF_STEP = {heading.ranks * FILES + heading.files: heading.letter for heading in HEADINGS}
_TURNED = {"N": "E", "E": "S", "S": "W", "W": "N"}


def tables() -> Mapping[str, object]:
    """What `static/js/rules/barragoon.js` works on. Contents are numbered as in `board`."""
    tiles = range(FIRST_TILE, CONTENTS)
    closed, opened = (Position.start(is_open=is_open) for is_open in (False, True))
    return {
        "files": FILES,
        "ranks": RANKS,
        "turns": "wb",
        "headings": [[heading.letter, heading.files, heading.ranks] for heading in HEADINGS],
        "crossings": CROSSINGS,
        # By content.
        "spellings": SPELLING_OF,
        "symbols": ["", *(symbol_key(content) for content in range(1, CONTENTS))],
        "sides": SIDE_OF,
        "kinds": KIND_OF,
        "crossed": [_crossed(content) for content in range(CONTENTS)],
        # By tile, from the first on: its steps, its ways as headings, the contents it may end on (short, full).
        "values": [VALUE_OF[tile] for tile in tiles],
        "ways": [_ways(tile) for tile in tiles],
        "ends": [[_ends(tile, full=full) for full in (False, True)] for tile in tiles],
        "firstTile": FIRST_TILE,
        "palette": _palette(),
        "placements": {KIND_OF[content]: _placements(content) for content in (EMPTY, LAST_FACE, FIRST_TILE)},
        "forgotten": FORGOTTEN,
        "offer": OFFER,
        "starts": {"closed": closed.text, "open": opened.text},
        "levels": MAX_EXPRESS,
        "maxTiles": TILES_A_SIDE,
        "maxBarragoons": BARRAGOONS,
    }


def _crossed(content: int) -> int:
    """The ways in which this content lets a tile through: one bit each, in the order of `CROSSINGS`."""
    return ~BITS[content][0] & (1 << len(CROSSINGS)) - 1


def _ways(tile: int) -> list[str]:
    """The ways of a tile as headings. From each square those are its ways, in this order, that stay on the board."""
    before = TopologicalSorter[str]()
    for origin in range(SQUARES):
        for one, next_one in pairwise(_headings(origin, way) for way in WAYS[tile << 6 | origin]):
            before.add(next_one, one)
    return list(before.static_order())


def _headings(origin: int, way: Way) -> str:
    squares = (origin, *way.crossed, way.target)
    return "".join(_HEADING_OF_STEP[after - before] for before, after in pairwise(squares))


def _ends(tile: int, *, full: bool) -> int:
    """The contents this tile may end on after a full or a short move: one bit each."""
    way = next(way for way in WAYS[tile << 6 | _MIDDLE] if way.full is full)
    return sum(1 << content for content in range(CONTENTS) if not BITS[content][way.target] & way.mask)


def _palette() -> list[dict[str, object]]:
    """The symbols, each with its faces in the order in which a barragoon is turned to the right."""
    by_ways = {frozenset(face.crossings): face for face in FACES}
    palette: dict[str, list[Face]] = {}
    for face in FACES:
        faces = palette.setdefault(face.symbol, [face])
        while len(faces) < sum(other.symbol is face.symbol for other in FACES):
            turned = ("".join(_TURNED[letter] for letter in way) for way in faces[-1].crossings)
            faces.append(by_ways[frozenset(turned)])
    return [{"name": name, "faces": [face.code for face in faces]} for name, faces in palette.items()]


def _placements(captured: int) -> dict[str, object]:
    """What follows a capture: who places, 0 for the mover and 1 for the other, and what comes from the reserve."""
    full, none = (Game(position=Position.start()._replace(reserve=reserve)) for reserve in (24, 0))
    due = full.placements_due(captured)
    return {
        "by": [1, 0][:due] if due > 1 else [0] * due,
        "fromReserve": none.placements_due(captured) < due,
    }
