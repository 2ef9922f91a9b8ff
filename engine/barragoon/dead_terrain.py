"""What the barragoons leave open: every tile's steps over a board whose barragoons do not move.

Until the first capture only tiles move, so what a tile of some value can do from a square is a fixed table:
`Terrain` works out its rows when they are first asked for. Here a set of squares is an integer with one bit a
square, and a step names the squares that must be free of tiles; barragoons have been taken into account.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .board import FIRST_TILE, VALUE_OF, is_barragoon
from .ways import BITS, WAYS

BIT = tuple(1 << square for square in range(64))


class TerrainStep(NamedTuple):
    """A square a tile can get to, and the ways there, each as the set of squares that no tile may stand on."""

    target: int
    ways: tuple[int, ...]


class TerrainRow(NamedTuple):
    """What a tile of one value can do from one square."""

    moves: tuple[TerrainStep, ...]  # to squares without a barragoon, if no tile is there
    strikes: tuple[
        TerrainStep, ...
    ]  # full moves to squares without a barragoon, if an opposing tile is there
    barragoons: tuple[TerrainStep, ...]  # full moves that capture a barragoon
    touched: int  # every square on which a tile could make a difference to any of these


class Terrain:
    """The barragoons of a board, and the table of steps over them."""

    def __init__(self, cells: Sequence[int]) -> None:
        self._occupied = 0
        self._board = 0
        for square, content in enumerate(cells):
            if is_barragoon(content):
                self._occupied |= BIT[square]
                self._board |= BITS[content][square]
        self._rows: dict[int, TerrainRow] = {}

    def row(self, value: int, square: int) -> TerrainRow:
        """The steps of a tile of this value from this square."""
        key = value << 6 | square
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = self._work_out(value, square)
        return row

    def _work_out(self, value: int, square: int) -> TerrainRow:
        full: dict[int, tuple[int, ...]] = {}
        short: dict[int, tuple[int, ...]] = {}
        board, occupied = self._board, self._occupied
        empty = ~occupied
        touched = 0
        for target, is_full, squares, mask in _SKETCHES[value << 6 | square]:
            if not board & mask:
                steps = full if is_full else short
                crossed = squares & empty
                touched |= crossed
                steps[target] = (*steps[target], crossed) if target in steps else (crossed,)
        barragoons: list[TerrainStep] = []
        strikes: list[TerrainStep] = []
        for target, ways in full.items():
            (barragoons if occupied & BIT[target] else strikes).append(TerrainStep(target, ways))
        moves = strikes + [TerrainStep(target, ways) for target, ways in short.items()]
        for target, _ in moves:
            touched |= BIT[target]
        return TerrainRow(tuple(moves), tuple(strikes), tuple(barragoons), touched)


class _Sketch(NamedTuple):
    """A way without its colour, with the squares it crosses as a set."""

    target: int
    full: bool
    crossed: int
    mask: int


class _Sketches(dict[int, tuple[_Sketch, ...]]):
    """By `value << 6 | square`: all ways of a tile. The same on every board, so they are kept."""

    def __missing__(self, key: int) -> tuple[_Sketch, ...]:
        # Whose tile it is makes no difference where there are no other tiles: White's ways serve both.
        tile = FIRST_TILE + (key >> 6) - VALUE_OF[FIRST_TILE]
        sketches = self[key] = tuple(
            _Sketch(way.target, way.full, sum(BIT[square] for square in way.crossed), way.mask)
            for way in WAYS[tile << 6 | key & 63]
        )
        return sketches


_SKETCHES = _Sketches()
