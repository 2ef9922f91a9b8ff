"""The front door of draughts: what records, command line and site ask of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from ..core import PositionError, TagError, expect
from .codes import Code
from .game import Game
from .position import Position

if TYPE_CHECKING:
    from random import Random

    from .. import core
    from ..adjudication.protocol import Adjudicator
    from ..drawing import Picture
    from ..record import Record

POSITION_TAG: Final = "Position"


class DraughtsRules:
    """Fulfils `engine.core.Rules`."""

    name: Final = "draughts"
    tag: Final = "Draughts"
    sides: Final = ("white", "black")
    player_tags: Final = ("White", "Black")
    tags: Final = (POSITION_TAG,)
    ply_pattern: Final = r"[1-9][0-9]?(?:-[1-9]|x[0-9])[^\s(){};$!?]*+"
    views: Final = ("open",)
    codes: Final = Code

    @property
    def importers(self) -> tuple[core.Importer, ...]:
        from .pdn import IMPORTERS  # loaded only when somebody brings a file

        return IMPORTERS

    @property
    def exporters(self) -> Mapping[str, Callable[[Record], str]]:
        """The foreign formats a record can be written in, by name."""
        from .pdn import write_pdn

        return {"pdn": write_pdn}

    @property
    def adjudicator(self) -> Adjudicator:
        from .adjudicator import ADJUDICATOR  # loaded only when somebody adjudicates

        return ADJUDICATOR

    def start(self, tags: Mapping[str, str]) -> Game:
        return Game(position=_start_position(tags))

    def from_position(self, text: str) -> Game:
        return Game(position=text)

    def start_position(self, tags: Mapping[str, str]) -> str:
        return _start_position(tags).text

    def canonical_tags(self, tags: Mapping[str, str]) -> dict[str, str]:
        position = _start_position(tags)
        return {} if position == Position.start() else {POSITION_TAG: position.text}

    def random_tags(self, rng: Random) -> dict[str, str]:
        """There is one usual start."""
        return {}

    def perft(self, game: core.Game, depth: int) -> int:
        from .perft import perft  # loaded only when somebody counts

        if not isinstance(game, Game):
            raise TypeError("this is no game of draughts")
        return perft(game.snapshot(), depth)

    def draw(self, position: str, picture: Picture) -> str:
        from .drawing import draw  # loaded only when somebody draws

        return draw(Position.parse(position), picture)

    def board_text(self, position: str, *, unicode: bool = True, flip: bool = False) -> str:
        return Position.parse(position).board_text(unicode=unicode, flip=flip)


RULES: Final = DraughtsRules()


def _start_position(tags: Mapping[str, str]) -> Position:
    text = expect(tags, Mapping).get(POSITION_TAG)
    if text is None:
        return Position.start()
    try:
        return Position.parse(text)
    except PositionError as error:
        raise TagError(POSITION_TAG, error.code, error.rule, error.message) from error
