"""Watches a game for dead positions (6b), at next to no cost while there is something to capture.

Deadness is inherited: what follows a dead position, move by move, never has a capture either. So a position is
not dead if a capture is played in it, if the side to move has one, or if the other side has one after the
move that is about to be played. Mostly one look at the tile that moved last tells (`glance`).

Otherwise lines of up to three plies are looked for. A line of several plies is remembered with what it depends
on: the bits of the board's integer (see `ways`) that its ways and its end look at, and the tiles that move in
it. On every other board that agrees in these, the same line can be played. Last of all `dead_decision` is
asked, with a budget of positions but not of seconds: the same record is always judged the same way. What it
cannot decide is not called dead.

That a side to move has lost comes first (6a) and is the caller's matter. With express levels a line ends
where a player has too few movable tiles; then only captures by the side to move count as seen at once, and
`dead_decision` does the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import lru_cache, reduce
from itertools import compress
from operator import and_, itemgetter
from typing import Final, NamedTuple, TypeAlias

from engine.barragoon.board import CONTENTS, SIDE_OF
from engine.barragoon.ways import BITS, REACH, WAYS

POSITIONS: Final = 20_000  # how many positions may be looked at for one verdict within a game
_REMEMBERED: Final = 8

# By square: the one bit that every content but an empty square sets.
_OCCUPIED: Final = tuple(reduce(and_, bits) for bits in zip(*BITS[1:CONTENTS], strict=True))


# What a glance can tell.
UNKNOWN: Final = 0
CAPTURE_NOW: Final = 1  # the side to move can capture
CAPTURE_NEXT: Final = 2  # after the move, the other side can


# A capture seen before: the tile's square, the tile, the square it captures on, and the way's mask.
Threat: TypeAlias = tuple[int, int, int, int]
NO_THREAT: Final[Threat] = (0, -1, 0, 0)


def glance(cells: list[int], board: int, squares: int, last: int, turn: int, threats: list[Threat]) -> int:
    """Look for a capture by the side to move, or by the other side after a quiet move (origin << 6 | target).

    `threats` has a capture of each side's that was seen before; new ones are put there. The tile that moved
    last stands on `last` (-1: none did). There are no express levels.
    """
    origin = squares >> 6
    moved = BITS[cells[origin]][squares & 63]
    other = 1 - turn
    square, tile, target, mask = threats[other]
    if cells[square] == tile and cells[target] and target != origin and not (board | moved) & mask:
        return CAPTURE_NEXT
    square, tile, target, mask = threats[turn]
    if cells[square] == tile and cells[target] and not board & mask:
        return CAPTURE_NOW
    # The tiles that are most likely to be near something come first.
    if last >= 0:
        found = _capture_by(cells, board | moved, last, cells[last], origin)
        if found:
            threats[other] = found
            return CAPTURE_NEXT
    if _capture_by(cells, board, origin, cells[origin]):
        return CAPTURE_NOW
    found = _capture(cells, board | moved, other, origin)
    if found:
        threats[other] = found
        return CAPTURE_NEXT
    found = _capture(cells, board, turn)
    if found:
        threats[turn] = found
        return CAPTURE_NOW
    return UNKNOWN


class Standing(Enum):
    """What can be said of a position within the budget of a game."""

    ALIVE = "alive"
    DEAD = "dead"
    OPEN = "open"  # 6b does not apply, or it cannot be decided


def is_dead(cells: list[int], board: int, turn: int, express: tuple[int, int]) -> bool:
    """Whether 6b ends the game here. The side to move is known not to have lost."""
    if _capture(cells, board, turn):
        return False
    return _standing_without_capture(bytes(cells), board, turn, express) is Standing.DEAD


def is_dead_after_glance(cells: list[int], board: int, turn: int) -> bool:
    """The same for a position in which a glance has seen no capture."""
    return _standing_without_capture(bytes(cells), board, turn, (0, 0)) is Standing.DEAD


def standing(cells: list[int], board: int, turn: int, express: tuple[int, int]) -> Standing:
    """The same without knowing whether the side to move has lost."""
    if express == (0, 0) and _capture(cells, board, turn):
        return Standing.ALIVE
    return _standing_without_capture(bytes(cells), board, turn, express)


@lru_cache(maxsize=256)  # games begin alike
def _standing_without_capture(cells: bytes, board: int, turn: int, express: tuple[int, int]) -> Standing:
    """Of a position in which the side to move cannot capture; with express levels of any position."""
    if express == (0, 0):
        for line in _lately[turn]:
            if line.holds(cells, board):
                return Standing.ALIVE
        found = _line_of_two(cells, board, turn) or _line_of_three(cells, board, turn)
        if found is not None:
            _lately[turn] = (found, *_lately[turn][: _REMEMBERED - 1])
            return Standing.ALIVE
    return _proved_standing(cells, turn, express)


def _capture(cells: Sequence[int], board: int, side: int, vacated: int = -1) -> Threat | None:
    """A capture this side could make on this board."""
    own = bytes(cells).translate(_OWN_TILES[side])
    square = own.find(1)
    while square >= 0:
        found = _capture_by(cells, board, square, cells[square], vacated)
        if found:
            return found
        square = own.find(1, square + 1)
    return None


def _capture_by(cells: Sequence[int], board: int, square: int, tile: int, vacated: int = -1) -> Threat | None:
    """A capture by this tile on this square. The cells may be of a ply before, when one tile stood on `vacated`."""
    contents_of, strikes = _STRIKES[tile << 6 | square]
    for target, masks in compress(strikes, contents_of(cells)):
        for mask in masks:
            if not board & mask and target != vacated:
                return square, tile, target, mask
    return None


# By side: a table that turns contents into 1 for this side's tiles and 0 for everything else.
_OWN_TILES: Final = tuple(
    bytes(SIDE_OF[content] == side for content in range(CONTENTS)) + bytes(256 - CONTENTS) for side in (0, 1)
)


class _StrikesOfTile(NamedTuple):
    """Where a tile could capture, each square with the masks of the ways there."""

    contents_of: Callable[[Sequence[int]], tuple[int, ...]]  # gets what lies on these squares
    strikes: tuple[tuple[int, tuple[int, ...]], ...]


class _Strikes(dict[int, _StrikesOfTile]):
    """By `tile << 6 | square`."""

    def __missing__(self, key: int) -> _StrikesOfTile:
        strikes = tuple((reach.target, reach.masks) for reach in REACH[key] if reach.full)
        contents_of = itemgetter(*(target for target, _ in strikes))
        found = self[key] = _StrikesOfTile(contents_of, strikes)
        return found


_STRIKES: Final = _Strikes()


class _Line(NamedTuple):
    """A line to a capture that can be played wherever the board agrees with it."""

    guard: int  # the bits it depends on
    value: int  # and what they are
    tiles: tuple[tuple[int, int], ...]  # the tiles that move: square and content

    def holds(self, cells: bytes, board: int) -> bool:
        return board & self.guard == self.value and all(cells[square] == tile for square, tile in self.tiles)


# Lines seen lately in any game, by the side to move, the latest first. They only save time.
_lately: list[tuple[_Line, ...]] = [(), ()]


class _Ply(NamedTuple):
    origin: int
    target: int
    mask: int
    tile: int


def _line_of_two(cells: bytes, board: int, turn: int) -> _Line | None:
    """A move, and the other side captures."""
    capture = _capture(cells, board, 1 - turn)
    if capture is not None:
        square, tile, target, mask = capture
        for move in _quiet_moves(cells, board, turn):
            if move.origin != target and not _after(board, move) & mask:
                guard = move.mask | mask | _OCCUPIED[target]
                return _Line(guard, board & guard, ((move.origin, move.tile), (square, tile)))
    return None


def _line_of_three(cells: bytes, board: int, turn: int) -> _Line | None:
    """A tile moves, the other side makes some move, and the same tile captures."""
    for move in _quiet_moves(cells, board, turn):
        moved = _after(board, move)
        capture = _capture_by(cells, moved, move.target, move.tile, move.origin)
        if capture is None:
            continue
        _, _, target, mask = capture
        for reply in _quiet_moves(cells, moved, 1 - turn):
            if reply.origin != target and not _after(moved, reply) & mask:
                guard = move.mask | reply.mask | mask | _OCCUPIED[target]
                return _Line(guard, board & guard, ((move.origin, move.tile), (reply.origin, reply.tile)))
    return None


def _quiet_moves(cells: bytes, board: int, side: int) -> Iterator[_Ply]:
    """The side's moves to squares that are empty on this board; the cells may be of a ply before."""
    for square, tile in enumerate(cells):
        if SIDE_OF[tile] == side:
            for way in WAYS[tile << 6 | square]:
                mask = way.mask | _OCCUPIED[way.target]
                if not board & mask:
                    yield _Ply(square, way.target, mask, tile)


def _after(board: int, move: _Ply) -> int:
    bits = BITS[move.tile]
    return board ^ bits[move.origin] ^ bits[move.target]


def _proved_standing(cells: bytes, turn: int, express: tuple[int, int]) -> Standing:
    from engine.adjudication.proof import Budget, Verdict
    from engine.barragoon.dead_decision import decide  # loaded only when somebody comes near

    verdict = decide(cells, turn, express, Budget(POSITIONS)).verdict
    if verdict is Verdict.DEAD:
        return Standing.DEAD
    return Standing.ALIVE if verdict is Verdict.ALIVE else Standing.OPEN
