"""The job that recomputes a pool's list from the first affected period on and publishes it as a new version."""

import gc
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

from jobs import urgent
from jobs.kinds import JobKind, PermanentFailure
from players.models import (
    ChangeKind,
    LedgerLine,
    ListedRating,
    ListVersion,
    Person,
    RatedPeriod,
    RatedResult,
    RatingChange,
    RatingPool,
    Recomputation,
)
from players.rating_lists.selectors.periods import (
    PlannedPeriod,
    RecomputationPlan,
    load_results,
    plan_recomputation,
)
from players.rating_lists.services.ledger import LedgerRow, encode, encode_each, parse_state, write_lines
from players.ratings import (
    AnySystem,
    Checkpoint,
    Elo,
    LedgerEntry,
    Moment,
    ParameterError,
    RatingState,
    recompute,
    restore_current_system,
    store_system,
)

PROGRESS_INTERVAL = 0.5
"""How often the job says how far it is."""


class ComputedPeriod(NamedTuple):
    planned: PlannedPeriod
    uncounted: str
    entries: Sequence[LedgerEntry[Any]]


class LatestState(NamedTuple):
    """A player's state, and the number of the period that it comes from."""

    state: RatingState
    period: int


@dataclass
class ComputedList:
    """A list that is ready to be published, if the pool's revision is still this one."""

    revision: int
    system: dict[str, object]
    birth_years: str
    birth_years_changed: bool
    plan: RecomputationPlan
    from_nothing: bool
    periods: list[ComputedPeriod] = field(default_factory=list)
    latest: dict[int, LatestState] = field(default_factory=dict)


class KnownStates(NamedTuple):
    """The state of the present list after the periods that are kept."""

    checkpoint: Checkpoint[Any]
    latest: dict[int, LatestState]


def compute_list(
    pool: RatingPool, progress: Callable[[int, int], None] = lambda done, of: None
) -> ComputedList:
    """Compute the next version; nothing is written. `progress` is called after every period."""
    system = restore_current_system(pool.system)
    document = store_system(system)
    years = load_birth_years(system, pool.game)
    years_digest = birth_years_digest(years)
    last = ListVersion.objects.filter(pool=pool).order_by("-number").first()
    years_changed = last is not None and last.birth_years != years_digest
    from_nothing = last is None or last.system != document or years_changed
    steps = plan_recomputation(pool, timezone.localdate(), from_nothing=from_nothing)
    known = _load_known_states(pool, system, steps)
    computed = ComputedList(pool.revision, document, years_digest, years_changed, steps, from_nothing)
    computed.latest = known.latest
    rated_periods = recompute(system, load_results(steps.to_rate), after=known.checkpoint, birth_years=years)
    for index, (planned, rated) in enumerate(zip(steps.to_rate, rated_periods, strict=True), start=1):
        number = steps.kept + index
        for entry in rated.entries:
            computed.latest[entry.player] = LatestState(entry.after, number)
        uncounted = encode([(game, reason.value, who) for game, reason, who in rated.uncounted])
        computed.periods.append(ComputedPeriod(planned, uncounted, rated.entries))
        progress(index, len(steps.to_rate))
    return computed


def publish_version(pool: RatingPool, computed: ComputedList) -> ListVersion | None:
    """Write the version. The pool's row has to be locked. None if the list is the same as before."""
    now = timezone.now()
    last = ListVersion.objects.filter(pool=pool).order_by("-number").values_list("number", flat=True).first()
    if computed.plan.changes_nothing and (last is None or not computed.from_nothing):
        _settle_changes(pool, None)
        return None
    kept = computed.plan.kept
    version = ListVersion.objects.create(
        pool=pool,
        number=(last or 0) + 1,
        published_at=now,
        system=computed.system,
        birth_years=computed.birth_years,
        first_period=kept + 1,
        last_period=kept + len(computed.periods),
        lines=sum(len(period.entries) for period in computed.periods),
        players=sum(known.state.rating is not None for known in computed.latest.values()),
    )
    RatedPeriod.objects.filter(pool=pool, until_version=None, number__gt=kept).update(
        until_version=version.number
    )
    rows = RatedPeriod.objects.bulk_create(
        RatedPeriod(
            pool=pool,
            from_version=version.number,
            number=number,
            key=period.planned.key,
            title=period.planned.title,
            url=period.planned.url,
            start=period.planned.start,
            end=period.planned.end,
            digest=period.planned.digest,
            sources=[source.pk for source in period.planned.sources],
            uncounted=json.loads(period.uncounted),
        )
        for number, period in enumerate(computed.periods, start=kept + 1)
    )
    # The database stores one period's lines while the next one's are encoded.
    with _without_garbage_collector():
        write_lines(
            (row.pk, _ledger_rows(period.entries)) for row, period in zip(rows, computed.periods, strict=True)
        )
    _update_list(pool, version, computed)
    if computed.birth_years_changed:
        RatingChange.objects.create(pool=pool, kind=ChangeKind.BIRTH_YEARS, counts_from=timezone.localdate())
    _settle_changes(pool, version)
    return version


