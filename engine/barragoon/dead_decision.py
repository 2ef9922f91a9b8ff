"""Decides whether a board is dead (6b), from cheap arguments to dear ones.

1. 6b asks that both sides can move. Otherwise it does not apply.
2. Each tile's reach as if no other tile were there (`dead_reach`). No capture among all that: dead.
3. Groups of tiles that can only pass the turn become clocks (`dead_tempo`); the rest is searched jointly
   (`dead_search`). A capture found: alive. Everything seen and none found: dead.
4. If that takes long, each group is searched by itself with everybody free to move at any time, which allows
   more than the rules do. A group without a capture even so has none. None in any group: dead.
5. The joint search of what is left goes on, until the budget is spent: undecided.

Every step is exact; docs/adjudication.md gives the reasons at length.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ..adjudication.proof import Budget, Evidence, ProofVerdict
from .dead_reach import Group, Tile, groups_of, tiles_of
from .dead_search import (
    Men,
    Meter,
    Move,
    Search,
    Steps,
    clock_of,
    is_clock,
    man_of,
    square_of,
)
from .dead_tempo import Hop, Walk, walk_instead
from .dead_terrain import BIT, Terrain

_SIDES = (0, 1)
_AT_A_GLANCE = 30  # positions looked at before anything is worked out for the whole board
_PLY_BY_PLY = 200  # positions looked at in the order of plies, so that short lines are found first
_AT_FIRST = 600  # positions looked at before groups are searched by themselves
_OF_THE_REST = 4  # each group may use this part of what is left of the budget


class Decision(NamedTuple):
    """A verdict, how it was found, the positions looked at, and for a living board a line to a capture."""

    verdict: ProofVerdict
    how: Evidence
    visited: int
    line: tuple[Hop, ...] = ()


def decide(cells: Sequence[int], turn: int, express: tuple[int, int], budget: Budget) -> Decision:
    """Whether a board (contents by square) is dead with this side to move."""
    terrain = Terrain(cells)
    tiles = tiles_of(cells)
    for side, how in zip(_SIDES, (Evidence.FIRST_CANNOT_MOVE, Evidence.SECOND_CANNOT_MOVE), strict=True):
        if _movable(tiles, side, terrain) <= express[side]:
            return Decision(ProofVerdict.NOT_APPLICABLE, how, 0)
    steps = Steps(terrain)
    meter = Meter(budget)
    glance = Search(tuple(map(man_of, tiles)), turn, express, steps)
    glance.run(meter, _AT_A_GLANCE, guided=False)
    if glance.line is not None:
        line = tuple(Hop(square_of(move.man), _target_of(move)) for move in glance.line)
        return Decision(ProofVerdict.ALIVE, Evidence.WITNESS, meter.visited, line)
    groups = groups_of(tiles, terrain)
    if not any(group.may_capture for group in groups):
        return Decision(ProofVerdict.DEAD, Evidence.REACH, meter.visited)
    return _Proving(groups, turn, express, terrain, steps, meter).decide()


def _movable(tiles: Sequence[Tile], side: int, terrain: Terrain) -> int:
    """How many of a side's tiles could move, were it to move on this board."""
    standing = [0, 0]
    for tile in tiles:
        standing[tile.side] |= BIT[tile.square]
    occupied, foes = standing[0] | standing[1], standing[1 - side]
    count = 0
    for tile in tiles:
        if tile.side == side:
            row = terrain.row(tile.value, tile.square)
            steps = chain(
                (step for step in row.moves if not occupied & BIT[step.target]),
                (step for step in row.strikes if foes & BIT[step.target]),
                row.barragoons,
            )
            count += any(not occupied & way for step in steps for way in step.ways)
    return count


class _Plan(NamedTuple):
    """What the joint search looks at, and what its clocks stand for."""

    men: Men
    levels: tuple[int, int]
    walks: tuple[tuple[Walk, ...], tuple[Walk, ...]]  # each side's


