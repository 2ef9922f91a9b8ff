"""Stratego's front door: what records, command line and site ask of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ..core import TagError, expect
from ..texts import Sentence
from .codes import Code
from .game import DEFAULT_TWO_SQUARES, MAX_TWO_SQUARES, Game
from .knowledge import View
from .position import Position
from .setup import Setup, SetupError, random_setup

if TYPE_CHECKING:
    from random import Random

    from .. import core
    from ..adjudication.protocol import Adjudicator
    from ..drawing import Picture

SETUP_TAGS: Final = ("RedSetup", "BlueSetup")
LIMIT_TAG: Final = "TwoSquares"
LAKE_RANK: Final = "2~~2~~2"


class StrategoRules:
    """Fulfils `engine.core.Rules`."""

    name: Final = "stratego"
    tag: Final = "Stratego"
    sides: Final = ("red", "blue")
    player_tags: Final = ("Red", "Blue")
    tags: Final = (*SETUP_TAGS, LIMIT_TAG)
    ply_pattern: Final = ""
    views: Final = tuple(view.value for view in View)
    codes: Final = Code

    @property
    def importers(self) -> tuple[core.Importer, ...]:
        from .gravon import IMPORTERS

        return IMPORTERS

    @property
    def adjudicator(self) -> Adjudicator:
        from .adjudicator import ADJUDICATOR

        return ADJUDICATOR

    def start(self, tags: Mapping[str, str]) -> Game:
        red, blue = (_setup_of(tags, tag) for tag in SETUP_TAGS)
        return Game(red, blue, two_squares=_limit_of(tags))

    def from_position(self, text: str) -> Game:
        return Game(position=text)

    def start_position(self, tags: Mapping[str, str]) -> str:
        """Set-ups are written back row first, each from its owner's left: for Blue that is file j."""
        red, blue = (tags[tag].split("/") for tag in SETUP_TAGS)
        ranks = [*(row[::-1].lower() for row in blue), LAKE_RANK, LAKE_RANK, *reversed(red)]
        return f"{'/'.join(ranks)} r"

    def canonical_tags(self, tags: Mapping[str, str]) -> dict[str, str]:
        own = {tag: tags[tag] for tag in SETUP_TAGS}
        limit = _limit_of(tags)
        if limit != DEFAULT_TWO_SQUARES:
            own[LIMIT_TAG] = str(limit)
        return own

    def random_tags(self, rng: Random) -> dict[str, str]:
        return {tag: random_setup(rng) for tag in SETUP_TAGS}

    def perft(self, game: core.Game, depth: int) -> int:
        if not isinstance(game, Game):
            raise TypeError("this is no game of Stratego")
        return perft(game, depth)

    def draw(self, position: str, picture: Picture) -> str:
        from .drawing import draw

        return draw(Position.parse(position), picture)

    def board_text(self, position: str, *, unicode: bool = True, flip: bool = False) -> str:
        return Position.parse(position).board_text(unicode=unicode, flip=flip)

    def tables(self) -> Mapping[str, object]:
        from .tables import tables

        return tables()


def perft(game: Game, depth: int) -> int:
    """The number of lines of this many legal plies; a game that is over has none."""
    if depth == 0:
        return 1
    plies = list(game.legal_plies())
    if depth == 1:
        return len(plies)
    count = 0
    for ply in plies:
        game.push(ply)
        count += perft(game, depth - 1)
        game.pop()
    return count


def _setup_of(tags: Mapping[str, str], tag: str) -> Setup:
    text = expect(tags, Mapping).get(tag)
    if text is None:
        raise TagError(
            tag,
            Code.SETUP_MISSING,
            "setup",
            Sentence(
                "The tag %(tag)s is missing: a Stratego record needs both set-ups, RedSetup and BlueSetup.",
                tag=tag,
            ),
        )
    try:
        return Setup.parse(text)
    except SetupError as error:
        raise TagError(
            tag,
            Code(error.code),
            error.rule,
            Sentence("%(tag)s: %(message)s", tag=tag, message=error.message),
        ) from None


def _limit_of(tags: Mapping[str, str]) -> int:
    text = tags.get(LIMIT_TAG)
    if text is None:
        return DEFAULT_TWO_SQUARES
    if not (text.isascii() and text.isdigit()) or len(text) > 4 or not 1 <= int(text) <= MAX_TWO_SQUARES:
        raise TagError(
            LIMIT_TAG,
            Code.TWO_SQUARES_LIMIT,
            "two squares",
            Sentence(
                "%(tag)s is a number from 1 to %(most)s (%(usual)s if the tag is left out), not %(text)s.",
                tag=LIMIT_TAG,
                most=MAX_TWO_SQUARES,
                usual=DEFAULT_TWO_SQUARES,
                text=repr(text[:20]),
            ),
        )
    return int(text)


RULES: Final = StrategoRules()
