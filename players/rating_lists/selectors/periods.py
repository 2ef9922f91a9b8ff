"""Which periods a pool has by its rules, and from which one on its list has to be recomputed."""

import hashlib
import json
from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _

from players.models import (
    Club,
    PeriodRule,
    RatedPeriod,
    RatedResult,
    RatingPool,
    ResultSource,
    SourceKind,
    StartingRating,
)
from players.rating_lists.services.games_to_rate import RESULT_OF_POINTS
from players.ratings import Game, Period, Start

CHUNK_SIZE = 5000
STARTING_KEY = "start"
_COLUMNS = (
    "source_id", "key", "first_id", "second_id", "first_half_points", "second_half_points", "forfeit", "rated",
    "first_level", "second_level",
)  # fmt: skip


class PlannedPeriod(NamedTuple):
    """A period by its sources, before their results are read."""

    key: str
    title: str
    url: str
    start: date
    end: date
    sources: tuple[ResultSource, ...]
    digest: str
    starts: tuple[Start, ...] = ()


class RecomputationPlan(NamedTuple):
    """`kept` periods stay as they are; those of `to_rate` are computed, the first one with the number kept + 1."""

    kept: int
    to_rate: tuple[PlannedPeriod, ...]
    replaced: int
    """How many periods of the present list are replaced, or go without replacement."""

    @property
    def changes_nothing(self) -> bool:
        return not self.to_rate and not self.replaced


def pools_rating(*, game: str, club_id: int | None) -> QuerySet[RatingPool]:
    """The pools in which results of this game count: those of this club, and those of all clubs if it is recognised."""
    pools = RatingPool.objects.filter(Q(club=None) | Q(club_id=club_id), game=game).order_by("pk")
    if club_id is not None and Club.objects.filter(pk=club_id, recognised_at=None).exists():
        return pools.exclude(club=None)
    return pools


def sources_feeding(pool: RatingPool) -> QuerySet[ResultSource]:
    """Whose results count in the pool: a club's own, or those of recognised clubs.

    A free game without a club belongs to the clubs of its players; an event without one is the site's own.
    """
    sources = ResultSource.objects.filter(game=pool.game, taken_back_at=None)
    if pool.period_rule == PeriodRule.EVENTS_ONLY:
        sources = sources.filter(kind=SourceKind.EVENT)
    if pool.club_id is not None:
        return sources.filter(club_id=pool.club_id)
    of_players = Q(first_club__recognised_at__isnull=False, second_club__recognised_at__isnull=False)
    return sources.filter(
        Q(club__recognised_at__isnull=False) | Q(club=None) & (Q(kind=SourceKind.EVENT) | of_players)
    )


def feeds(source: ResultSource, pool: RatingPool) -> bool:
    """The same of one source, which has its clubs loaded."""
    if pool.club_id is not None:
        return source.club_id == pool.club_id
    if source.club is not None:
        return source.club.recognised_at is not None
    if source.kind == SourceKind.EVENT:
        return True
    clubs = (source.first_club, source.second_club)
    return all(club is not None and club.recognised_at is not None for club in clubs)


def first_counting_day(pool: RatingPool, kind: str, end: date) -> date:
    """The day from which on results are on the list: free games count when their month is over."""
    by_month = pool.period_rule == PeriodRule.MONTHS or kind == SourceKind.FREE_GAME
    return _last_of_month(end) + timedelta(days=1) if by_month else end


def planned_periods(pool: RatingPool, today: date) -> list[PlannedPeriod]:
    """All periods that are over, in the order in which they end. One query."""
    sources = sources_feeding(pool).order_by("kind", "key")
    over = [source for source in sources if first_counting_day(pool, source.kind, source.end) <= today]
    keyed = sorted(((_period_key(pool, source), source) for source in over), key=lambda pair: pair[0])
    periods = [
        _planned(key, [source for _, source in group]) for key, group in groupby(keyed, lambda pair: pair[0])
    ]
    periods += _starting_periods(pool)
    # Whoever plays on the day of a starting rating plays with it.
    return sorted(periods, key=lambda period: (period.end, not period.starts, period.start, period.key))


def starting_ratings_of(pool: RatingPool) -> QuerySet[StartingRating]:
    """Those in force that count: in a list across clubs, the ones given by recognised clubs."""
    given = StartingRating.objects.filter(pool=pool, ended_at=None)
    return given if pool.club_id is not None else given.exclude(club__recognised_at=None)


def _starting_periods(pool: RatingPool) -> list[PlannedPeriod]:
    """One for each day: who has played in the pool before that day keeps what was earned there. One query."""
    given = starting_ratings_of(pool).order_by("dated_on", "player_id")
    rows = given.values_list("dated_on", "player_id", "rating")
    return [
        _starting_period(day, tuple(Start(player, rating) for _day, player, rating in group))
        for day, group in groupby(rows, lambda row: row[0])
    ]


def _starting_period(day: date, starts: tuple[Start, ...]) -> PlannedPeriod:
    digest = hashlib.sha256(json.dumps(starts).encode()).hexdigest()
    return PlannedPeriod(f"{STARTING_KEY}:{day}", _("Starting ratings"), "", day, day, (), digest, starts)


def plan_recomputation(pool: RatingPool, today: date, *, from_nothing: bool = False) -> RecomputationPlan:
    """Compare the periods by the rules with those of the present list. Two queries."""
    wanted = planned_periods(pool, today)
    present = list(
        RatedPeriod.objects.filter(pool=pool, until_version=None)
        .order_by("number")
        .values_list("key", "start", "end", "digest")
    )
    kept = 0
    if not from_nothing:
        for have, want in zip(present, wanted, strict=False):
            if have != (want.key, want.start, want.end, want.digest):
                break
            kept += 1
    return RecomputationPlan(kept, tuple(wanted[kept:]), len(present) - kept)


def load_results(periods: Sequence[PlannedPeriod]) -> Iterator[Period]:
    """The periods as the pure code wants them, read a period at a time."""
    for period in periods:
        prefixes = {source.pk: f"{source.kind}:{source.key}/" for source in period.sources}
        rows = RatedResult.objects.filter(source__in=list(prefixes)).order_by().values_list(*_COLUMNS)
        games: list[Game] = []
        byes: list[int] = []
        for (
            source,
            key,
            first,
            second,
            points,
            other_points,
            forfeit,
            rated,
            level,
            other_level,
        ) in rows.iterator(chunk_size=CHUNK_SIZE):
            if second is None:
                byes.append(first)
            else:
                games.append(
                    Game(
                        prefixes[source] + key,
                        first,
                        second,
                        RESULT_OF_POINTS[points, other_points, forfeit],
                        rated,
                        level,
                        other_level,
                    )
                )
        yield Period(period.key, period.start, period.end, tuple(games), tuple(byes), period.starts)


def _period_key(pool: RatingPool, source: ResultSource) -> str:
    if pool.period_rule == PeriodRule.MONTHS or source.kind == SourceKind.FREE_GAME:
        return f"month:{source.end:%Y-%m}"
    return f"{source.kind}:{source.key}"


def _planned(key: str, sources: list[ResultSource]) -> PlannedPeriod:
    parts = [[source.kind, source.key, source.digest] for source in sources]
    digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    first = sources[0]
    if key.startswith("month:"):
        start = first.end.replace(day=1)
        return PlannedPeriod(
            key, format_date(start, "F Y"), "", start, _last_of_month(start), tuple(sources), digest
        )
    return PlannedPeriod(key, first.title, first.url, first.start, first.end, tuple(sources), digest)


def _last_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])
