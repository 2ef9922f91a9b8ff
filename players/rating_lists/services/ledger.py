"""How the ledger is stored: states and games as JSON, and many lines at once."""

import json
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, NamedTuple, cast

from django.db import connection

from players.models import LedgerLine
from players.ratings import GameEffect, RatingState, RatingSystem, restore

_encoder = json.JSONEncoder(separators=(",", ":"), default=date.isoformat, check_circular=False)

encode = _encoder.encode
"""Named tuples become lists, days text. Numbers are written so that reading gives exactly the same ones."""

_SEPARATOR = "\0"
_SEPARATOR_AS_JSON = f",{encode(_SEPARATOR)},"

_COLUMNS = (
    "period_id", "player_id", "rating_before", "rating_after", "deviation_before", "deviation_after",
    "before", "after", "games", "steps",
)  # fmt: skip

_NULL = "\\N"


def encode_each(values: Iterable[object]) -> list[str]:
    """Each value as a document of its own, all at once: starting the encoder again takes as long as a small value.

    A character that can be in none of them stands between the values, and is where the text is cut.
    """
    between = [part for value in values for part in (value, _SEPARATOR)]
    return encode(between)[1 : -len(_SEPARATOR_AS_JSON)].split(_SEPARATOR_AS_JSON) if between else []


class LedgerGame(NamedTuple):
    """A game as the ledger has it. Its id begins with its source: kind, colon, key, slash, the game's own key."""

    source: str
    key: str
    effect: GameEffect


def parse_state(system: RatingSystem[Any], stored: Sequence[Any]) -> RatingState:
    return cast(RatingState, restore(system.state_type, list(stored)))


def parse_games(stored: Sequence[Sequence[Any]]) -> list[LedgerGame]:
    effects = [GameEffect(*values) for values in stored]
    return [LedgerGame(*split_game_id(effect.game), effect) for effect in effects]


def split_game_id(game: str) -> tuple[str, str]:
    """The source (kind and key) and the game's own key."""
    source, _, key = game.rpartition("/")
    return source, key


LedgerRow = tuple[int, float | None, float | None, float | None, float | None, str, str, str, str | None]
"""Player; rating before and after; deviation before and after; before, after, games and steps as JSON text."""


def write_lines(lines_of_periods: Iterable[tuple[int, list[LedgerRow]]]) -> None:
    """The lines of each period, by the period's id. Has to happen in a transaction."""
    table = connection.ops.quote_name(LedgerLine._meta.db_table)
    columns = ", ".join(connection.ops.quote_name(column) for column in _COLUMNS)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for period, lines in lines_of_periods:
                    copy.write("".join([_copy_text(period, line) for line in lines]))
        else:
            marks = ", ".join(["%s"] * len(_COLUMNS))
            statement = f"INSERT INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608  names from our own code
            for period, lines in lines_of_periods:
                cursor.executemany(statement, [(period, *line) for line in lines])


def _copy_text(period: int, line: LedgerRow) -> str:
    """A line in COPY's text format: tabs between values, backslashes doubled, \\N for nothing.

    JSON has no raw tabs or line breaks, so backslashes are all that needs care.
    """
    player, rating, new_rating, deviation, new_deviation, before, after, games, steps = line
    documents = f"{before}\t{after}\t{games}\t"
    if "\\" in documents:
        documents = documents.replace("\\", "\\\\")
    return (
        f"{period}\t{player}\t{_number_text(rating)}\t{_number_text(new_rating)}\t{_number_text(deviation)}\t"
        f"{_number_text(new_deviation)}\t{documents}{steps if steps is not None else _NULL}\n"
    )


def _number_text(value: Any) -> str:
    return _NULL if value is None else repr(value)
