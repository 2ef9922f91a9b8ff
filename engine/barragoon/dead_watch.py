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

# By square: the one bit that every content but an empty square sets.
_OCCUPIED: Final = tuple(reduce(and_, bits) for bits in zip(*BITS[1:CONTENTS], strict=True))


# What a glance can tell.
UNKNOWN: Final = 0
CAPTURE_NOW: Final = 1  # the side to move can capture
CAPTURE_NEXT: Final = 2  # after the move, the other side can
CAPTURE_LATER: Final = 3  # a line seen before can be played


# A capture seen before: the tile's square, the tile, the square it captures on, and the way's mask.
_Threat: TypeAlias = tuple[int, int, int, int]
_NO_THREAT: Final[_Threat] = (0, -1, 0, 0)


class _Line(NamedTuple):
    """A line of several plies to a capture that can be played wherever the board agrees with it."""

    guard: int  # the bits it depends on
    value: int  # and what they are
    tiles: tuple[tuple[int, int], ...]  # the tiles that move: square and content

    def holds(self, cells: Sequence[int], board: int) -> bool:
        return board & self.guard == self.value and all(cells[square] == tile for square, tile in self.tiles)


class Memory:
    """What a game has seen before: a capture of each side's, and a line for each side to move."""

    __slots__ = ("lines", "threats")

    def __init__(self) -> None:
        self.threats = [_NO_THREAT, _NO_THREAT]
        self.lines: list[_Line | None] = [None, None]


def glance(cells: list[int], board: int, squares: int, last: int, turn: int, memory: Memory) -> int:
    """Look for a capture by the side to move, or by the other side after a quiet move (origin << 6 | target).

    The tile that moved last stands on `last` (-1: none did). There are no express levels. What is seen is put
    into the memory.
    """
    origin = squares >> 6
    other = 1 - turn
    threats = memory.threats
    moving = cells[origin]
    moved = BITS[moving][squares & 63]
    square, tile, target, mask = threats[other]
    if cells[square] == tile and cells[target] and not board & mask and not moved & mask and target != origin:
        return CAPTURE_NEXT
    square, tile, target, mask = threats[turn]
    if cells[square] == tile and cells[target] and not board & mask:
        return CAPTURE_NOW
    # The tiles that are most likely to be near something come first: those that move. These two loops are
    # `_capture_by`, written out because they run at almost every quiet ply.
    if last >= 0:
        tile = cells[last]
        contents_of, strikes = _STRIKES[tile << 6 | last]
        for target, mask in compress(strikes, contents_of(cells)):
            if not board & mask and not moved & mask and target != origin:
                threats[other] = (last, tile, target, mask)
                return CAPTURE_NEXT
    contents_of, strikes = _STRIKES[moving << 6 | origin]
    for _, mask in compress(strikes, contents_of(cells)):
        if not board & mask:
            return CAPTURE_NOW
    line = memory.lines[turn]
    if line is not None and line.holds(cells, board):
        return CAPTURE_LATER
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
    return _without_capture(bytes(cells), board, turn, express)[0] is Standing.DEAD


def is_dead_after_glance(cells: list[int], board: int, turn: int, memory: Memory) -> bool:
    """The same for a position in which a glance has seen nothing."""
    found, memory.lines[turn] = _without_capture(bytes(cells), board, turn, (0, 0))
    return found is Standing.DEAD


def standing(cells: list[int], board: int, turn: int, express: tuple[int, int]) -> Standing:
    """The same without knowing whether the side to move has lost."""
    if express == (0, 0) and _capture(cells, board, turn):
        return Standing.ALIVE
    return _without_capture(bytes(cells), board, turn, express)[0]


@lru_cache(maxsize=256)  # games begin alike
def _without_capture(
    cells: bytes, board: int, turn: int, express: tuple[int, int]
) -> tuple[Standing, _Line | None]:
    """The standing of a position in which the side to move cannot capture, and a line if one was seen at once.

    With express levels it may be any position.
    """
    if express == (0, 0):
        line = _line_of_two(cells, board, turn) or _line_of_three(cells, board, turn)
        if line is not None:
            return Standing.ALIVE, line
    return _proved_standing(cells, turn, express), None


def _capture(cells: Sequence[int], board: int, side: int, vacated: int = -1) -> _Threat | None:
    """A capture this side could make on this board."""
    own = bytes(cells).translate(_OWN_TILES[side])
    square = own.find(1)
    while square >= 0:
        found = _capture_by(cells, board, square, cells[square], vacated)
        if found:
            return found
        square = own.find(1, square + 1)
    return None


def _capture_by(
    cells: Sequence[int], board: int, square: int, tile: int, vacated: int = -1
) -> _Threat | None:
    """A capture by this tile on this square. The cells may be of a ply before, when one tile stood on `vacated`."""
    contents_of, strikes = _STRIKES[tile << 6 | square]
    for target, mask in compress(strikes, contents_of(cells)):
        if not board & mask and target != vacated:
            return square, tile, target, mask
    return None


# By side: a table that turns contents into 1 for this side's tiles and 0 for everything else.
_OWN_TILES: Final = tuple(
    bytes(SIDE_OF[content] == side for content in range(CONTENTS)) + bytes(256 - CONTENTS) for side in (0, 1)
)


class _StrikesOfTile(NamedTuple):
    """The ways on which a tile could capture: the square at the end of each, and its mask."""

    contents_of: Callable[[Sequence[int]], tuple[int, ...]]  # gets what lies at the end of each
    strikes: tuple[tuple[int, int], ...]


class _Strikes(dict[int, _StrikesOfTile]):
    """By `tile << 6 | square`."""

    def __missing__(self, key: int) -> _StrikesOfTile:
        strikes = tuple((reach.target, mask) for reach in REACH[key] if reach.full for mask in reach.masks)
        contents_of = itemgetter(*(target for target, _ in strikes))
        found = self[key] = _StrikesOfTile(contents_of, strikes)
        return found


_STRIKES: Final = _Strikes()


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
