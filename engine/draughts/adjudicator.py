"""Adjudication of draughts: positions that came three times, and the rules of 25, 16 and 5 moves."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from ..adjudication.proof import Budget
from ..adjudication.protocol import Finding, FindingKind, Prover
from ..record import Record
from .draw_rules import LIMITS, DrawRule, DrawRun, RepeatedPosition, State, draw_runs, repeated_positions
from .game import Game
from .position import position_text
from .words import listed


class DrawVerdict(StrEnum):
    """The rule by which a game was drawn."""

    THREEFOLD = "threefold-position"
    MOVES_25 = "25-moves"
    MOVES_16 = "16-moves"
    MOVES_5 = "5-moves"


_VERDICTS: Final = {
    DrawRule.MOVES_25: DrawVerdict.MOVES_25,
    DrawRule.MOVES_16: DrawVerdict.MOVES_16,
    DrawRule.MOVES_5: DrawVerdict.MOVES_5,
}
_WHAT_COUNTS: Final = {
    DrawRule.MOVES_25: "only kings have moved, and nothing was captured",
    DrawRule.MOVES_16: "one king has stood against three pieces or fewer, a king among them",
    DrawRule.MOVES_5: "one king has stood against two pieces or one, a king among them",
}


class DraughtsAdjudicator:
    """Fulfils `engine.adjudication.protocol.Adjudicator`."""

    prover: Prover | None = None

    def is_capture(self, ply: str) -> bool:
        return "x" in ply

    def findings(self, record: Record, budget: Budget) -> Sequence[Finding]:
        game = record.start()
        if not isinstance(game, Game):
            raise TypeError("this is no record of draughts")
        for ply in record.main.plies:
            game.push(ply)
        states = game.states()
        return [
            *(_repetition(found, states) for found in repeated_positions(states)),
            *(_moves(run) for run in draw_runs(states) if _is_open(run.reached, game)),
        ]


ADJUDICATOR = DraughtsAdjudicator()


def _is_open(ply: int, game: Game) -> bool:
    """Whether the game was still going on after a ply: a win on the board comes first."""
    return ply < len(game.plies) or game.outcome() is None


def _repetition(found: RepeatedPosition, states: Sequence[State]) -> Finding:
    times = len(found.plies)
    after = listed([str(ply) if ply else "0 (the start)" for ply in found.plies])
    state = states[found.reached]
    message = f"The same position, with the same side to move, stood on the board {times} times: after plies {after}."
    proof = {
        "position": position_text(state.white, state.black, state.kings, state.turn),
        "plies": list(found.plies),
    }
    return Finding(
        FindingKind.REPETITION,
        DrawRule.REPETITION.value,
        found.reached,
        DrawVerdict.THREEFOLD,
        message,
        proof,
    )


def _moves(run: DrawRun) -> Finding:
    limit = LIMITS[run.rule]
    since = f"ply {run.since}" if run.since else "the start"
    message = (
        f"With ply {run.reached} both players have made {limit // 2} moves since {since} in which "
        f"{_WHAT_COUNTS[run.rule]}: the game is drawn."
    )
    proof = {"moves": limit // 2, "since": run.since, "last": run.last}
    return Finding(FindingKind.NO_PROGRESS, run.rule.value, run.reached, _VERDICTS[run.rule], message, proof)
