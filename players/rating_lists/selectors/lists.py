"""Reading rating lists: of today, and as they were published on any day in the past."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property
from math import floor
from typing import Any, NamedTuple

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404
from django.utils import timezone

from core.db import folding
from core.permissions.actors import Actor
from players.models import (
    Club,
    ListedRating,
    ListVersion,
    Person,
    RatedResult,
    RatingChange,
    RatingPool,
    Recomputation,
    User,
)
from players.people.selectors.people import memberships_of, person_of
from players.rating_lists.policies import may_give_starting_ratings, may_open_pool
from players.rating_lists.selectors.periods import sources_feeding
from players.rating_lists.services.ledger import parse_state
from players.ratings import Moment, RatingState, RatingSystem, restore_current_system

CHUNK_SIZE = 2000
MAX_MATCHES = 10


class ShownRating(NamedTuple):
    """One row of a list, as people see it on a certain day."""

    rank: int
    player: Person
    shown: int
    rating: float
    deviation: float | None
    games: int
    provisional: bool
    active_on: date
    period_id: int


@dataclass(frozen=True)
class RatingList:
    """The list of a version, seen on a day: deviations have grown until then, the inactive have left."""

    pool: RatingPool
    version: ListVersion | None
    day: date
    is_current: bool

    @property
    def pk(self) -> str:
        """With `change_number`, what is made of a list can be kept: `core.web.fragments`."""
        return f"list-{self.pool.pk}-{self.day}"

    @property
    def change_number(self) -> int:
        return self.version.number if self.version else 0

    @cached_property
    def system(self) -> RatingSystem[Any]:
        return restore_current_system(self.version.system if self.version else self.pool.system)

    @property
    def moment(self) -> Moment:
        return Moment(self.day, self.version.last_period if self.version else 0)

    def entries(self) -> QuerySet[ListedRating]:
        """Everybody of whom the ledger knows something, on the list or not."""
        rows = ListedRating.objects.filter(pool=self.pool)
        if self.version is None:
            return rows.none()
        if self.is_current:
            return rows.filter(until_version=None)
        number = self.version.number
        return rows.filter(Q(until_version=None) | Q(until_version__gt=number), from_version__lte=number)

    def rows(self) -> QuerySet[ListedRating]:
        """Who is on the list, the best first."""
        rows = self.entries().filter(rating__isnull=False, active_on__isnull=False)
        limit = self.system.parameters.listing.inactive_after_days
        if limit is not None:
            first = max(self.day.toordinal() - limit, date.min.toordinal())
            rows = rows.filter(active_on__gte=date.fromordinal(first))
        return rows.select_related("player").order_by("-rating", "player_id")

    def shown(self, rows: Iterable[ListedRating], first_place: int = 1) -> Iterator[ShownRating]:
        """The rows with ranks; the first one has this place. One query if that is not the first place of all."""
        rank, before = 0, None
        for place, row in enumerate(rows, start=first_place):
            if row.rating is None or row.active_on is None:
                continue  # such rows are not on the list
            shown = floor(row.rating + 0.5)
            if before is None and first_place > 1:
                rank = 1 + self.rows().filter(rating__gte=shown + 0.5).count()
            elif shown != before:
                rank = place
            before = shown
            state = self.state(row)
            yield ShownRating(
                rank,
                row.player,
                shown,
                row.rating,
                state.deviation,
                row.games,
                self.system.provisional(state),
                row.active_on,
                row.period_id,
            )

    def everybody(self) -> Iterator[ShownRating]:
        """All rows, read a few thousand at a time."""
        return self.shown(self.rows().iterator(chunk_size=CHUNK_SIZE))

    def state(self, row: ListedRating) -> RatingState:
        """A player's state on the day of the list."""
        state: RatingState = self.system.aged(parse_state(self.system, row.state), self.moment)
        return state


