"""The moves a side can make elsewhere, by tiles that have no part in any capture.

A group (see `dead_reach`) whose tiles belong to one side and cannot capture anything matters to the others in
one way only: its moves pass the turn. How often, is the length of the longest walk through its placements, or
there is no limit if a walk can come back to where it was. Every number of moves up to that can be made, since a
walk can be broken off anywhere; more cannot. So for a side without an express level the group can be
replaced by a clock with that many moves, and no verdict changes: a line with the clock becomes a real line by
walking, and a real line becomes one with the clock by counting.

With an express level it also matters how many tiles can move. There only a single tile is replaced, and only
if it can move from every square it could ever reach: it then counts as one movable tile at all times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .dead_reach import Group, Tile, reach_of
from .dead_terrain import BIT, Terrain

_MAX_PLACEMENTS = 1000  # a group with more than that is not replaced

_Placement = tuple[int, ...]  # the squares of a group's tiles, in the group's order


class Hop(NamedTuple):
    """A tile's move from square to square."""

    origin: int
    target: int


class Walk(NamedTuple):
    """Moves of one group, one after the other: first the path, then the cycle over and over if there is one."""

    path: tuple[Hop, ...]
    cycle: tuple[Hop, ...]

    @property
    def moves(self) -> int | None:
        """How many moves there are; None if there is no end to them."""
        return None if self.cycle else len(self.path)

    def hops(self) -> Iterator[Hop]:
        yield from self.path
        while self.cycle:
            yield from self.cycle


def walk_instead(group: Group, level: int, terrain: Terrain) -> Walk | None:
    """The walk that may stand for a group of one side that cannot capture; None if none may."""
    if level and not (len(group.tiles) == 1 and _always_movable(group.tiles[0], terrain)):
        return None
    return longest_walk(group.tiles, terrain)


def longest_walk(tiles: Sequence[Tile], terrain: Terrain) -> Walk | None:
    """A walk without end if there is one, else the longest one; None if the group is too large to say."""
    values = tuple(tile.value for tile in tiles)
    start = tuple(tile.square for tile in tiles)
    for hop, reached in _hops(values, start, terrain):
        back = Hop(hop.target, hop.origin)
        if any(again == back for again, _ in _hops(values, reached, terrain)):
            return Walk((), (hop, back))
    return _explore(values, start, terrain)


def _explore(values: tuple[int, ...], start: _Placement, terrain: Terrain) -> Walk | None:
    """Depth first: a placement met again on its own path closes a cycle; without any, the longest path."""
    longest: dict[_Placement, tuple[Hop, ...]] = {}
    path: list[_Placement] = [start]
    hops: list[Hop] = []  # hops[n] leads from path[n] to path[n + 1]
    ahead = [_hops(values, start, terrain)]
    best: list[tuple[Hop, ...]] = [()]
    while path:
        step = next(ahead[-1], None)
        if step is None:
            ahead.pop()
            finished = longest[path.pop()] = best.pop()
            if hops and best:
                best[-1] = max(best[-1], (hops.pop(), *finished), key=len)
            continue
        hop, reached = step
        if reached in longest:
            best[-1] = max(best[-1], (hop, *longest[reached]), key=len)
        elif reached in path:
            since = path.index(reached)
            return Walk(tuple(hops[:since]), (*hops[since:], hop))
        else:
            if len(longest) + len(path) >= _MAX_PLACEMENTS:
                return None
            path.append(reached)
            hops.append(hop)
            ahead.append(_hops(values, reached, terrain))
            best.append(())
    return Walk(longest[start], ())


def _hops(values: tuple[int, ...], squares: _Placement, terrain: Terrain) -> Iterator[tuple[Hop, _Placement]]:
    """Every move of a group and the placement it leads to."""
    occupied = 0
    for square in squares:
        occupied |= BIT[square]
    for index, (value, square) in enumerate(zip(values, squares, strict=True)):
        for target, ways in terrain.row(value, square).moves:
            if not occupied & BIT[target] and any(not occupied & way for way in ways):
                yield Hop(square, target), (*squares[:index], target, *squares[index + 1 :])


def _always_movable(tile: Tile, terrain: Terrain) -> bool:
    squares = reach_of(tile, terrain).squares
    return all(terrain.row(tile.value, square).moves for square in range(64) if squares & BIT[square])
