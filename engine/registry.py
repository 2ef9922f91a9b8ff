"""The games by name. A third game is one package and one line here."""

from __future__ import annotations

from importlib import import_module

from .core import Rules

# Value of the tag `Game` -> package beside this module. It is imported when its game is first asked for.
_PACKAGES = {
    "Barragoon": ".barragoon",
    "Stratego": ".stratego",
    "Draughts": ".draughts",
}

_PACKAGE_OF_NAME = {tag.lower(): package for tag, package in _PACKAGES.items()}
_loaded: dict[str, Rules] = {}


def names() -> tuple[str, ...]:
    """The games' names, as the command line spells them."""
    return tuple(_PACKAGE_OF_NAME)


def tags() -> tuple[str, ...]:
    """The games' names, as the tag `Game` spells them."""
    return tuple(_PACKAGES)


def rules(name: str) -> Rules:
    """The rules of a game by its name or its `Game` tag, in any case; `KeyError` if there is none."""
    key = name.lower()
    found = _loaded.get(key)
    if found is None:
        found = _loaded[key] = import_module(_PACKAGE_OF_NAME[key], __package__).RULES
    return found