def _ledger_rows(entries: Sequence[LedgerEntry[Any]]) -> list[LedgerRow]:
    documents = encode_each(
        document
        for _, before, after, games, steps in entries
        for document in (before, after, games, None if steps is None else steps._asdict())
    )
    return [
        (player, before.rating, after.rating, before.deviation, after.deviation, *texts)
        for (player, before, after, _, _), texts in zip(entries, _in_fours(documents), strict=True)
    ]


def _in_fours(documents: list[str]) -> Iterator[tuple[str, str, str, str | None]]:
    for before, after, games, steps in zip(*[iter(documents)] * 4, strict=True):
        yield before, after, games, None if steps == "null" else steps


@contextmanager
def _without_garbage_collector() -> Iterator[None]:
    """Rating makes and drops hundreds of thousands of tuples that cannot form cycles; looking for some takes long."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _prepare(item: Recomputation) -> ComputedList:
    shown_at = 0.0

    def progress(done: int, of: int) -> None:
        nonlocal shown_at
        urgent.give_way()
        now = time.monotonic()
        if done == of or now - shown_at >= PROGRESS_INTERVAL:
            Recomputation.objects.filter(pk=item.pk).update(periods_done=done, periods=of)
            shown_at = now

    try:
        with _without_garbage_collector():
            return compute_list(RatingPool.objects.get(pk=item.pool_id), progress)
    except ParameterError as error:
        raise PermanentFailure(str(error)) from error


def _apply(item: Recomputation, computed: ComputedList) -> None:
    pool = RatingPool.objects.select_for_update().get(pk=item.pool_id)
    if pool.revision != computed.revision:
        # Something changed since. The pool is locked now, so this time it will be right.
        computed = compute_list(pool)
    publish_version(pool, computed)


def _settle_changes(pool: RatingPool, version: ListVersion | None) -> None:
    RatingChange.objects.filter(pool=pool, settled_at=None, counts_from__lte=timezone.localdate()).update(
        settled_at=timezone.now(), version=version
    )


def _load_known_states(pool: RatingPool, system: AnySystem, steps: RecomputationPlan) -> KnownStates:
    """The states after the last period that is kept, from the list, or from the ledger for those who go back."""
    if steps.kept == 0:
        return KnownStates(Checkpoint(None, {}), {})
    listed = ListedRating.objects.filter(pool=pool, until_version=None)
    latest = {
        player: LatestState(parse_state(system, state), number)
        for player, state, number in listed.filter(period__number__lte=steps.kept).values_list(
            "player", "state", "period__number"
        )
    }
    if steps.replaced:
        earlier = LedgerLine.objects.filter(
            player=OuterRef("player"),
            period__pool=pool,
            period__until_version=None,
            period__number__lte=steps.kept,
        ).order_by("-period__number")
        lines = (
            listed.filter(period__number__gt=steps.kept)
            .annotate(line=Subquery(earlier.values("pk")[:1]))
            .exclude(line=None)
            .values("line")
        )
        for player, state, number in LedgerLine.objects.filter(pk__in=lines).values_list(
            "player", "after", "period__number"
        ):
            latest[player] = LatestState(parse_state(system, state), number)
    end = RatedPeriod.objects.get(pool=pool, until_version=None, number=steps.kept).end
    states = {player: known.state for player, known in latest.items()}
    return KnownStates(Checkpoint(Moment(end, steps.kept), states), latest)


def _update_list(pool: RatingPool, version: ListVersion, computed: ComputedList) -> None:
    """Only what rests on replaced or new periods changes."""
    kept = computed.plan.kept
    current = ListedRating.objects.filter(pool=pool, until_version=None)
    went_back = set(current.filter(period__number__gt=kept).values_list("player", flat=True))
    changed = went_back | {player for player, known in computed.latest.items() if known.period > kept}
    current.filter(player__in=changed).update(until_version=version.number)
    periods = dict(RatedPeriod.objects.filter(pool=pool, until_version=None).values_list("number", "pk"))
    ListedRating.objects.bulk_create(
        (
            ListedRating(
                pool=pool,
                player_id=player,
                period_id=periods[known.period],
                from_version=version.number,
                rating=known.state.rating,
                deviation=known.state.deviation,
                games=known.state.games,
                active_on=known.state.active_on,
                state=json.loads(encode(known.state)),
            )
            for player, known in sorted(computed.latest.items())
            if player in changed
        ),
        batch_size=1000,
    )


def load_birth_years(system: AnySystem, game: str) -> dict[int, int]:
    """Only the years that everybody may see: a junior's K would disclose the others' years."""
    if not isinstance(system, Elo) or not system.parameters.junior_k:
        return {}
    results = RatedResult.objects.filter(source__game=game)
    played = Q(pk__in=results.values("first")) | Q(pk__in=results.values("second"))
    known = Person.objects.filter(played, shows_year_of_birth=True, year_of_birth__isnull=False)
    return {pk: year for pk, year in known.values_list("pk", "year_of_birth") if year is not None}


def birth_years_digest(years: Mapping[int, int]) -> str:
    return hashlib.sha256(json.dumps(sorted(years.items())).encode()).hexdigest() if years else ""


RECOMPUTE = JobKind(name="compute rating lists", model=Recomputation, prepare=_prepare, apply=_apply)
