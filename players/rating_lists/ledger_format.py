"""How states and games stand in the ledger: the values of their named tuples, in order, as JSON."""

import json
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, NamedTuple, cast

from players.ratings import GameEffect, RatingSystem, State, restore

_encoder = json.JSONEncoder(separators=(",", ":"), default=date.isoformat, check_circular=False)
encode = _encoder.encode
"""Named tuples become lists, days text. Numbers are written so that reading gives exactly the same ones."""


_BETWEEN = "\0"
_BETWEEN_AS_JSON = f",{encode(_BETWEEN)},"


def encode_each(values: Iterable[object]) -> list[str]:
    """Each value as a document of its own, all in one go: starting the encoder anew takes as long as a small value.

    A character that can be in none of them stands between the values, and is where the text is cut.
    """
    between = [part for value in values for part in (value, _BETWEEN)]
    return encode(between)[1 : -len(_BETWEEN_AS_JSON)].split(_BETWEEN_AS_JSON) if between else []


class CountedGame(NamedTuple):
    """A game as the ledger tells it. Its id begins with its source: kind, colon, key, slash, the game's own key."""

    source: str
    key: str
    effect: GameEffect


def state_from(system: RatingSystem[Any], stored: Sequence[Any]) -> State:
    return cast(State, restore(system.state_type, list(stored)))


def named(system: RatingSystem[Any], stored: Sequence[Any]) -> dict[str, Any]:
    """A stored state by names, for programs and people."""
    return dict(zip(system.state_type._fields, stored, strict=True))


def games_from(stored: Sequence[Sequence[Any]]) -> list[CountedGame]:
    effects = [GameEffect(*values) for values in stored]
    return [CountedGame(*split_id(effect.game), effect) for effect in effects]


def split_id(game: str) -> tuple[str, str]:
    """The source (kind and key) and the game's own key."""
    source, _, key = game.rpartition("/")
    return source, key
