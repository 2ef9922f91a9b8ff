"""The explorer's page and its part beside a board: the position, the line that led to it, and the plies as rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from core.game_types import describe
from core.permissions.actors import Actor
from engine import registry
from engine.core import EngineError, Game, PositionError, Side
from engine.drawing import Picture, symbol_sheet
from engine.position_keys import find_position_keys
from engine.record.tags import read_tags
from games.explorer.forms import ExplorerFilters
from games.explorer.selectors import (
    CountedGame,
    Exploration,
    Move,
    Tally,
    countable_games,
    explore,
    records_of,
)
from games.policies import SPECTATOR
from games.positions.selectors.lookup import NamedPosition, read_position
from games.replay.presenters.displays import display_of

SQUARE_SIZE = 60  # pixels, of the board on the page
MAX_HIDDEN_MOVES = 15


@dataclass(frozen=True)
class Place:
    """The position that is asked about: `start` with the plies of `line`. Face-down pieces cannot be moved."""

    start: str
    line: tuple[str, ...]
    position: NamedPosition
    mover: Side
    game: Game | None

    @property
    def kind(self) -> str:
        return self.position.kind

    def query(self, line: Sequence[str] | None = None) -> dict[str, str]:
        """The address of this place, or of another one on the same line."""
        plies = self.line if line is None else line
        query = {"kind": self.kind}
        if self.start != start_of(self.kind):
            query["position"] = self.start
        return query | ({"line": " ".join(plies)} if plies else {})


def start_of(kind: str) -> str:
    """Where its games begin; where players put up pieces of their own, as a spectator sees that."""
    rules, game = registry.rules(kind), describe(kind)
    if not game.empty_board or game.face_down is None:
        return rules.start_position({})
    return game.face_down(rules.start_position(rules.random_tags(Random(0))))  # noqa: S311  any will do


def find_place(kind: str, position: str, line: Sequence[str]) -> Place | None:
    """None if there is no such position, or no game could go on like that."""
    kind = kind or ("" if position else registry.names()[0])
    start = position or start_of(kind)
    found = read_position(start, [kind] if kind else [])
    if found is None:
        return None
    rules = registry.rules(found.kind)
    try:
        game = rules.from_position(start)
    except PositionError:
        side = Side.SECOND if f" {rules.sides[1][0]}" in start else Side.FIRST
        return None if line else Place(start, (), found, side, None)
    try:
        for ply in line:
            game.push(ply)
    except EngineError:
        return None
    here = game.position()
    key = find_position_keys(rules).of_position(here)
    return Place(start, tuple(line), NamedPosition(found.kind, here, key), game.turn, game)


class GameLink(NamedTuple):
    players: str
    date: str
    url: str


class MoveRow(NamedTuple):
    """A ply with what is known of it; `url` leads to the position after it, empty if there is none to show."""

    ply: str
    url: str
    tally: Tally
    share: int
    latest: GameLink
    best: GameLink | None


class LinePly(NamedTuple):
    ply: str
    url: str


@dataclass(frozen=True)
class ExplorerPart:
    """What stands beside a board."""

    place: Place
    found: Exploration
    rows: list[MoveRow]
    url: str
    games_url: str
    sides: tuple[str, str]
    with_withheld: bool

    @property
    def forward(self) -> str:
        return self.rows[0].url if self.rows else ""


def explore_place(place: Place, filters: ExplorerFilters, kept: Mapping[str, str]) -> ExplorerPart:
    """`kept` are the filters for the links."""
    games = filters.qs
    found = explore(
        place.kind,
        place.position.key,
        place.mover,
        games,
        is_narrowed=filters.are_used,
        with_withheld=filters.with_withheld,
        rated_from=filters.rated_from,
    )
    after_hidden = _positions_after(place, found.moves) if place.game is None else {}
    most = max((move.tally.games for move in found.moves), default=1)
    rows = [
        MoveRow(
            move.ply,
            _address(kept, _query_after(place, move, after_hidden)),
            move.tally,
            round(100 * move.tally.games / most),
            _link(move.tally.latest),
            _link(move.tally.best) if move.tally.best else None,
        )
        for move in found.moves
    ]
    of_list = {name: value for name, value in kept.items() if name not in ("rated", "withheld")}
    position = {"kind": place.kind, "position": place.position.text}
    return ExplorerPart(
        place,
        found,
        rows,
        _address(kept, place.query()),
        f"{reverse('games')}?{urlencode(of_list | position)}",
        display_of(registry.rules(place.kind)).side_names,
        filters.with_withheld,
    )


def _query_after(place: Place, move: Move, after_hidden: Mapping[str, str]) -> dict[str, str]:
    if place.game is None:
        after = after_hidden.get(move.ply, "")
        return {"kind": place.kind, "position": after} if after else {}
    return place.query([*place.line, move.ply]) if place.game.is_legal(move.ply) else {}


def _positions_after(place: Place, moves: Sequence[Move]) -> dict[str, str]:
    """As a spectator sees them in an example of each ply: what it shows differs from game to game."""
    shown = moves[:MAX_HIDDEN_MOVES]
    records = records_of([move.example.game for move in shown])
    rules = registry.rules(place.kind)
    keys = find_position_keys(rules)
    after = {}
    for move in shown:
        text, plies = records[move.example.game]
        game = rules.start(read_tags(text).tags)
        for ply in plies[: move.example.ply + 1]:
            game.push(ply)
        position = game.position(SPECTATOR)
        is_turned = plies[move.example.ply] != move.ply
        after[move.ply] = keys.mirror_position(position) if is_turned else position
    return after


def _address(kept: Mapping[str, str], query: Mapping[str, str]) -> str:
    return f"{reverse('explorer')}?{urlencode({**kept, **query})}" if query else ""


def _link(game: CountedGame) -> GameLink:
    return GameLink(f"{game.first_name} – {game.second_name}", game.date, game.url)


@dataclass(frozen=True)
class ExplorerPage:
    part: ExplorerPart
    line: list[LinePly]
    sheet: SafeString
    picture: SafeString
    turn: str
    first: str
    back: str
    editor: str


def present_page(part: ExplorerPart, kept: Mapping[str, str]) -> ExplorerPage:
    place = part.place
    rules = registry.rules(place.kind)
    last = place.game.last_squares() if place.game else ()
    options = Picture(size=SQUARE_SIZE, shared_symbols=True, decorative=True, last=last)
    to_here = [_address(kept, place.query(place.line[:count])) for count in range(len(place.line) + 1)]
    return ExplorerPage(
        part=part,
        line=[LinePly(ply, url) for ply, url in zip(place.line, to_here[1:], strict=True)],
        sheet=mark_safe(symbol_sheet(display_of(rules).art)),  # noqa: S308  drawn by the engine
        picture=mark_safe(rules.draw(place.position.text, options)),  # noqa: S308  drawn by the engine
        turn=_("%(side)s to move") % {"side": part.sides[place.mover]},
        first=to_here[0] if place.line else "",
        back=to_here[-2] if place.line else "",
        editor=f"{reverse('position-editor')}?{urlencode({'game': place.kind, 'position': place.position.text})}",
    )


def games_for(filters_of: Mapping[str, str], actor: Actor) -> ExplorerFilters:
    """The filters over the games that may be counted for the actor."""
    wants_withheld = actor.is_authenticated and filters_of.get("withheld") in ("on", "true", "1")
    return ExplorerFilters(filters_of, countable_games(actor, with_withheld=wants_withheld), actor=actor)