def is_provisional(rating: ListedRating) -> bool:
    """Of one rating of a present list, today; it has its pool and period loaded."""
    system: RatingSystem[Any] = restore_current_system(rating.pool.system)
    now = Moment(timezone.localdate(), rating.period.number)
    return system.provisional(system.aged(parse_state(system, rating.state), now))


def all_pools() -> QuerySet[RatingPool]:
    return RatingPool.objects.select_related("club")


def pool_with_slug(slug: str) -> RatingPool | None:
    return RatingPool.objects.filter(slug=slug).first()


def get_pool_or_404(slug: str) -> RatingPool:
    return get_object_or_404(all_pools(), slug=slug)


def clubs_to_open_pools_for(account: User) -> list[Club]:
    """The clubs for which this account may open pools."""
    if may_open_pool(account, None):
        return list(Club.objects.all())
    person = person_of(account)
    memberships = memberships_of(person) if person else []
    return [each.club for each in memberships if may_open_pool(account, each.club)]


def clubs_to_give_ratings_for(actor: Actor, pool: RatingPool) -> list[Club]:
    """The clubs in whose name the actor may give starting ratings in the pool; an administrator's own, too."""
    if not isinstance(actor, User):
        return []
    if pool.club is not None:
        return [pool.club] if may_give_starting_ratings(actor, pool.club) else []
    person = person_of(actor)
    clubs = [each.club for each in memberships_of(person)] if person else []
    return [club for club in clubs if club.recognised_at and may_give_starting_ratings(actor, club)]


def clubs_feeding(pool: RatingPool) -> QuerySet[Club]:
    """The clubs whose results count in the pool, with the number of their events and free games there. One query."""
    clubs = Club.objects.filter(pk=pool.club_id) if pool.club_id else Club.objects.exclude(recognised_at=None)
    counted = (
        sources_feeding(pool)
        .filter(club=OuterRef("pk"))
        .order_by()
        .values("club")
        .annotate(number=Count("pk"))
    )
    return clubs.annotate(results=Coalesce(Subquery(counted.values("number")), 0)).order_by(
        "sort_key", "name"
    )


def pools_with_counts() -> QuerySet[RatingPool]:
    """All pools with the number of their players and the day of their latest list. One query.

    Lists know how many are on them. Those that an earlier release published are counted, pool by pool, and so only on
    the page that shows them: there may be thousands of pools.
    """
    listed = ListedRating.objects.filter(pool=OuterRef("pk"), until_version=None, rating__isnull=False)
    counted = listed.order_by().values("pool").annotate(number=Count("*")).values("number")
    newest = ListVersion.objects.filter(pool=OuterRef("pk")).order_by("-number")
    players = Coalesce(Subquery(newest.values("players")[:1]), Subquery(counted), 0)
    return (
        RatingPool.objects.select_related("club")
        .annotate(players=players, published_at=Subquery(newest.values("published_at")[:1]))
        .order_by("game", "name", "pk")
    )


def current_list(pool: RatingPool) -> RatingList:
    """One query."""
    newest = ListVersion.objects.filter(pool=pool).order_by("-number").first()
    return RatingList(pool, newest, timezone.localdate(), is_current=True)


def list_on(pool: RatingPool, day: date) -> RatingList:
    """As it could be seen at the end of a day. One query."""
    if day >= timezone.localdate():
        return current_list(pool)
    end = timezone.make_aware(datetime.combine(day + timedelta(days=1), time.min))
    version = ListVersion.objects.filter(pool=pool, published_at__lt=end).order_by("-number").first()
    return RatingList(pool, version, day, is_current=False)


def players_matching(pool: RatingPool, text: str) -> list[Person]:
    """People in the pool whose name contains every word of the text. At most a few. One query."""
    found = Person.objects.filter(listed_ratings__pool=pool, listed_ratings__until_version=None)
    words = folding.comparison_key(text).split()
    if not words:
        return []
    for word in words:
        found = found.filter(comparison_key__contains=word)
    return list(found.order_by("sort_key", "pk")[:MAX_MATCHES])


