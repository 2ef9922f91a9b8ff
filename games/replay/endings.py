"""How a game ended, in a sentence for those who look on."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.core import Result, Side, Termination
from games.replay.replay import Replay


def ending(replay: Replay, result: Result | None, termination: Termination | None, rule: str) -> str:
    """What the record says about the end, and the rule where the board decided."""
    names = replay.stage.side_names
    if result is None or result is Result.OPEN or termination is None:
        return _("The game has not ended.")
    if result is Result.DRAW:
        return _drawn(termination, rule)
    winner = Side.FIRST if result is Result.FIRST_WINS else Side.SECOND
    facts = {"winner": names[winner], "loser": names[winner.other], "rule": rule}
    sentences = {
        Termination.RESIGNED: _("%(winner)s won: %(loser)s resigned."),
        Termination.TIME: _("%(winner)s won: %(loser)s ran out of time."),
        Termination.FORFEIT: _("%(winner)s won: %(loser)s forfeited the game."),
        Termination.ADJUDICATION: _("%(winner)s won: an arbiter decided so."),
        Termination.AGREEMENT: _("%(winner)s won: the players agreed so."),
    }
    if termination in sentences:
        return sentences[termination] % facts
    if _flag_was_captured(replay):
        return _("%(winner)s won: the flag was captured.") % facts
    if rule:
        return _("%(winner)s won: %(loser)s could not move any more (%(rule)s).") % facts
    return _("%(winner)s won: %(loser)s could not move any more.") % facts


def _drawn(termination: Termination, rule: str) -> str:
    if termination is Termination.AGREEMENT:
        return _("A draw: the players agreed on it.")
    if termination is Termination.ADJUDICATION:
        return _("A draw: an arbiter decided so.")
    if termination is not Termination.NORMAL:
        return _("A draw.")
    if rule == "6b":
        return _("A draw: nothing can be captured any more (6b).")
    if rule == "6c":
        return _("A draw by repetition (6c).")
    return _("A draw on the board.")


def _flag_was_captured(replay: Replay) -> bool:
    if not replay.main.moments:
        return False
    clash = replay.main.moments[-1].telling.clash
    return clash is not None and clash.defender.endswith("-flag")
