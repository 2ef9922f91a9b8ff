"""What was played from a position, counted: how often, with what results, by how strong players.

Numbers are made of public games, whoever asks, unless somebody asks for those that only they may see as well. They are
counted from the games themselves each time, so nothing that was hidden, deleted or decided otherwise is in them.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.urls import reverse

from core.permissions.actors import Actor
from engine import registry
from engine.core import Side
from engine.position_keys import PositionKey, find_position_keys
from games.models import Game, GameResult, GameText
from games.positions.selectors.entries import Passage, next_ply
from games.positions.selectors.lookup import MAX_CANDIDATES, few_keys, find_shelves
from games.visibility.selectors import fully_visible_q
from players.models import ListedRating
from players.ratings.fide_rules import rating_difference

# As many as a list of games counts.
MAX_COUNTED: Final = 1500
MAX_MOVES: Final = 40


class CountedGame(NamedTuple):
    """What the numbers need of a game."""

    pk: int
    result: str
    first_person: int | None
    second_person: int | None
    day: date
    first_name: str
    second_name: str
    date: str

    @property
    def url(self) -> str:
        return reverse("game", args=[self.pk])

    @property
    def players(self) -> tuple[int | None, int | None]:
        return self.first_person, self.second_person


@dataclass(frozen=True)
class Tally:
    """The games in which something happened, counted; `mover` is who had the choice."""

    games: int
    first_wins: int
    draws: int
    second_wins: int
    rating: int | None
    """The average of the mover, as far as the players are on the list of all clubs."""
    performance: int | None
    """Of the mover: the opponents' average, and what the score is worth by FIDE's table."""
    latest: CountedGame
    best: CountedGame | None
    """The one with the highest ratings; none if nobody in them has one."""

    @property
    def ended(self) -> int:
        return self.first_wins + self.draws + self.second_wins


@dataclass(frozen=True)
class Move:
    """A ply that was played, written for the board that was asked about, and a game in which it was."""

    ply: str
    tally: Tally
    example: Passage


@dataclass(frozen=True)
class Exploration:
    total: Tally | None
    """None if there is no game."""
    moves: tuple[Move, ...]
    more_moves: int
    is_cut: bool
    """There are more games than are counted: these are the newest."""


def countable_games(actor: Actor, *, with_withheld: bool) -> QuerySet[Game]:
    """Public ones; for somebody who asks for it, those as well of which the actor may see everything."""
    return Game.objects.filter(fully_visible_q(actor if with_withheld else AnonymousUser()))


def explore(
    kind: str,
    position: PositionKey,
    mover: Side,
    games: QuerySet[Game],
    *,
    is_narrowed: bool,
    with_withheld: bool = False,
    rated_from: int | None = None,
) -> Exploration:
    """At most six queries. `is_narrowed` if filters left out some of the games."""
    games = games.filter(kind=kind)
    passages, is_cut = _find_passages(position, games, is_narrowed=is_narrowed, with_withheld=with_withheld)
    found = _read_games(games, {passage.game for passage in passages})
    is_cut = is_cut or len(found) > MAX_COUNTED
    counted = {game.pk: game for game in found[:MAX_COUNTED]}
    ratings = ratings_of(kind, {person for game in counted.values() for person in game.players if person})
    if rated_from is not None:
        counted = {
            pk: game
            for pk, game in counted.items()
            if all(ratings.get(person or 0, 0) >= rated_from for person in game.players)
        }
    if not counted:
        return Exploration(None, (), 0, is_cut)
    by_ply: dict[int, dict[int, Passage]] = {}
    for passage in passages:
        if passage.next and passage.game in counted:
            by_ply.setdefault(passage.next, {}).setdefault(passage.game, passage)
    often = sorted(by_ply.values(), key=lambda some: (-len(some), -max(some)))
    shown = often[:MAX_MOVES]
    examples = [some[max(some)] for some in shown]
    plies = _plies_of(kind, position, examples)
    return Exploration(
        total=_tally(counted.values(), mover, ratings),
        moves=tuple(
            Move(ply, _tally([counted[pk] for pk in some], mover, ratings), example)
            for some, example, ply in zip(shown, examples, plies, strict=True)
        ),
        more_moves=len(often) - len(shown),
        is_cut=is_cut,
    )


def _find_passages(
    position: PositionKey, games: QuerySet[Game], *, is_narrowed: bool, with_withheld: bool
) -> tuple[list[Passage], bool]:
    """Of the newest games, or of all if filters leave few; and whether some were left out. Three queries."""
    shelves = find_shelves(position.key, with_withheld=with_withheld)
    at_most = MAX_CANDIDATES if is_narrowed else MAX_COUNTED + 1
    is_cut = any(shelf.size > at_most for shelf in shelves)
    if is_narrowed and is_cut and (few := few_keys(games)) is not None:
        return [passage for shelf in shelves for passage in shelf.passages_among(few)], False
    return [passage for shelf in shelves for passage in shelf.newest(at_most)], is_cut


def _read_games(games: QuerySet[Game], keys: Collection[int]) -> list[CountedGame]:
    """The newest first, and one more than are counted."""
    if not keys:
        return []
    rows = games.filter(pk__any_of=sorted(keys)).order_by("-pk")
    columns = (
        "pk",
        "result",
        "first_person",
        "second_person",
        "sort_date",
        "first_name",
        "second_name",
        "date",
    )
    return [CountedGame(*row) for row in rows.values_list(*columns)[: MAX_COUNTED + 1]]


def ratings_of(kind: str, people: Collection[int]) -> dict[int, float]:
    """What the list of all clubs says of them today: of those whose page everybody may see. One query."""
    if not people:
        return {}
    rows = ListedRating.objects.filter(
        pool__game=kind,
        pool__club=None,
        until_version=None,
        rating__isnull=False,
        player__id__any_of=sorted(people),
        player__listed=True,
        player__merged_into=None,
    )
    # Of several lists the oldest counts.
    found = rows.order_by("-pool").values_list("player", "rating")
    return {person: rating for person, rating in found if rating is not None}


def _plies_of(kind: str, position: PositionKey, examples: Sequence[Passage]) -> list[str]:
    """As they are written on the board that was asked about. One query."""
    keys = find_position_keys(registry.rules(kind))
    texts = dict(
        GameText.objects.filter(game__in=[each.game for each in examples]).values_list("game_id", "plies")
    )
    found = []
    for each in examples:
        ply = texts[each.game].split()[each.ply]
        ply = next_ply(position._replace(is_mirrored=each.is_mirrored), ply, keys)
        is_turned = position.is_mirrored and not position.is_symmetric
        found.append(keys.mirror_ply(ply) if is_turned else ply)
    return found


def _tally(games: Iterable[CountedGame], mover: Side, ratings: dict[int, float]) -> Tally:
    """Of at least one game."""
    games = list(games)
    results = [game.result for game in games]
    own = [ratings[game.players[mover] or 0] for game in games if (game.players[mover] or 0) in ratings]
    strengths = {
        game.pk: sum(ratings.get(person or 0, 0) for person in game.players)
        for game in games
        if any((person or 0) in ratings for person in game.players)
    }
    return Tally(
        games=len(games),
        first_wins=results.count(GameResult.FIRST_WINS),
        draws=results.count(GameResult.DRAW),
        second_wins=results.count(GameResult.SECOND_WINS),
        rating=round(sum(own) / len(own)) if own else None,
        performance=_performance(games, mover, ratings),
        latest=max(games, key=lambda game: (game.day, game.pk)),
        best=max(
            (game for game in games if game.pk in strengths),
            key=lambda game: (strengths[game.pk], game.pk),
            default=None,
        ),
    )


def _performance(games: Sequence[CountedGame], mover: Side, ratings: dict[int, float]) -> int | None:
    """Of ended games against rated opponents."""
    win = GameResult.FIRST_WINS if mover is Side.FIRST else GameResult.SECOND_WINS
    opponents, half_points = [], 0
    for game in games:
        opponent = game.players[mover.other] or 0
        if opponent in ratings and game.result != GameResult.OPEN:
            opponents.append(ratings[opponent])
            half_points += 2 if game.result == win else 1 if game.result == GameResult.DRAW else 0
    if not opponents:
        return None
    percent = (100 * half_points + len(opponents)) // (2 * len(opponents))
    return round(sum(opponents) / len(opponents)) + rating_difference(percent)


def records_of(games: Sequence[int]) -> dict[int, tuple[str, list[str]]]:
    """Record and plies of each. One query."""
    rows = GameText.objects.filter(game__in=list(games)).values_list("game_id", "canonical", "plies")
    return {pk: (text, plies.split()) for pk, text, plies in rows}