def find_player(pool: RatingPool, player: int) -> ListedRating | None:
    rows = ListedRating.objects.filter(pool=pool, player=player, until_version=None)
    return rows.select_related("player").first()


class MovedRating(NamedTuple):
    """What a version changed for somebody. None: no rating, or not in the pool."""

    player: Person
    before: float | None
    after: float | None

    @property
    def change(self) -> float | None:
        return None if self.before is None or self.after is None else self.after - self.before


def versions_of(pool: RatingPool) -> QuerySet[ListVersion]:
    return ListVersion.objects.filter(pool=pool)


def newest_version_number(pool: RatingPool) -> int | None:
    return versions_of(pool).order_by("-number").values_list("number", flat=True).first()


def get_version_or_404(pk: str) -> ListVersion:
    return get_object_or_404(ListVersion, pk=pk)


def get_version_of_pool_or_404(pool: RatingPool, number: int) -> ListVersion:
    return get_object_or_404(versions_of(pool).select_related("pool"), number=number)


def version_changes(version: ListVersion) -> list[MovedRating]:
    """Whose ratings differ between a version and the one before it, the greatest difference first. Two queries."""
    rows = ListedRating.objects.filter(pool=version.pool_id).select_related("player")
    began = {row.player: row.rating for row in rows.filter(from_version=version.number)}
    ended = {row.player: row.rating for row in rows.filter(until_version=version.number)}
    moved = [
        MovedRating(player, ended.get(player), began.get(player))
        for player in began.keys() | ended.keys()
        if ended.get(player) != began.get(player)
    ]
    return sorted(moved, key=lambda row: (row.change is not None, -abs(row.change or 0), row.player.sort_key))


def version_reasons(versions: Sequence[ListVersion]) -> dict[int, list[RatingChange]]:
    """Why these versions were published, by their ids. One query."""
    reasons: dict[int, list[RatingChange]] = {version.pk: [] for version in versions}
    changes = RatingChange.objects.filter(version__in=versions).select_related("source")
    for change in changes.order_by("recorded_at", "pk"):
        if change.version_id is not None:
            reasons[change.version_id].append(change)
    return reasons


def pending_recomputation(pool: RatingPool) -> Recomputation | None:
    """The job that is under way or due, if there is one."""
    return (
        Recomputation.objects.filter(pool=pool, state="waiting", due_at__lte=timezone.now())
        .order_by("due_at")
        .first()
    )


def pending_free_games(pool: RatingPool) -> tuple[int, date | None]:
    """How many changes wait for the end of their month, and for which day. One query."""
    found = RatingChange.objects.filter(
        pool=pool, settled_at=None, counts_from__gt=timezone.localdate()
    ).aggregate(count=Count("source", distinct=True), day=Max("counts_from"))
    return found["count"], found["day"]


def export_rated_results(user: User) -> list[dict[str, Any]]:
    person = person_of(user)
    if person is None:
        return []
    results = RatedResult.objects.filter(Q(first=person) | Q(second=person)).select_related("source")
    return [
        {
            "in": result.source.title,
            "played_on": result.played_on.isoformat(),
            "moved_first": result.first_id == person.pk,
            "half_points": result.first_half_points
            if result.first_id == person.pk
            else result.second_half_points,
            "counts": result.rated and result.source.taken_back_at is None,
        }
        for result in results
    ]


def export_ratings(user: User) -> list[dict[str, Any]]:
    person = person_of(user)
    if person is None:
        return []
    listed = ListedRating.objects.filter(player=person, until_version=None).select_related("pool")
    return [
        {
            "pool": rating.pool.name,
            "rating": rating.rating,
            "deviation": rating.deviation,
            "games": rating.games,
        }
        for rating in listed.order_by("pool")
    ]


def place_in_list(ratings: RatingList, first: ListedRating) -> int:
    better = Q(rating__gt=first.rating) | Q(rating=first.rating, player__lt=first.player_id)
    return 1 + ratings.rows().filter(better).count()
