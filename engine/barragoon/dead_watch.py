"""Watches a game for dead positions (6b), at next to no cost while there is something to capture.

Deadness is inherited: what follows a dead position, move by move, never has a capture either. So a position is
not dead if a capture is played in it, if the side to move has one, or if the other side has one after the
move that is about to be played. Mostly one look tells (`dead_memory`).

Otherwise lines of up to three plies are looked for (`dead_lines`). Last of all `dead_decision` is asked, with a
budget of positions but not of seconds: the same record is always judged the same way. What it cannot decide is
not called dead.

That a side to move has lost comes first (6a) and is the caller's matter. With express levels a line ends
where a player has too few movable tiles; then only captures by the side to move count as seen at once, and
`dead_decision` does the rest.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final

from .dead_lines import CaptureLine, capture, line_of_two, lines_of_three
from .dead_memory import Memory

POSITIONS: Final = 20_000  # how many positions may be looked at for one verdict within a game


class Liveness(Enum):
    """What can be said of a position within the budget of a game."""

    ALIVE = "alive"
    DEAD = "dead"
    OPEN = "open"  # 6b does not apply, or it cannot be decided


def is_dead(cells: list[int], board: int, turn: int, express: tuple[int, int]) -> bool:
    """Whether 6b ends the game here. The side to move is known not to have lost."""
    if capture(cells, board, turn):
        return False
    return _without_capture(bytes(cells), board, turn, express)[0] is Liveness.DEAD


def is_dead_after_glance(cells: list[int], board: int, turn: int, memory: Memory) -> bool:
    """The same for a position in which a glance has seen nothing."""
    found, line = _without_capture(bytes(cells), board, turn, (0, 0))
    if line is not None:
        memory.add_line(turn, line)
    return found is Liveness.DEAD


def liveness(cells: list[int], board: int, turn: int, express: tuple[int, int]) -> Liveness:
    """The same without knowing whether the side to move has lost."""
    if express == (0, 0) and capture(cells, board, turn):
        return Liveness.ALIVE
    return _without_capture(bytes(cells), board, turn, express)[0]


@lru_cache(maxsize=256)  # games begin alike
def _without_capture(
    cells: bytes, board: int, turn: int, express: tuple[int, int]
) -> tuple[Liveness, CaptureLine | None]:
    """The standing of a position in which the side to move cannot capture, and a line if one was seen at once.

    With express levels it may be any position.
    """
    if express == (0, 0):
        line = line_of_two(cells, board, turn) or next(lines_of_three(cells, board, turn), None)
        if line is not None:
            return Liveness.ALIVE, line
    return _proved_liveness(cells, turn, express), None


def _proved_liveness(cells: bytes, turn: int, express: tuple[int, int]) -> Liveness:
    from ..adjudication.proof import Budget, ProofVerdict
    from .dead_decision import decide  # loaded only when somebody comes near

    verdict = decide(cells, turn, express, Budget(POSITIONS)).verdict
    if verdict is ProofVerdict.DEAD:
        return Liveness.DEAD
    return Liveness.ALIVE if verdict is ProofVerdict.ALIVE else Liveness.OPEN
