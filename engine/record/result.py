"""Whether a record's result and termination agree with the board, and what they are if it does not say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..core import Game, Outcome, Result, Rules, Side, Termination
from ..texts import Fact, Sentence, Text, pgettext
from .model import RecordCode

# What a game ended by if neither the board nor the record says: the reasons that need nobody but the players.
_USUAL: Mapping[Result, Termination] = {
    Result.OPEN: Termination.UNTERMINATED,
    Result.DRAW: Termination.AGREEMENT,
    Result.FIRST_WINS: Termination.RESIGNED,
    Result.SECOND_WINS: Termination.RESIGNED,
}


class Stated(NamedTuple):
    """What the record says; None where it says nothing."""

    result: Result | None
    termination: Termination | None


class Disagreement(Exception):
    """The record contradicts the board or itself; `about` names the part that does: a tag or `result`."""

    def __init__(self, about: str, code: RecordCode, rule: str, message: str) -> None:
        super().__init__(message)
        self.about = about
        self.code = code
        self.rule = rule
        self.message = message


def judge_result(stated: Stated, game: Game, rules: Rules) -> tuple[Result, Termination]:
    """Result and termination of a game whose plies are all legal, with what was missing filled in."""
    outcome = game.outcome()
    if outcome is not None:
        return _judge_decided(stated, outcome, rules)
    return _judge_open(stated, game.accepted_draw(), rules)


def _judge_decided(stated: Stated, outcome: Outcome, rules: Rules) -> tuple[Result, Termination]:
    winner = None if outcome.winner is None else _side(rules, outcome.winner)
    if stated.result not in (None, outcome.result):
        facts: dict[str, Fact] = {"result": outcome.result.value, "stated": str(stated.result)}
        message = (
            Sentence("The game is drawn on the board: the result is %(result)s, not %(stated)s.", **facts)
            if winner is None
            else Sentence(
                "%(side)s has won on the board: the result is %(result)s, not %(stated)s.",
                side=winner,
                **facts,
            )
        )
        raise Disagreement("result", RecordCode.RESULT_CONTRADICTS_BOARD, outcome.rule, message)
    if stated.termination not in (None, Termination.NORMAL):
        stands = str(stated.termination)
        message = (
            Sentence(
                "The game is drawn on the board: the termination is normal, not %(stated)s.", stated=stands
            )
            if winner is None
            else Sentence(
                "%(side)s has won on the board: the termination is normal, not %(stated)s.",
                side=winner,
                stated=stands,
            )
        )
        raise Disagreement("Termination", RecordCode.TERMINATION_CONTRADICTS_BOARD, outcome.rule, message)
    return outcome.result, Termination.NORMAL


def _judge_open(stated: Stated, draw: Outcome | None, rules: Rules) -> tuple[Result, Termination]:
    result = stated.result or Result.OPEN
    termination = stated.termination or _USUAL[result]
    if draw is not None and result is Result.DRAW:
        return result, stated.termination or Termination.NORMAL
    if (result is Result.OPEN) != (termination is Termination.UNTERMINATED):
        raise Disagreement(
            "Termination",
            RecordCode.TERMINATION_CONTRADICTS_RESULT,
            "",
            Sentence(
                "The result %(result)s does not go with the termination %(termination)s: * and "
                "unterminated go together, and only they.",
                result=result,
                termination=termination,
            ),
        )
    if termination is not Termination.NORMAL:
        return result, termination
    if result is Result.DRAW:
        raise Disagreement(
            "Termination",
            RecordCode.DRAW_NOT_OFFERED,
            "",
            Sentence(
                "A normal draw must be decided on the board or offered with the last ply as the rules "
                "allow; if the players agreed on it, the termination is agreement."
            ),
        )
    winner = _side(rules, Side.FIRST if result is Result.FIRST_WINS else Side.SECOND)
    raise Disagreement(
        "Termination",
        RecordCode.TERMINATION_CONTRADICTS_BOARD,
        "",
        Sentence(
            "The termination is normal, but %(winner)s has not won on the board: say why the game ended.",
            winner=winner,
        ),
    )


def _side(rules: Rules, side: Side) -> Text:
    return pgettext("side", rules.sides[side].capitalize())
