"""Captures and short lines to a capture, found and looked up fast.

What was found is kept with what it depends on: the bits of the board's integer (see `ways`) that its ways and
its end look at, and the tiles that move. On every other board that agrees in these, the same can be played: its
moves change the same bits in the same way, so each way is as open as it was.

Nothing in here knows express levels: with them a line may end earlier.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from .board import CONTENTS, SIDE_OF
from .ways import BITS, OCCUPIED, REACH, WAYS

# A capture: the tile's square, the tile, the square it captures on, and the way's mask.
Threat: TypeAlias = tuple[int, int, int, int]


class CaptureLine(NamedTuple):
    """A line of several plies to a capture that can be played wherever the board agrees with it."""

    guard: int  # the bits it depends on
    value: int  # and what they are
    square: int  # the tile that moves first
    tile: int
    other_square: int  # and the other side's tile that moves
    other_tile: int


def capture(cells: Sequence[int], board: int, side: int, vacated: int = -1) -> Threat | None:
    """A capture this side could make on this board."""
    own = bytes(cells).translate(_OWN_TILES[side])
    square = own.find(1)
    while square >= 0:
        found = capture_by(cells, board, square, cells[square], vacated)
        if found:
            return found
        square = own.find(1, square + 1)
    return None


def capture_by(cells: Sequence[int], board: int, square: int, tile: int, vacated: int = -1) -> Threat | None:
    """A capture by this tile on this square. The cells may be of a ply before, when one tile stood on `vacated`."""
    for target, mask in STRIKES[tile << 6 | square]:
        if cells[target] and not board & mask and target != vacated:
            return square, tile, target, mask
    return None


# By side: a table that turns contents into 1 for this side's tiles and 0 for everything else.
_OWN_TILES: Final = tuple(
    bytes(SIDE_OF[content] == side for content in range(CONTENTS)) + bytes(256 - CONTENTS) for side in (0, 1)
)


class _Strikes(dict[int, tuple[tuple[int, int], ...]]):
    """By `tile << 6 | square`: the ways on which that tile could capture: the square at the end, and the mask."""

    def __missing__(self, key: int) -> tuple[tuple[int, int], ...]:
        strikes = self[key] = tuple(
            (reach.target, mask) for reach in REACH[key] if reach.full for mask in reach.masks
        )
        return strikes


STRIKES: Final = _Strikes()


class _Ply(NamedTuple):
    """A quiet move: from where to where, what must be free for it, and the tile."""

    origin: int
    target: int
    mask: int
    tile: int


def line_of_two(cells: bytes, board: int, turn: int) -> CaptureLine | None:
    """A move, and the other side captures."""
    threat = capture(cells, board, 1 - turn)
    if threat is not None:
        square, tile, target, mask = threat
        for move in _quiet_moves(cells, board, turn):
            if move.origin != target and not _after(board, move) & mask:
                guard = move.mask | mask | OCCUPIED[target] | OCCUPIED[move.origin] | OCCUPIED[square]
                return CaptureLine(guard, board & guard, move.origin, move.tile, square, tile)
    return None


def lines_of_three(cells: bytes, board: int, turn: int) -> Iterator[CaptureLine]:
    """A tile moves, the other side makes some move, and the same tile captures."""
    for move in _quiet_moves(cells, board, turn):
        moved = _after(board, move)
        threat = capture_by(cells, moved, move.target, move.tile, move.origin)
        if threat is None:
            continue
        _, _, target, mask = threat
        for reply in _quiet_moves(cells, moved, 1 - turn):
            if reply.origin != target and not _after(moved, reply) & mask:
                ways = move.mask | reply.mask | mask
                guard = ways | OCCUPIED[target] | OCCUPIED[move.origin] | OCCUPIED[reply.origin]
                yield CaptureLine(guard, board & guard, move.origin, move.tile, reply.origin, reply.tile)


def _quiet_moves(cells: bytes, board: int, side: int) -> Iterator[_Ply]:
    """The side's moves to squares that are empty on this board; the cells may be of a ply before."""
    own = cells.translate(_OWN_TILES[side])
    square = own.find(1)
    while square >= 0:
        for ply in _QUIET_PLIES[cells[square] << 6 | square]:
            if not board & ply.mask:
                yield ply
        square = own.find(1, square + 1)


class _QuietPlies(dict[int, tuple[_Ply, ...]]):
    """By `tile << 6 | square`: every quiet move of that tile, each way by itself."""

    def __missing__(self, key: int) -> tuple[_Ply, ...]:
        plies = self[key] = tuple(
            _Ply(key & 63, way.target, way.mask | OCCUPIED[way.target], key >> 6) for way in WAYS[key]
        )
        return plies


_QUIET_PLIES: Final = _QuietPlies()


def _after(board: int, move: _Ply) -> int:
    bits = BITS[move.tile]
    return board ^ bits[move.origin] ^ bits[move.target]
