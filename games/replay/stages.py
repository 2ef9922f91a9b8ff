"""The stages by game. A third game is one module beside this one and one line here."""

from __future__ import annotations

from engine.core import Rules
from games.replay.barragoon import BarragoonStage
from games.replay.stage import Stage
from games.replay.stratego import StrategoStage

_STAGES: dict[str, Stage] = {"barragoon": BarragoonStage(), "stratego": StrategoStage()}


def stage_of(rules: Rules) -> Stage:
    return _STAGES[rules.name]
