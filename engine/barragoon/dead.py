"""Proves whether a position is dead (6b): whether any line of legal moves still leads to a capture.

>>> from engine.barragoon.dead import prove
>>> proof = prove("7/7/7/7/7/7/7/7/Z1z4 w 0 0-0")
>>> proof.verdict.value, proof.witness
('alive', ('a1xc1',))

The deciding is done in `dead_decision`; here its line becomes plies as players write them, and the referee
replays them before anybody sees them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..adjudication.proof import DEFAULT_BUDGET, Budget, Proof
from .board import EMPTY, FACES, NAMES
from .dead_decision import decide
from .dead_tempo import Hop
from .game import Game
from .position import Position


def prove(position: str | Position, budget: Budget = DEFAULT_BUDGET) -> Proof:
    """Decide a position and show why; `PositionError` if it cannot be read."""
    parsed = Position.parse(position) if isinstance(position, str) else position
    decision = decide(parsed.cells, parsed.turn, parsed.express, budget)
    witness = _replayed(parsed, decision.line) if decision.line else ()
    text = position if isinstance(position, str) else position.text
    return Proof(text, decision.verdict, decision.how, decision.visited, witness)


def _replayed(start: Position, line: Sequence[Hop]) -> tuple[str, ...]:
    """The line as plies, each taken by the referee; only the last one captures."""
    game = Game(position=start, dead_positions=False)
    for number, (origin, target) in enumerate(line, 1):
        captured = game.cells[target]
        if (captured != EMPTY) != (number == len(line)):
            raise RuntimeError(
                f"ply {number} of {len(line)} is not what the search took it for: {start.text}"
            )
        mark = "x" if captured else "-"
        game.push(f"{NAMES[origin]}{mark}{NAMES[target]}{_placements(game, origin, captured)}")
    return tuple(game.plies)


def _placements(game: Game, origin: int, captured: int) -> str:
    """Somewhere to put the barragoons that are due: where the tile came from, and the next empty squares."""
    if not captured or game.is_last_tile(captured):
        return ""
    empty = [origin, *(square for square, content in enumerate(game.cells) if content == EMPTY)]
    due = game.placements_due(captured)
    return "".join(f"/{FACES[0].code}@{NAMES[square]}" for square in empty[:due])
