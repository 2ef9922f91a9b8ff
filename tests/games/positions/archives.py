"""Small archives whose games share positions, and what a slow look through their records says of them."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from engine import registry
from engine.core import Game as Played
from engine.position_keys import find_position_keys
from engine.record import read_text, write
from games.models import Game
from games.positions.services.index import order_due_indexing
from tests.games.replay.records import BLUE, RED
from tests.games.replay.stored_games import stored
from tests.jobs.job_runner import run_jobs

TAGS = {"Stratego": {"RedSetup": RED, "BlueSetup": BLUE}, "Barragoon": {}, "Draughts": {}}
RESULTS = ("1-0", "0-1", "1/2-1/2")


def store_archive(kind: str, games: int, *, plies: int = 8, seed: int = 3, **fields: Any) -> list[Game]:
    """Games that choose among few plies at each turn, on the left or on the right."""
    chance = random.Random(seed)
    return [stored(_record(kind, chance, plies), **fields) for _ in range(games)]


def index_everything() -> None:
    order_due_indexing()
    run_jobs()


def _record(kind: str, chance: random.Random, plies: int) -> str:
    rules = registry.rules(kind)
    played = rules.start(TAGS[kind])
    for _ in range(chance.randint(plies // 2, plies)):
        legal = sorted(played.legal_plies())
        if not legal:
            break
        played.push(chance.choice([*legal[:2], *legal[-2:]]))
    outcome = played.outcome()
    result = outcome.result.value if outcome else chance.choice(RESULTS)
    ending = "normal" if outcome else "agreement" if result == "1/2-1/2" else "resigned"
    first, second = rules.player_tags
    tags = {"Game": rules.tag, first: "Ann", second: "Bob", "Result": result, "Termination": ending}
    head = "\n".join(f'[{name} "{value}"]' for name, value in (tags | TAGS[kind]).items())
    (record,) = read_text(f"{head}\n\n{' '.join(played.plies)} {result}\n")
    return write(record)


class Place(NamedTuple):
    """A game at one ply: its position string, and what was played next."""

    game: Game
    ply: int
    position: str
    next: str


def places(games: list[Game], view: str) -> Iterator[Place]:
    """Every position of every record, played again."""
    for game in games:
        plies = game.text.plies.split()
        (record,) = read_text(game.text.canonical)
        played: Played = record.start()
        for ply in range(len(plies) + 1):
            yield Place(game, ply, played.position(view), plies[ply] if ply < len(plies) else "")
            if ply < len(plies):
                played.push(plies[ply])


def look_of(kind: str, position: str) -> str:
    """Board and side to move, the same for mirror images."""
    mirror = find_position_keys(registry.rules(kind)).mirror_position
    return min(_board_and_side(position), _board_and_side(mirror(position)))


def _board_and_side(position: str) -> str:
    return " ".join(position.split()[:2])
