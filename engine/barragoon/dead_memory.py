"""What a game remembers of the captures it has seen, so that one look mostly tells that a position is not dead (6b).

A capture or a line that was seen is kept with what it depends on (see `dead_lines`), and holds on every later
board that agrees with it, whatever was played or taken back in between.

A position is not dead either if the one after a legal move is not. So the move that is about to be played is
as good a first move of a line as any, and what is seen after it counts for both positions.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from .dead_lines import STRIKES, CaptureLine, Threat, capture, lines_of_three
from .ways import OCCUPIED

# What a glance can tell.
UNKNOWN: Final = 0
ALIVE_NOW: Final = 1  # the position is not dead
ALIVE_NEXT: Final = 2  # nor is the one after the move

# A capture seen before: the tile's square, the tile, the bits it depends on besides, and what they are.
_Seen: TypeAlias = tuple[int, int, int, int]
_NOTHING: Final[_Seen] = (0, -1, 0, 0)
_MAX_LINES = 5  # so many are remembered for each side to move


class Memory:
    """What a game has seen before: a capture of each side's, and lines for each side to move."""

    __slots__ = ("_captures", "_lines")

    def __init__(self, lines: tuple[tuple[CaptureLine, ...], tuple[CaptureLine, ...]] = ((), ())) -> None:
        self._captures = [_NOTHING, _NOTHING]
        self._lines = list(lines)

    def glance(self, cells: list[int], board: int, after: int, origin: int, last: int, turn: int) -> int:
        """Look for a line to a capture from a position, or from the one after the quiet move to be played.

        The move starts on `origin` and leads to the board `after`; the cells are those before it. The tile
        that moved last stands on `last` (-1: none did). There are no express levels.
        """
        other = 1 - turn
        captures = self._captures
        square, tile, guard, value = captures[other]
        if cells[square] == tile and after & guard == value:
            return ALIVE_NEXT
        square, tile, guard, value = captures[turn]
        if cells[square] == tile and board & guard == value:
            return ALIVE_NOW
        # The tiles that are most likely to be near something come first: those that move. These two loops are
        # `dead_lines.capture_by`, written out because they run at almost every quiet ply.
        if last >= 0:
            tile = cells[last]
            for target, mask in STRIKES[tile << 6 | last]:
                if cells[target] and not after & mask and target != origin:
                    value = OCCUPIED[target]
                    captures[other] = (last, tile, value | mask, value)
                    return ALIVE_NEXT
        for target, mask in STRIKES[cells[origin] << 6 | origin]:
            if cells[target] and not board & mask:
                return ALIVE_NOW
        return self._look_around(cells, board, after, origin, turn)

    def add_line(self, turn: int, line: CaptureLine) -> None:
        """Remember a line for this side to move."""
        self._lines[turn] = (line, *self._lines[turn][: _MAX_LINES - 1])

    def _look_around(self, cells: list[int], board: int, after: int, origin: int, turn: int) -> int:
        """The same with the lines remembered, then with every tile."""
        other = 1 - turn
        for guard, value, square, tile, other_square, other_tile in self._lines[other]:
            if after & guard == value and cells[square] == tile and cells[other_square] == other_tile:
                return ALIVE_NEXT
        for guard, value, square, tile, other_square, other_tile in self._lines[turn]:
            if board & guard == value and cells[square] == tile and cells[other_square] == other_tile:
                return ALIVE_NOW
        threat = capture(cells, after, other, origin)
        if threat is not None:
            self._captures[other] = _seen(threat)
            return ALIVE_NEXT
        threat = capture(cells, board, turn)
        if threat is not None:
            self._captures[turn] = _seen(threat)
            return ALIVE_NOW
        return UNKNOWN


def _seen(threat: Threat) -> _Seen:
    square, tile, target, mask = threat
    return square, tile, mask | OCCUPIED[target], OCCUPIED[target]


@lru_cache(maxsize=2)
def lines_at_the_start(
    cells: tuple[int, ...], board: int
) -> tuple[tuple[CaptureLine, ...], tuple[CaptureLine, ...]]:
    """Lines for each side to move. No two of a side's share a tile, so that most outlive the first few plies."""
    return _independent_lines(bytes(cells), board, 0), _independent_lines(bytes(cells), board, 1)


def _independent_lines(cells: bytes, board: int, turn: int) -> tuple[CaptureLine, ...]:
    chosen: list[CaptureLine] = []
    taken: set[int] = set()
    for line in lines_of_three(cells, board, turn):
        if line.square not in taken and line.other_square not in taken:
            chosen.append(line)
            taken |= {line.square, line.other_square}
    return tuple(chosen)