class _Proving:
    """The state of one proof past the cheap arguments."""

    def __init__(
        self,
        groups: Sequence[Group],
        turn: int,
        express: tuple[int, int],
        terrain: Terrain,
        steps: Steps,
        meter: Meter,
    ) -> None:
        self.groups = groups
        self.turn = turn
        self.express = express
        self.terrain = terrain
        self.meter = meter
        self.steps = steps

    def decide(self) -> Decision:
        meter = self.meter
        plan = self._plan(self.groups)
        joint = self._joint_search(plan)
        joint.run(meter, _PLY_BY_PLY, guided=False)
        joint.run(meter, _AT_FIRST, guided=True)
        if joint.line is None and not joint.is_exhausted:
            groups = [self._looked_into(group) for group in self.groups]
            if not any(group.may_capture for group in groups):
                return Decision(ProofVerdict.DEAD, Evidence.SEARCH, meter.visited)
            smaller = self._plan(groups)
            if smaller.men != plan.men:
                plan, joint = smaller, self._joint_search(smaller)
            joint.run(meter, meter.left(), guided=True)
        if joint.line is not None:
            line = tuple(self._hops(joint.line, plan))
            return Decision(ProofVerdict.ALIVE, Evidence.WITNESS, meter.visited, line)
        if joint.is_exhausted:
            return Decision(ProofVerdict.DEAD, Evidence.SEARCH, meter.visited)
        return Decision(ProofVerdict.UNDECIDED, Evidence.BUDGET, meter.visited)

    def _plan(self, groups: Sequence[Group]) -> _Plan:
        """Put clocks in place of groups that can only pass the turn."""
        kept: list[Group] = []
        walks: tuple[list[Walk], list[Walk]] = ([], [])
        for group in groups:
            side = group.tiles[0].side
            walk = None
            if not group.may_capture and len(group.sides) == 1:
                walk = walk_instead(group, self.express[side], self.terrain)
            if walk is None:
                kept.append(group)
            else:
                walks[side].append(walk)
        moves = [_moves(walks[side]) for side in _SIDES]
        if moves == [None, None] and self.express == (0, 0):
            # Both can pass for ever, so groups in which nothing can be captured have nothing to add.
            kept = [group for group in kept if group.may_capture]
        men = [man_of(tile) for group in kept for tile in group.tiles]
        levels = list(self.express)
        for side in _SIDES:
            if walks[side]:
                men.append(clock_of(side, moves[side]))
                if levels[side]:  # the clock counts as one movable tile, but stands for several
                    levels[side] -= len(walks[side]) - 1
        return _Plan(tuple(sorted(men)), (levels[0], levels[1]), (tuple(walks[0]), tuple(walks[1])))

    def _joint_search(self, plan: _Plan) -> Search:
        return Search(plan.men, self.turn, plan.levels, self.steps)

    def _looked_into(self, group: Group) -> Group:
        """The group, known not to capture if that is so even with everybody free to move at any time."""
        if not group.may_capture:
            return group
        free = Search(tuple(map(man_of, group.tiles)), None, (0, 0), self.steps)
        free.run(self.meter, self.meter.left() // _OF_THE_REST, guided=True)
        return group._replace(may_capture=not free.is_exhausted)

    def _hops(self, line: Sequence[Move], plan: _Plan) -> Iterator[Hop]:
        """The line as moves of tiles, with real moves where a clock ticked."""
        elsewhere = [_hops_of(walks) for walks in plan.walks]
        for number, move in enumerate(line):
            if is_clock(move.man):
                yield next(elsewhere[(self.turn + number) % 2])
            else:
                yield Hop(square_of(move.man), _target_of(move))


def _target_of(move: Move) -> int:
    return square_of(move.becomes) if move.captures_on is None else move.captures_on


def _moves(walks: Sequence[Walk]) -> int | None:
    """How many moves these walks have together; None if there is no end to them."""
    total = 0
    for walk in walks:
        if walk.moves is None:
            return None
        total += walk.moves
    return total


def _hops_of(walks: Sequence[Walk]) -> Iterator[Hop]:
    """All these moves, those without end last."""
    for walk in sorted(walks, key=lambda walk: bool(walk.cycle)):
        yield from walk.hops()
