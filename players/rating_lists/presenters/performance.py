"""How somebody has played: results, head-to-head, scores by group; and ratings on the pages of people and clubs."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.game_types import highest_level
from core.web.panels import Panel
from players.models import Club, LedgerLine, ListedRating, Person, RatedResult, RatingPool
from players.rating_lists.policies import may_open_pool
from players.rating_lists.presenters.charts import HistoryChart, history_chart
from players.rating_lists.selectors.lists import current_list, is_provisional
from players.rating_lists.selectors.periods import feeds
from players.rating_lists.services.ledger import parse_games
from players.ratings import GameEffect

MAX_LATEST_RESULTS = 10
MAX_OPPONENTS = 20

OPPONENT_STRENGTHS = (
    (-1_000_000, -200, _("weaker by more than 200 points")),
    (-200, -50, _("weaker by 50 to 200 points")),
    (-50, 50, _("about as strong")),
    (50, 200, _("stronger by 50 to 200 points")),
    (200, 1_000_000, _("stronger by more than 200 points")),
)
"""By how many points the opponent was stronger: from, up to, and what it is called."""

CLUB_PANEL_ROWS = 5


class PlayedGame(NamedTuple):
    """A game that was played, from one player's side."""

    result: RatedResult
    first: bool
    opponent: Person
    half_points: int
    level: int
    setup: str
    effect: GameEffect | None
    """What it did to the rating; None if it did not count."""
    rating: float | None
    line: int | None


@dataclass
class Score:
    """Games of one sort added up. The expectation is of those games that counted."""

    label: str | Promise
    games: int = 0
    half_points: int = 0
    expected: float = 0.0
    expected_games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    opponent: Person | None = None

    def add(self, game: PlayedGame) -> None:
        self.games += 1
        self.half_points += game.half_points
        self.wins += game.half_points == 2
        self.draws += game.half_points == 1
        self.losses += game.half_points == 0
        if game.effect is not None and game.effect.expected is not None:
            self.expected += game.effect.expected
            self.expected_games += 1

    @property
    def points(self) -> float:
        return self.half_points / 2

    @property
    def percent(self) -> float:
        return 50 * self.half_points / self.games if self.games else 0.0

    @property
    def expected_percent(self) -> float | None:
        return 100 * self.expected / self.expected_games if self.expected_games else None


class Performance(NamedTuple):
    """All about one player in one pool."""

    rating: ListedRating
    provisional: bool
    lines: list[LedgerLine]
    chart: HistoryChart | None
    latest: list[PlayedGame]
    total: Score
    opponents: list[Score]
    tables: list[tuple[str | Promise, list[Score]]]


def performances_of(pools: Sequence[RatingPool], player: Person) -> list[Performance]:
    """A player in each of these pools in which they are rated. Three queries, however many games and pools."""
    ratings = ListedRating.objects.filter(
        pool__in=[pool.pk for pool in pools], player=player, until_version=None
    ).select_related("pool__club", "period")
    rated = sorted(ratings, key=lambda rating: (rating.pool.game, rating.pool.club_id or 0, rating.pool.name))
    if not rated:
        return []
    lines = list(
        LedgerLine.objects.filter(
            player=player,
            period__pool__in=[rating.pool_id for rating in rated],
            period__until_version=None,
        )
        .select_related("period")
        .order_by("period__number")
    )
    results = list(
        RatedResult.objects.filter(Q(first=player) | Q(second=player), source__taken_back_at=None)
        .exclude(second=None)
        .filter(forfeit=False)
        .select_related("source__club", "source__first_club", "source__second_club", "first", "second")
        .order_by("played_on", "pk")
    )
    return [
        _performance(
            rating,
            [line for line in lines if line.period.pool_id == rating.pool_id],
            [result for result in results if _is_in(result, rating.pool)],
            player,
        )
        for rating in rated
    ]


def _is_in(result: RatedResult, pool: RatingPool) -> bool:
    return result.source.game == pool.game and feeds(result.source, pool)


