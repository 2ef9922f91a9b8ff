"""Barragoon's front door: what the rest of the engine asks about the game."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from .. import core
from ..core import PositionError, TagError, expect, shorten
from ..texts import Sentence
from .codes import Code
from .game import Game
from .position import Express, Position

if TYPE_CHECKING:
    from random import Random

    from ..adjudication.protocol import Adjudicator
    from ..drawing import Picture

_SETUPS = {"closed": False, "open": True}
_LEVELS = {"0": 0, "1": 1, "2": 2}
_EXPRESS_TAGS = ("WhiteExpress", "BrownExpress")


class BarragoonRules:
    """Fulfils `engine.core.Rules`."""

    name: str = "barragoon"
    tag: str = "Barragoon"
    sides: tuple[str, str] = ("white", "brown")
    player_tags: tuple[str, str] = ("White", "Brown")
    tags: tuple[str, ...] = ("Setup", "Position", *_EXPRESS_TAGS)
    ply_pattern: str = ""
    views: tuple[str, ...] = ("open",)
    codes: type[StrEnum] = Code
    importers: tuple[core.Importer, ...] = ()

    @property
    def adjudicator(self) -> Adjudicator:
        from .adjudicator import ADJUDICATOR  # loaded only when somebody adjudicates

        return ADJUDICATOR

    def start(self, tags: Mapping[str, str]) -> Game:
        return Game(position=_start_position(tags))

    def from_position(self, text: str) -> Game:
        return Game(position=text)

    def start_position(self, tags: Mapping[str, str]) -> str:
        return _text_of(_start_position(tags))

    def canonical_tags(self, tags: Mapping[str, str]) -> dict[str, str]:
        position = _start_position(tags)
        express = position.express
        canonical: dict[str, str] = {}
        if position == Position.start(is_open=True, express=express):
            canonical["Setup"] = "open"
        elif position != Position.start(express=express):
            return {"Position": position.text}
        for name, level in zip(_EXPRESS_TAGS, express, strict=True):
            if level:
                canonical[name] = str(level)
        return canonical

    def random_tags(self, rng: Random) -> dict[str, str]:
        return {}

    def perft(self, game: core.Game, depth: int) -> int:
        from .perft import perft  # loaded only when somebody counts

        if not isinstance(game, Game):
            raise TypeError("this is not a game of Barragoon")
        return perft(game, depth)

    def draw(self, position: str, picture: Picture) -> str:
        from .drawing import draw  # loaded only when somebody draws

        return draw(Position.parse(position), picture)

    def board_text(self, position: str, *, unicode: bool = True, flip: bool = False) -> str:
        return Position.parse(position).board_text(unicode=unicode, flip=flip)

    def tables(self) -> Mapping[str, object]:
        from .tables import tables  # loaded only when the browser's tables are made

        return tables()


RULES = BarragoonRules()


@lru_cache(maxsize=16)
def _text_of(start: Position) -> str:
    """Nearly all games have one of few starts."""
    return start.text


def _start_position(tags: Mapping[str, str]) -> Position:
    setup = expect(tags, Mapping).get("Setup", "closed")
    if setup not in _SETUPS:
        raise TagError(
            "Setup",
            Code.SETUP_UNKNOWN,
            "7",
            Sentence("The set-up is closed or open, not %(setup)s.", setup=shorten(setup)),
        )
    levels = [_express_level(tags, name) for name in _EXPRESS_TAGS]
    if "Position" not in tags:
        return Position.start(is_open=_SETUPS[setup], express=(levels[0] or 0, levels[1] or 0))
    try:
        position = Position.parse(tags["Position"])
    except PositionError as error:
        raise TagError("Position", error.code, error.rule, error.message) from error
    for name, level, stands in zip(_EXPRESS_TAGS, levels, position.express, strict=True):
        if level is not None and level != stands:
            message = Sentence(
                "%(name)s is %(level)s, but the Position says %(written)s.",
                name=name,
                level=level,
                written=str(Express(*position.express)),
            )
            raise TagError(name, Code.EXPRESS_CONTRADICTS_POSITION, "6", message)
    return position


def _express_level(tags: Mapping[str, str], name: str) -> int | None:
    value = tags.get(name)
    if value is None:
        return None
    if value not in _LEVELS:
        raise TagError(
            name,
            Code.EXPRESS_UNKNOWN,
            "6",
            Sentence("An express level is 0, 1 or 2, not %(value)s.", value=shorten(value)),
        )
    return _LEVELS[value]
