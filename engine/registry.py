"""The games by name. A third game is one package and one line here."""

from __future__ import annotations

from importlib import import_module

from engine.core import Rules

# Name on the command line -> package. A package is imported when its game is first asked for.
_PACKAGES = {
    "barragoon": "engine.barragoon",
    "stratego": "engine.stratego",
}

_loaded: dict[str, Rules] = {}


def names() -> tuple[str, ...]:
    """The games' names, as the command line spells them."""
    return tuple(_PACKAGES)


def rules(name: str) -> Rules:
    """The rules of a game by its name or its `Game` tag, in any case; `KeyError` if there is none."""
    key = name.lower()
    found = _loaded.get(key)
    if found is None:
        found = _loaded[key] = import_module(_PACKAGES[key]).RULES
    return found
