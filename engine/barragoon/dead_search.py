"""The joint search: every placement of the tiles that a line without a capture can lead to.

Barragoons lie still until the first capture, so a position is where the tiles stand and who is to move. Tiles
of one side and one value are interchangeable: a position is a sorted tuple of *men*, each a small number for
a kind of tile on a square. Beside the tiles there may be a *clock*: a man without a square that stands for the
moves a side can make elsewhere (see `dead_tempo`). It has one move less each time, or always one.

The search is exhaustive: when it ends without a capture, there is none. At first it goes ply by ply, so that a
short line is found first; if that takes long, positions in which a tile is near a capture come first.
"""

from __future__ import annotations

import time
from heapq import heapify, heappop, heappush
from itertools import count
from typing import NamedTuple

from ..adjudication.proof import Budget
from .dead_reach import Tile
from .dead_terrain import BIT, Terrain

Men = tuple[int, ...]

# A tile is its square in bits 0 to 5, its value from bit 6 on and its side in bit 10. A clock has its side in bit
# 10 as well, and from bit 11 on how many moves it has left.
_CLOCK = 1 << 40  # a man from here on is a clock
_TICK = 1 << 11
_ENDLESS = 1 << 20
_FAR = 99
_HEADLONG = 3  # how much a move nearer to a capture outweighs a ply already played
_GLANCE = 256  # positions between two looks at the time


def man_of(tile: Tile) -> int:
    """A tile as a number: side, value and square."""
    return tile.side << 10 | tile.value << 6 | tile.square


def clock_of(side: int, moves: int | None) -> int:
    """A man who can move so often, or always (None), and does nothing else."""
    return _CLOCK | side << 10 | (_ENDLESS if moves is None else moves) * _TICK


def square_of(man: int) -> int:
    return man & 63


def is_clock(man: int) -> bool:
    return man >= _CLOCK


class Meter:
    """Counts the positions looked at, and tells when the budget is spent."""

    def __init__(self, budget: Budget) -> None:
        self.visited = 0
        self._positions = budget.positions
        self._deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
        self._on_pause = budget.on_pause

    def left(self) -> int:
        """How many positions may still be looked at."""
        return max(0, self._positions - self.visited)

    def is_spent(self) -> bool:
        if self.visited >= self._positions:
            return True
        if self.visited % _GLANCE or not self.visited:
            return False
        now = time.monotonic()
        if self._on_pause is not None:
            self._on_pause()
            if self._deadline is not None:
                self._deadline += time.monotonic() - now  # a pause does not count
        return self._deadline is not None and now > self._deadline


class Move(NamedTuple):
    """One ply of a line: a man, and the man it becomes; or the square on which it captures."""

    man: int
    becomes: int
    captures_on: int | None = None


class _Options(NamedTuple):
    """What a man can do; each move is the man it becomes, that square's bit, and the ways there."""

    side: int
    bit: int
    moves: tuple[tuple[int, int, tuple[int, ...]], ...]
    strikes: tuple[tuple[int, int, tuple[int, ...]], ...]
    barragoons: tuple[tuple[int, tuple[int, ...]], ...]


class Steps(dict[int, _Options]):
    """What each man can do on a terrain, worked out when it is first asked for."""

    def __init__(self, terrain: Terrain) -> None:
        super().__init__()
        self._terrain = terrain

    def __missing__(self, man: int) -> _Options:
        side = man >> 10 & 1
        if is_clock(man):
            left = (man & _CLOCK - 1) // _TICK
            becomes = man if left == _ENDLESS else man - _TICK
            options = _Options(side, 0, ((becomes, 0, (0,)),) if left else (), (), ())
        else:
            kind, square = man & ~63, man & 63
            row = self._terrain.row(man >> 6 & 15, square)
            options = _Options(
                side,
                BIT[square],
                tuple((kind | step.target, BIT[step.target], step.ways) for step in row.moves),
                tuple((step.target, BIT[step.target], step.ways) for step in row.strikes),
                tuple((step.target, step.ways) for step in row.barragoons),
            )
        self[man] = options
        return options


