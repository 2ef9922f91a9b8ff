"""Pools, people and results for the tests of rating lists."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from jobs.models import WorkState
from jobs.services import perform
from players.models import Club, LedgerLine, ListedRating, Person, RatingPool, Recomputation, SourceKind
from players.people.services.people import create_person
from players.rating_lists.services.games_to_rate import GameToRate, RatingSource
from players.rating_lists.services.results import submit_results

POINTS = {"1-0": (2, 0), "½-½": (1, 1), "0-1": (0, 2), "0-0": (0, 0)}


def days_ago(days: int) -> date:
    return timezone.localdate() - timedelta(days=days)


def a_pool(
    slug: str = "all", *, game: str = "barragoon", club: Club | None = None, **fields: object
) -> RatingPool:
    values = {"method": "glicko-2", **fields}
    return RatingPool.objects.create(name=slug.title(), slug=slug, game=game, club=club, **values)


def people(*names: str, listed: bool = True) -> list[Person]:
    return [create_person(actor=None, name=name, listed=listed) for name in names]


def event(
    key: str = "1",
    *,
    ended: int = 10,
    lasted: int = 0,
    club: Club | None = None,
    game: str = "barragoon",
    title: str = "",
) -> RatingSource:
    return RatingSource(
        kind=SourceKind.EVENT,
        key=key,
        game=game,
        title=title or f"Open {key}",
        start=days_ago(ended + lasted),
        end=days_ago(ended),
        club=club,
        url=f"/events/{key}/",
    )


def a_recognised_club() -> Club:
    """The same one each time."""
    now = timezone.now()
    return Club.objects.get_or_create(
        slug="recognised", defaults={"name": "Recognised", "recognised_at": now}
    )[0]


def free_game(key: str, day: date, *, club: Club | None = None, **clubs: Club | None) -> RatingSource:
    """Without a word about clubs, of two members of a recognised one."""
    players = {} if club else {"first_club": a_recognised_club(), "second_club": a_recognised_club()}
    return RatingSource(
        kind=SourceKind.FREE_GAME,
        key=key,
        game="barragoon",
        title=f"Game {key}",
        start=day,
        end=day,
        club=club,
        **(players | clubs),  # type: ignore[arg-type]
    )


def game(
    key: str,
    first: Person,
    second: Person | None,
    result: str = "1-0",
    day: date | None = None,
    **fields: object,
) -> GameToRate:
    points, other_points = POINTS[result]
    return GameToRate(
        key=key,
        first=first.pk,
        second=second.pk if second else None,
        first_half_points=points,
        second_half_points=other_points,
        played_on=day or days_ago(10),
        **fields,  # type: ignore[arg-type]
    )


def rate(source: RatingSource, results: Sequence[GameToRate]) -> None:
    submit_results(actor=None, source=source, results=results)
    work()


def work() -> int:
    """Do all jobs that are due, as workers would. How many there were."""
    due = Recomputation.objects.filter(state=WorkState.WAITING, due_at__lte=timezone.now()).order_by("pk")
    items = list(due.values_list("pk", flat=True))
    for pk in items:
        perform(kind_name="compute rating lists", pk=pk, message_id=f"test {pk}")
    return len(items)


def ratings(pool: RatingPool) -> dict[str, float | None]:
    """The present list, by names."""
    rows = pool.ratings.filter(until_version=None).select_related("player").order_by("player__name")
    return {row.player.name: row.rating for row in rows}


def lines(pool: RatingPool) -> list[tuple[Any, ...]]:
    """The present ledger, without the ids that rows happen to have."""
    valid = LedgerLine.objects.filter(period__pool=pool, period__until_version=None)
    columns = ("period__number", "period__key", "player", "before", "after", "games", "steps")
    return list(valid.order_by("period__number", "player").values_list(*columns))


def listed(pool: RatingPool) -> list[tuple[Any, ...]]:
    rows = ListedRating.objects.filter(pool=pool, until_version=None).order_by("player")
    return list(
        rows.values_list("player", "period__number", "rating", "deviation", "games", "active_on", "state")
    )
