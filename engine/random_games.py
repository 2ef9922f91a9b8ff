"""Legal games at random, of both kinds: for a large archive to try things with, and for measurements.

The same seed makes the same games, and every game is different.
"""

import random
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from . import barragoon, stratego
from .barragoon.board import EMPTY, FACES, NAMES
from .record import Record, from_plies
from .stratego.setup import random_setup

MAX_PLIES: Final = 120
FIRST_DAY: Final = date(2015, 1, 1)
DAYS: Final = 4000
EVENTS: Final = ("Spring Cup", "Autumn Open", "Thursday evening", "League", "Simultaneous display", "?")
SITES: Final = ("Club room", "Town hall", "Golden Anchor", "?")
GIVEN_NAMES: Final = (
    "Agnes", "Bo", "Cem", "Dorte", "Emeka", "Fatou", "Goran", "Hanne", "Ilse", "Jan", "Kaito", "Lucía", "Mette", "Nuno",
    "Olga", "Pál", "Quentin", "Rosa", "Søren", "Tariq", "Uta", "Věra", "Wim", "Xenia", "Yusuf", "Zoë",
)  # fmt: skip
FAMILY_NAMES: Final = (
    "Abel", "Brandt", "Costa", "Duval", "Eriksen", "Ferrari", "García", "Horvát", "Ivanova", "Jansen", "Kowalski",
    "Lind", "Müller", "Novák", "Okafor", "Petrov", "Quist", "Rossi", "Sørensen", "Tanaka", "Ueda", "Visser", "Weber",
    "Young", "Zieliński",
)  # fmt: skip


def random_games(count: int, *, seed: int, plies: int = MAX_PLIES) -> Iterator[Record]:
    """This many games, Barragoon and Stratego in turns, each played from its start at random."""
    rng = random.Random(seed)  # noqa: S311  games, not secrets
    for number in range(count):
        yield _stratego(rng, plies) if number % 2 else _barragoon(rng, plies)


def with_other_players(tags: dict[str, str], rng: random.Random) -> dict[str, str]:
    """The same game as if others had played it on another day."""
    players = barragoon.RULES.player_tags if tags["Game"] == "Barragoon" else stratego.RULES.player_tags
    first, second = _two_names(rng)
    return tags | {
        "Event": rng.choice(EVENTS),
        "Site": rng.choice(SITES),
        "Round": str(rng.randint(1, 9)),
        "Date": (FIRST_DAY + timedelta(days=rng.randrange(DAYS))).strftime("%Y.%m.%d"),
        players[0]: first,
        players[1]: second,
    }


def play_barragoon(game: barragoon.Game, rng: random.Random, plies: int) -> None:
    """Random moves, every second time a capture if there is one, so that placements are common."""
    while len(game.plies) < plies and game.outcome() is None:
        moves = list(game.tile_moves())
        captures = [move for move in moves if move[2] != EMPTY]
        origin, target, captured = rng.choice(captures if captures and rng.random() < 0.5 else moves)
        due = 0 if game.is_last_tile(captured) else game.placements_due(captured)
        empty = [square for square, content in enumerate(game.cells) if content == EMPTY and square != target]
        placed = "".join(
            f"/{rng.choice(FACES).code}@{NAMES[square]}" for square in rng.sample([*empty, origin], due)
        )
        game.push(f"{NAMES[origin]}{'x' if captured else '-'}{NAMES[target]}{placed}")


def play_stratego(game: stratego.Game, rng: random.Random, plies: int) -> None:
    while len(game.plies) < plies and game.outcome() is None:
        game.push(rng.choice(list(game.legal_plies())))


def _barragoon(rng: random.Random, plies: int) -> Record:
    own = _barragoon_tags(rng)
    game = barragoon.RULES.start(own)
    play_barragoon(game, rng, plies)
    return _finished({"Game": "Barragoon", **own}, game.plies, game.outcome() is None, rng)


def _stratego(rng: random.Random, plies: int) -> Record:
    own = {"RedSetup": random_setup(rng), "BlueSetup": random_setup(rng)}
    game = stratego.RULES.start(own)
    play_stratego(game, rng, plies)
    return _finished({"Game": "Stratego", **own}, game.plies, game.outcome() is None, rng)


def _finished(tags: dict[str, str], plies: list[str], is_open: bool, rng: random.Random) -> Record:
    """An end on the board speaks for itself; otherwise somebody resigned, or they agreed."""
    result = rng.choice(("1-0", "0-1", "1/2-1/2")) if is_open else ""
    record = from_plies(with_other_players(tags, rng), plies, result)
    if record.errors:
        raise AssertionError(f"a game made by the rules is not valid: {record.errors[0]}")
    return record


def _barragoon_tags(rng: random.Random) -> dict[str, str]:
    tags = {"Setup": "open"} if rng.random() < 0.2 else {}
    if rng.random() < 0.1:
        tags["WhiteExpress"] = "1"
    return tags


def _two_names(rng: random.Random) -> tuple[str, str]:
    first = f"{rng.choice(GIVEN_NAMES)} {rng.choice(FAMILY_NAMES)}"
    while (second := f"{rng.choice(GIVEN_NAMES)} {rng.choice(FAMILY_NAMES)}") == first:
        pass
    return first, second
