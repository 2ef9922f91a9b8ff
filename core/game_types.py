"""The games of this site: they come from the engine's registry, and their words from what each tells about itself.

Clubs hold events of other games too, which no referee knows. Their names begin with a mark that no game of the engine
can have; `players` keeps them and answers here for them.
"""

from collections.abc import Callable, Iterator
from typing import Final

from core.registry import Registry
from core.texts import translate
from engine import registry
from engine.adjudication.protocol import FindingKind
from engine.description import GameDescription, Option

MAX_GAME_LENGTH: Final = 20
UNREFEREED: Final = "own"
"""Filters call all games without a referee so."""
UNREFEREED_PREFIX: Final = f"{UNREFEREED}-"

# What is known of a game without a referee, by its name; None if there is no such game.
UNREFEREED_GAMES: Final = Registry[Callable[[str], GameDescription | None]]("games without a referee")


def is_refereed(name: str) -> bool:
    """Whether the engine knows the game: its records are checked, replayed and adjudicated."""
    return name in registry.names()


def is_known_game(name: str) -> bool:
    return is_refereed(name) or _find_unrefereed(name) is not None


def describe(name: str) -> GameDescription:
    """What a game tells about itself; `KeyError` if the site has no such game."""
    if is_refereed(name):
        return registry.description(name)
    if found := _find_unrefereed(name):
        return found
    raise KeyError(name)


def _find_unrefereed(name: str) -> GameDescription | None:
    if not name.startswith(UNREFEREED_PREFIX) or "\0" in name:
        return None
    return next((found for find in UNREFEREED_GAMES if (found := find(name)) is not None), None)


def can_be_drawn(name: str) -> bool:
    try:
        return describe(name).draws
    except KeyError:
        return True


def is_recordable(name: str) -> bool:
    """Whether it can be entered on a board: a browser knows its rules, or the server says what lies where."""
    return is_known_game(name) and bool(describe(name).browser_module or describe(name).pieces)


def game_choices() -> list[tuple[str, str]]:
    """Names and labels of all games that have a referee, for fields that choose one."""
    return [(known.name, translate(known.label)) for known in registry.descriptions()]


def game_label(name: str) -> str:
    """As people call it; a game that the site has no longer goes by its name."""
    try:
        return translate(describe(name).label)
    except KeyError:
        return name


def start_choices() -> list[tuple[str, str]]:
    """The kinds of start that records of any game tell apart."""
    found: dict[str, str] = {}
    for known in registry.descriptions():
        for choice in known.starts:
            found.setdefault(str(choice.value), translate(choice.label))
    return list(found.items())


def all_options() -> Iterator[tuple[GameDescription, Option]]:
    """What events may decide, of every game."""
    for known in registry.descriptions():
        for option in known.options:
            yield known, option


def highest_level(name: str) -> int:
    """Of a game's handicap; 0 if it has none."""
    handicap = describe(name).handicap if is_known_game(name) else None
    return handicap.highest if handicap else 0


def counts_captures(known: GameDescription) -> bool:
    """Whether an event may limit the moves without a capture."""
    return FindingKind.NO_CAPTURE_LIMIT in known.adjudicated