def _performance(
    rating: ListedRating, lines: list[LedgerLine], results: Iterable[RatedResult], player: Person
) -> Performance:
    effects = {
        game.effect.game: (game.effect, line.rating_before, line.pk)
        for line in lines
        for game in parse_games(line.games)
    }
    games = [_played_game(result, player, effects) for result in results]
    by_colour = _grouped(games, lambda game: _("moving first") if game.first else _("moving second"))
    by_setup = _grouped([game for game in games if game.setup], lambda game: game.setup)
    by_level = _grouped(games, lambda game: _("level %(level)d") % {"level": game.level})
    tables: list[tuple[str | Promise, list[Score]]] = [
        (_("By colour"), by_colour),
        (_("By the opponents’ strength"), _by_strength(games)),
        (_("By set-up"), by_setup),
        (_("By handicap level"), by_level if highest_level(rating.pool.game) else []),
    ]
    total = Score(_("All games"))
    for game in games:
        total.add(game)
    return Performance(
        rating,
        is_provisional(rating),
        lines,
        history_chart(lines),
        games[: -MAX_LATEST_RESULTS - 1 : -1],
        total,
        _head_to_head(games),
        [(title, scores) for title, scores in tables if scores],
    )


def _played_game(
    result: RatedResult, player: Person, effects: dict[str, tuple[GameEffect, float | None, int]]
) -> PlayedGame:
    first = result.first_id == player.pk
    opponent = result.second if first and result.second else result.first
    effect, rating, line = effects.get(
        f"{result.source.kind}:{result.source.key}/{result.key}", (None, None, None)
    )
    return PlayedGame(
        result,
        first,
        opponent,
        result.first_half_points if first else result.second_half_points,
        result.first_level if first else result.second_level,
        result.first_setup if first else result.second_setup,
        effect,
        rating,
        line,
    )


def _grouped(games: Iterable[PlayedGame], label: Callable[[PlayedGame], str | Promise]) -> list[Score]:
    scores: dict[str, Score] = {}
    for game in games:
        name = label(game)
        scores.setdefault(str(name), Score(name)).add(game)
    return [scores[name] for name in sorted(scores)]


def _by_strength(games: Iterable[PlayedGame]) -> list[Score]:
    scores = [Score(name) for _, _, name in OPPONENT_STRENGTHS]
    for game in games:
        if game.effect is None or game.rating is None:
            continue
        lead = game.effect.opponent_rating - game.rating
        for score, (low, high, _name) in zip(scores, OPPONENT_STRENGTHS, strict=True):
            if low <= lead < high:
                score.add(game)
    return [score for score in scores if score.games]


def _head_to_head(games: Iterable[PlayedGame]) -> list[Score]:
    scores: dict[int, Score] = {}
    for game in games:
        score = scores.setdefault(game.opponent.pk, Score(game.opponent.name, opponent=game.opponent))
        score.add(game)
    ordered = sorted(scores.values(), key=lambda score: (-score.games, str(score.label)))
    return ordered[:MAX_OPPONENTS]


def person_ratings_panel(request: HttpRequest, person: Person) -> Panel | None:
    """The page has asked whether the viewer may see the person. Four queries."""
    found = performances_of(list(RatingPool.objects.filter(ratings__player=person).distinct()), person)
    if not found:
        return None
    return Panel(_("Ratings"), "ratings/parts/of_person.html", {"performances": found})


def club_ratings_panel(request: HttpRequest, club: Club) -> Panel | None:
    """The best of each of the club's lists. Two queries a list, one for those who are signed in."""
    pools = list(RatingPool.objects.filter(club=club))
    if not pools and not may_open_pool(request.user, club):
        return None
    lists = []
    for pool in pools:
        ratings = current_list(pool)
        lists.append((pool, list(ratings.shown(ratings.rows()[:CLUB_PANEL_ROWS]))))
    return Panel(
        _("Ratings"),
        "ratings/parts/of_club.html",
        {"lists": lists, "club": club, "may_open": may_open_pool(request.user, club)},
    )
