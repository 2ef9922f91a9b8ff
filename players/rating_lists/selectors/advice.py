"""What would happen: a win, draw or loss against somebody, and the express levels that make a game even."""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any, Final, NamedTuple

from django.core.cache import caches
from django.db.models import F, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.game_types import highest_level
from players.models import LedgerLine, ListedRating, RatedResult, RatingPool
from players.rating_lists.selectors.lists import RatingList
from players.ratings import (
    HandicapAdvice,
    HandicapGame,
    HandicapVerdict,
    LevelCosts,
    Moment,
    Opponent,
    RatingSystem,
    WhatIf,
    advise_handicap,
    estimate_level_costs,
    what_if,
)

CACHE_SECONDS = 3600

VERDICT_LABELS: Final[dict[HandicapVerdict, str | Promise]] = {
    HandicapVerdict.EVEN_WITHOUT: _("The game is even without a handicap."),
    HandicapVerdict.EVEN_WITH: _("With these levels the game is even."),
    HandicapVerdict.NOT_ENOUGH: _("No level makes the game even; this choice comes nearest."),
    HandicapVerdict.TOO_FEW_GAMES: _(
        "Too few handicap games are known to say which levels would make the game even."
    ),
}


class PlayerPair(NamedTuple):
    player: ListedRating
    opponent: ListedRating


def predict_changes(
    ratings: RatingList,
    sides: PlayerPair,
    *,
    moves_first: bool = True,
    level: int = 0,
    opponent_level: int = 0,
) -> WhatIf[Any]:
    """The rating system's own answer for today. No query."""
    system: Any = ratings.system
    return what_if(
        system,
        ratings.state(sides.player),
        ratings.state(sides.opponent),
        ratings.moment,
        player_moves_first=moves_first,
        level=level,
        opponent_level=opponent_level,
    )


def handicap_advice(ratings: RatingList, sides: PlayerPair) -> HandicapAdvice | None:
    """None if one of the two has no rating."""
    one, other = ratings.state(sides.player), ratings.state(sides.opponent)
    if one.rating is None or other.rating is None:
        return None
    return advise_handicap(
        Opponent(one.rating, one.deviation or 0.0),
        Opponent(other.rating, other.deviation or 0.0),
        level_costs_in(ratings),
    )


def level_costs_in(ratings: RatingList) -> LevelCosts:
    """What the levels cost in this pool, from all handicap games that it knows. Remembered until something changes."""
    pool = ratings.pool
    version = ratings.version.number if ratings.version else 0
    key = f"rating-level-worths:{pool.pk}:{pool.revision}:{version}"
    known: LevelCosts | None = caches["pages"].get(key)
    if known is None:
        rules = ratings.system.parameters.counting
        known = estimate_level_costs(
            list(handicap_games_in(pool, ratings.system)),
            highest_level=highest_level(pool.game),
            first_move_worth=rules.first_move_worth,
        )
        caches["pages"].set(key, known, CACHE_SECONDS)
    return known


def handicap_games_in(pool: RatingPool, system: RatingSystem[Any]) -> Iterable[HandicapGame]:
    """Games with different levels, with the ratings from before them. Two queries.

    Whether they count or not: the ratings are those after the players' last period before the game. Who had none yet
    is taken as a newcomer; in a system where newcomers have no rating, such games tell nothing.
    """
    results = RatedResult.objects.filter(
        ~Q(first_level=F("second_level")),
        source__game=pool.game,
        source__taken_back_at=None,
        second__isnull=False,
        forfeit=False,
    ).exclude(first_half_points=0, second_half_points=0)
    if pool.club_id is not None:
        results = results.filter(source__club=pool.club_id)
    rows = list(
        results.order_by("pk").values_list(
            "first", "second", "first_level", "second_level", "first_half_points", "source__start"
        )
    )
    ratings = _ratings_before(pool, system, {player for row in rows for player in row[:2]})
    for first, second, level, other_level, half_points, day in rows:
        one, other = ratings(first, day), ratings(second, day)
        if one is not None and other is not None:
            yield HandicapGame(
                one.rating, other.rating, level, other_level, half_points / 2, one.deviation, other.deviation
            )


def _ratings_before(
    pool: RatingPool, system: RatingSystem[Any], players: set[int]
) -> Callable[[int, date], Opponent | None]:
    histories: dict[int, tuple[list[date], list[Opponent | None]]] = {player: ([], []) for player in players}
    lines = (
        LedgerLine.objects.filter(period__pool=pool, period__until_version=None, player__in=players)
        .order_by("period__number")
        .values_list("player", "period__end", "rating_after", "deviation_after")
    )
    for player, end, rating, deviation in lines:
        days, known = histories[player]
        days.append(end)
        known.append(None if rating is None else Opponent(rating, deviation or 0.0))
    new = system.newcomer(Moment(date.min, 0))
    newcomer = None if new.rating is None else Opponent(new.rating, new.deviation or 0.0)

    def before(player: int, day: date) -> Opponent | None:
        days, known = histories[player]
        index = bisect_left(days, day)
        return known[index - 1] if index else newcomer

    return before
