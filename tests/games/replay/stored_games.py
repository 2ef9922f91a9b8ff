"""Games in the database for the tests of the board, as the archive stores them."""

import random
from typing import Any

from engine import __version__
from engine.record import read_text, write
from games.models import Game, GameText
from tests.games.replay.records import ANNOTATED, random_barragoon, random_stratego, stratego_text


def stored(text: str, **fields: Any) -> Game:
    """A game with this record; fields of the row can be given."""
    (record,) = read_text(text)
    assert record.errors == ()
    assert record.rules is not None
    assert record.final is not None
    first, second = record.rules.player_tags
    outcome = record.final.outcome()
    values = {
        "kind": record.rules.name,
        "first_name": record.tags.get(first, "?"),
        "second_name": record.tags.get(second, "?"),
        "result": record.tags["Result"],
        "termination": record.tags["Termination"],
        "recorded_result": record.tags["Result"],
        "recorded_termination": record.tags["Termination"],
        "rule": outcome.rule if outcome else "",
        "ply_count": len(record.main.plies),
        "setup": "chosen" if record.rules.name == "stratego" else "closed",
        "final_position": record.final.position(),
        "engine_version": __version__,
        "duplicate_key": f"{random.getrandbits(128):032x}",
    }
    game = Game.objects.create(**(values | fields))
    GameText.objects.create(
        game=game,
        canonical=write(record),
        plies=" ".join(record.main.plies),
        start_position=record.start().position(),
    )
    return game


def annotated_game(**fields: Any) -> Game:
    return stored(ANNOTATED, **fields)


def stratego_game(**fields: Any) -> Game:
    return stored(stratego_text(), **fields)


def long_barragoon(plies: int = 200, **fields: Any) -> Game:
    return stored(random_barragoon(random.Random(11), plies), **fields)


def long_stratego(plies: int = 200, **fields: Any) -> Game:
    return stored(random_stratego(random.Random(11), plies), **fields)