class Search:
    """A search from one position; it can be run piece by piece.

    With `turn` None any tile may move at any time. That allows more lines than the rules do: nobody has to
    move, and nobody loses for want of moves. If even so there is no capture, there is none.

    `levels` are the express levels: a side to move whose movable men are not more than its level has lost.
    """

    def __init__(self, men: Men, turn: int | None, levels: tuple[int, int], steps: Steps) -> None:
        self.line: tuple[Move, ...] | None = None  # once a capture was found
        self._levels = levels
        self._steps = steps
        self._alternates = turn is not None
        start = tuple(sorted(men))
        # By side to move: the positions seen, and which one led there first.
        self._seen: tuple[dict[Men, Men | None], dict[Men, Men | None]] = ({}, {})
        self._seen[turn or 0][start] = None
        self._order = count()
        self._frontier: list[tuple[int, int, int, Men, int]] = [(0, 0, 0, start, turn or 0)]
        self._guide: _Guide | None = None

    @property
    def is_exhausted(self) -> bool:
        """Whether every position was looked at and none of them has a capture."""
        return self.line is None and not self._frontier

    def run(self, meter: Meter, limit: int, *, guided: bool) -> None:
        """Look at up to so many more positions; stops before if a capture is found or the budget is spent."""
        if guided and self._guide is None and self._frontier and self.line is None:
            self._set_guide(_Guide(self._steps))
        frontier = self._frontier
        while frontier and limit and self.line is None and not meter.is_spent():
            _, depth, _, men, side = heappop(frontier)
            meter.visited += 1
            limit -= 1
            if self._alternates:
                self._look_at(men, side, side, depth)
            else:
                self._look_at(men, 0, 0, depth)
                if self.line is None:
                    self._look_at(men, 1, 0, depth)

    def _set_guide(self, guide: _Guide) -> None:
        self._guide = guide
        self._frontier = [
            (depth + guide.distance(men), depth, order, men, side)
            for _, depth, order, men, side in self._frontier
        ]
        heapify(self._frontier)

    def _look_at(self, men: Men, mover: int, layer: int, depth: int) -> None:
        """Find a capture by the mover, or note the positions his moves lead to."""
        steps = self._steps
        tiles = [0, 0]
        for man in men:
            options = steps[man]
            tiles[options.side] |= options.bit
        foes = tiles[1 - mover]
        occupied = tiles[0] | tiles[1]
        reached: list[tuple[int, int]] = []
        capture: Move | None = None
        movable = 0
        for index, man in enumerate(men):
            side, _, moves, strikes, barragoons = steps[man]
            if side != mover:
                continue
            before = len(reached)
            for becomes, bit, ways in moves:
                if not occupied & bit:
                    for way in ways:
                        if not occupied & way:
                            reached.append((index, becomes))
                            break
            captured_on = _captured(strikes, barragoons, foes, occupied)
            if captured_on is not None:
                capture = Move(man, man, captured_on)
            if captured_on is not None or len(reached) > before:
                movable += 1
        if self._alternates and movable <= self._levels[mover]:
            return  # the mover has lost: the line ends here
        if capture is not None:
            self.line = (*self._line_to(men, layer), capture)
            return
        next_layer = 1 - layer if self._alternates else 0
        seen = self._seen[next_layer]
        guide, depth = self._guide, depth + 1
        for index, becomes in reached:
            changed = list(men)
            changed[index] = becomes
            changed.sort()
            child = tuple(changed)
            if child not in seen:
                seen[child] = men
                priority = depth + guide.distance(child) if guide else depth
                heappush(self._frontier, (priority, depth, next(self._order), child, next_layer))

    def _line_to(self, men: Men, layer: int) -> list[Move]:
        line: list[Move] = []
        while (before := self._seen[layer][men]) is not None:
            if self._alternates:
                layer = 1 - layer
            line.append(self._difference(before, men, layer))
            men = before
        return line[::-1]

    def _difference(self, before: Men, after: Men, mover: int) -> Move:
        left = set(before) - set(after)
        if not left:  # only a clock without end stays what it is
            man = next(man for man in before if is_clock(man) and self._steps[man].side == mover)
            return Move(man, man)
        return Move(left.pop(), (set(after) - set(before)).pop())


def _captured(
    strikes: tuple[tuple[int, int, tuple[int, ...]], ...],
    barragoons: tuple[tuple[int, tuple[int, ...]], ...],
    foes: int,
    occupied: int,
) -> int | None:
    """The square of something a man can capture, if there is one."""
    for target, ways in barragoons:
        for way in ways:
            if not occupied & way:
                return target
    for target, bit, ways in strikes:
        if foes & bit:
            for way in ways:
                if not occupied & way:
                    return target
    return None


class _Guide:
    """Estimates how far a position is from a capture. A wrong estimate costs time, never the verdict."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._known: dict[int, tuple[int, dict[int, int]]] = {}

    def distance(self, men: Men) -> int:
        """The fewest moves in which one tile, were it alone, captures something where that stands now."""
        steps = self._steps
        squares: tuple[list[int], list[int]] = ([], [])
        for man in men:
            if not is_clock(man):
                squares[steps[man].side].append(man & 63)
        best = _FAR
        for man in men:
            to_barragoon, to_square = self._known.get(man) or self._work_out(man)
            best = min(best, to_barragoon)
            for square in squares[1 - steps[man].side]:
                best = min(best, to_square.get(square, _FAR))
        return best * _HEADLONG

    def _work_out(self, man: int) -> tuple[int, dict[int, int]]:
        """Moves until a barragoon is captured, and until something on a square is."""
        to_barragoon = _FAR
        to_square: dict[int, int] = {}
        seen = {man}
        ring, moves = ([] if is_clock(man) else [man]), 1
        while ring:
            following = []
            for stands in ring:
                options = self._steps[stands]
                if options.barragoons:
                    to_barragoon = min(to_barragoon, moves)
                for target, _, _ in options.strikes:
                    to_square.setdefault(target, moves)
                for becomes, _, _ in options.moves:
                    if becomes not in seen:
                        seen.add(becomes)
                        following.append(becomes)
            ring, moves = following, moves + 1
        self._known[man] = known = (to_barragoon, to_square)
        return known
