"""How far each tile could ever get, were no other tile in its way, and which tiles can meet at all.

Both answers err on the side of too much, and that is what makes them proofs:

*Reach.* In a line without a capture the barragoons lie still, and other tiles can only take moves away from a
tile. So each tile stays on the squares it could reach alone. If from none of these squares a full move ends on
a barragoon it may capture, and no full move of a tile ends on a square within an opposing tile's reach, no
line of moves ever leads to a capture.

*Groups.* Two tiles concern each other if one of them has, somewhere in its reach, a step that crosses or ends
on a square of the other's reach. Tiles that do not can never block or capture each other. Tiles that concern
each other, directly or through others, form a group: what a tile can do depends on its own group only, and
every capture happens within a group.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .board import SIDE_OF, VALUE_OF
from .dead_terrain import BIT, Terrain


class Tile(NamedTuple):
    """A tile on a square."""

    side: int
    value: int
    square: int


class Reach(NamedTuple):
    """Where a tile could ever be and what it could do there, were it alone with the barragoons."""

    tile: Tile
    squares: int  # where it could stand
    touched: int  # every square its steps cross or end on
    struck: int  # every square its full moves end on, barragoons aside
    captures_barragoon: bool


class Group(NamedTuple):
    """Tiles that concern each other, and whether a capture among them cannot be ruled out."""

    tiles: tuple[Tile, ...]
    may_capture: bool

    @property
    def sides(self) -> frozenset[int]:
        return frozenset(tile.side for tile in self.tiles)


def tiles_of(cells: Sequence[int]) -> tuple[Tile, ...]:
    """The tiles on a board, in the order of squares."""
    return tuple(
        Tile(SIDE_OF[content], VALUE_OF[content], square)
        for square, content in enumerate(cells)
        if SIDE_OF[content] >= 0
    )


def groups_of(tiles: Sequence[Tile], terrain: Terrain) -> tuple[Group, ...]:
    """The tiles parted into groups."""
    parts: list[list[Reach]] = []
    for tile in tiles:
        reach = reach_of(tile, terrain)
        joined = [part for part in parts if any(_concern(reach, other) for other in part)]
        parts = [part for part in parts if part not in joined]
        parts.append([reach, *(other for part in joined for other in part)])
    return tuple(Group(tuple(reach.tile for reach in part), _may_capture(part)) for part in parts)


def reach_of(tile: Tile, terrain: Terrain) -> Reach:
    """How far a tile could get alone."""
    value = tile.value
    squares = BIT[tile.square]
    touched = struck = 0
    captures_barragoon = False
    waiting = [tile.square]
    while waiting:
        row = terrain.row(value, waiting.pop())
        touched |= row.touched
        captures_barragoon |= bool(row.barragoons)
        for step in row.strikes:
            struck |= BIT[step.target]
        for step in row.moves:
            if not squares & BIT[step.target]:
                squares |= BIT[step.target]
                waiting.append(step.target)
    return Reach(tile, squares, touched, struck, captures_barragoon)


def _concern(one: Reach, other: Reach) -> bool:
    return bool(one.touched & other.squares or other.touched & one.squares)


def _may_capture(part: Sequence[Reach]) -> bool:
    return any(
        one.captures_barragoon
        or any(one.tile.side != other.tile.side and one.struck & other.squares for other in part)
        for one in part
    )
