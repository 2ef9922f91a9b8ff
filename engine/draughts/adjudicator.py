"""Adjudication of draughts: the rules of 25, 16 and 5 moves, and the name of the one on positions that come back."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from ..adjudication.proof import Budget
from ..adjudication.protocol import Finding, FindingKind, Prover
from ..record import Record
from ..texts import gettext, sentence_of
from .draw_rules import LIMITS, DrawRule, DrawRun, draw_runs
from .game import Game


class DrawVerdict(StrEnum):
    """The rule by which a game was drawn."""

    MOVES_25 = "25-moves"
    MOVES_16 = "16-moves"
    MOVES_5 = "5-moves"


_VERDICTS: Final = {
    DrawRule.MOVES_25: DrawVerdict.MOVES_25,
    DrawRule.MOVES_16: DrawVerdict.MOVES_16,
    DrawRule.MOVES_5: DrawVerdict.MOVES_5,
}
_SINCE_PLY: Final = {
    DrawRule.MOVES_25: gettext(
        "With ply %(ply)s both players have made %(moves)s moves since ply %(since)s in which only kings "
        "have moved, "
        "and nothing was captured: the game is drawn."
    ),
    DrawRule.MOVES_16: gettext(
        "With ply %(ply)s both players have made %(moves)s moves since ply %(since)s in which one king "
        "has stood "
        "against three pieces or fewer, a king among them: the game is drawn."
    ),
    DrawRule.MOVES_5: gettext(
        "With ply %(ply)s both players have made %(moves)s moves since ply %(since)s in which one king "
        "has stood "
        "against two pieces or one, a king among them: the game is drawn."
    ),
}
_SINCE_START: Final = {
    DrawRule.MOVES_25: gettext(
        "With ply %(ply)s both players have made %(moves)s moves since the start in which only kings "
        "have moved, and "
        "nothing was captured: the game is drawn."
    ),
    DrawRule.MOVES_16: gettext(
        "With ply %(ply)s both players have made %(moves)s moves since the start in which one king has "
        "stood against "
        "three pieces or fewer, a king among them: the game is drawn."
    ),
    DrawRule.MOVES_5: gettext(
        "With ply %(ply)s both players have made %(moves)s moves since the start in which one king has "
        "stood against "
        "two pieces or one, a king among them: the game is drawn."
    ),
}


class DraughtsAdjudicator:
    """Fulfils `engine.adjudication.protocol.Adjudicator`."""

    prover: Prover | None = None
    position_rule: str | None = DrawRule.REPETITION.value

    def is_capture(self, ply: str) -> bool:
        return "x" in ply

    def findings(self, record: Record, budget: Budget) -> Sequence[Finding]:
        game = record.start()
        if not isinstance(game, Game):
            raise TypeError("this is no record of draughts")
        for ply in record.main.plies:
            game.push(ply)
        states = game.states()
        return [_moves(run) for run in draw_runs(states) if _is_open(run.reached, game)]


ADJUDICATOR = DraughtsAdjudicator()


def _is_open(ply: int, game: Game) -> bool:
    """Whether the game was still going on after a ply: a win on the board comes first."""
    return ply < len(game.plies) or game.outcome() is None


def _moves(run: DrawRun) -> Finding:
    limit = LIMITS[run.rule]
    template = (_SINCE_PLY if run.since else _SINCE_START)[run.rule].filled(ply=run.reached, moves=limit // 2)
    message = sentence_of(template.filled(since=run.since) if run.since else template)
    proof = {"moves": limit // 2, "since": run.since, "last": run.last}
    return Finding(FindingKind.NO_PROGRESS, run.rule.value, run.reached, _VERDICTS[run.rule], message, proof)
