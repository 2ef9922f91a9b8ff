"""How each game is shown in a replay: by the module of its name here, or plainly by what it tells about itself."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from engine import registry
from engine.core import Rules
from games.replay.presenters.display import GameDisplay
from games.replay.presenters.plain_display import PlainDisplay


def display_of(rules: Rules) -> GameDisplay:
    own = _own_display(rules.name)
    return PlainDisplay(rules, registry.description(rules.name)) if own is None else own


@cache
def _own_display(name: str) -> GameDisplay | None:
    module = f"{__name__}.{name}"
    if find_spec(module) is None:
        return None
    display: GameDisplay = import_module(module).DISPLAY
    return display
