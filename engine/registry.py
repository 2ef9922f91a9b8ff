"""The games by name. A third game is one package and one line here."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from .core import Rules, expect

if TYPE_CHECKING:
    from .description import GameDescription

# Value of the tag `Game` -> package beside this module. It is imported when its game is first asked for.
_PACKAGES = {
    "Barragoon": ".barragoon",
    "Stratego": ".stratego",
    "Draughts": ".draughts",
}

_PACKAGE_OF_NAME = {tag.lower(): package for tag, package in _PACKAGES.items()}
_loaded: dict[str, Rules] = {}
_described: dict[str, GameDescription] = {}


def names() -> tuple[str, ...]:
    """The games' names, as the command line spells them."""
    return tuple(_PACKAGE_OF_NAME)


def tags() -> tuple[str, ...]:
    """The games' names, as the tag `Game` spells them."""
    return tuple(_PACKAGES)


def rules(name: str) -> Rules:
    """The rules of a game by its name or its `Game` tag, in any case; `KeyError` if there is none."""
    key = expect(name, str).lower()
    found = _loaded.get(key)
    if found is None:
        found = _loaded[key] = import_module(_PACKAGE_OF_NAME[key], __package__).RULES
    return found


def description(name: str) -> GameDescription:
    """What a game tells a site about itself, or a plain one by its rules; `KeyError` if there is no such game."""
    key = name.lower()
    found = _described.get(key)
    if found is None:
        from .description import plain_description  # loaded only when somebody presents a game

        package = import_module(_PACKAGE_OF_NAME[key], __package__)
        if not hasattr(package, "DESCRIPTION") and hasattr(package, "__path__"):
            own = f"{package.__name__}.description"
            package = import_module(own) if find_spec(own) else package
        found = getattr(package, "DESCRIPTION", None) or plain_description(rules(key))
        _described[key] = found
    return found


def descriptions() -> tuple[GameDescription, ...]:
    """Of all games, in their order."""
    return tuple(description(name) for name in names())
