"""Watches a game for dead positions (6b), at next to no cost while there is something to capture.

Deadness is inherited: what follows a dead position, move by move, never has a capture either. So a position is
not dead if a capture is played in it, if the side to move has one, or if the other side has one after the
move that is about to be played. Mostly one look at the tile that moved last tells (`glance`).

Otherwise lines of up to three plies are looked for (`dead_lines`), and a line found before is tried again. Last
of all `dead_decision` is asked, with a budget of positions but not of seconds: the same record is always
judged the same way. What it cannot decide is not called dead.

That a side to move has lost comes first (6a) and is the caller's matter. With express levels a line ends
where a player has too few movable tiles; then only captures by the side to move count as seen at once, and
`dead_decision` does the rest.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from itertools import compress
from typing import Final

from engine.barragoon.dead_lines import (
    NO_THREAT,
    STRIKES,
    Line,
    capture,
    line_of_three,
    line_of_two,
)
from engine.barragoon.ways import BITS

POSITIONS: Final = 20_000  # how many positions may be looked at for one verdict within a game

# What a glance can tell.
UNKNOWN: Final = 0
CAPTURE_NOW: Final = 1  # the side to move can capture
CAPTURE_NEXT: Final = 2  # after the move, the other side can
CAPTURE_LATER: Final = 3  # a line seen before can be played


class Memory:
    """What a game has seen before: a capture of each side's, and a line for each side to move."""

    __slots__ = ("lines", "threats")

    def __init__(self) -> None:
        self.threats = [NO_THREAT, NO_THREAT]
        self.lines: list[Line | None] = [None, None]


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
    # `dead_lines.capture_by`, written out because they run at almost every quiet ply.
    if last >= 0:
        tile = cells[last]
        contents_of, strikes = STRIKES[tile << 6 | last]
        for target, mask in compress(strikes, contents_of(cells)):
            if not board & mask and not moved & mask and target != origin:
                threats[other] = (last, tile, target, mask)
                return CAPTURE_NEXT
    contents_of, strikes = STRIKES[moving << 6 | origin]
    for _, mask in compress(strikes, contents_of(cells)):
        if not board & mask:
            return CAPTURE_NOW
    line = memory.lines[turn]
    if line is not None and line.holds(cells, board):
        return CAPTURE_LATER
    found = capture(cells, board | moved, other, origin)
    if found:
        threats[other] = found
        return CAPTURE_NEXT
    found = capture(cells, board, turn)
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
    if capture(cells, board, turn):
        return False
    return _without_capture(bytes(cells), board, turn, express)[0] is Standing.DEAD


def is_dead_after_glance(cells: list[int], board: int, turn: int, memory: Memory) -> bool:
    """The same for a position in which a glance has seen nothing."""
    found, memory.lines[turn] = _without_capture(bytes(cells), board, turn, (0, 0))
    return found is Standing.DEAD


def standing(cells: list[int], board: int, turn: int, express: tuple[int, int]) -> Standing:
    """The same without knowing whether the side to move has lost."""
    if express == (0, 0) and capture(cells, board, turn):
        return Standing.ALIVE
    return _without_capture(bytes(cells), board, turn, express)[0]


@lru_cache(maxsize=256)  # games begin alike
def _without_capture(
    cells: bytes, board: int, turn: int, express: tuple[int, int]
) -> tuple[Standing, Line | None]:
    """The standing of a position in which the side to move cannot capture, and a line if one was seen at once.

    With express levels it may be any position.
    """
    if express == (0, 0):
        line = line_of_two(cells, board, turn) or line_of_three(cells, board, turn)
        if line is not None:
            return Standing.ALIVE, line
    return _proved_standing(cells, turn, express), None


def _proved_standing(cells: bytes, turn: int, express: tuple[int, int]) -> Standing:
    from engine.adjudication.proof import Budget, Verdict
    from engine.barragoon.dead_decision import decide  # loaded only when somebody comes near

    verdict = decide(cells, turn, express, Budget(POSITIONS)).verdict
    if verdict is Verdict.DEAD:
        return Standing.DEAD
    return Standing.ALIVE if verdict is Verdict.ALIVE else Standing.OPEN
