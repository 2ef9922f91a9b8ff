"""Compute every rating list again from its results, and compare it with the ledger and the list that people see."""

import json
import math
from collections.abc import Generator, Iterator, Mapping
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from core.verification import Findings, Verification
from players.models import (
    LedgerLine,
    ListedRating,
    ListVersion,
    RatedPeriod,
    RatedResult,
    RatingChange,
    RatingPool,
    ResultSource,
)
from players.models.ledger_protection import PROTECTION
from players.rating_lists.jobs import birth_years_digest, load_birth_years
from players.rating_lists.selectors.periods import PlannedPeriod, load_results, planned_periods
from players.rating_lists.services.games_to_rate import results_digest
from players.rating_lists.services.ledger import encode
from players.ratings import Checkpoint, LedgerEntry, ParameterError, RatingState, recompute, restore_system
from players.ratings.errors import HistoryError

SOURCES_PER_QUERY: Final = 500
# Machines may differ in the last digits of a logarithm.
TOLERANCE: Final = 1e-6


def count_ratings() -> int:
    return ResultSource.objects.count() + RatedPeriod.objects.filter(until_version=None).count()


def verify_ratings(findings: Findings) -> Generator[None, None, str]:
    for name in PROTECTION.missing_triggers(connection):
        findings.add(
            f"ratings: the database no longer protects the ledger ({name} is missing or switched off)"
        )
    sources = yield from _verify_sources(findings)
    lists = periods = waiting = 0
    for pool in RatingPool.objects.order_by("pk"):
        compared = yield from _verify_pool(findings, pool)
        if compared is None:
            waiting += 1
        else:
            lists, periods = lists + 1, periods + compared
    summary = (
        f"{lists} rating lists with {periods} periods computed again from {sources} events and free games."
    )
    return f"{summary} {waiting} lists have no numbers yet, or those of older rules." if waiting else summary


def _verify_sources(findings: Findings) -> Generator[None, None, int]:
    """The results are those that were handed over. Two queries for 500 events."""
    last = count = 0
    while sources := list(ResultSource.objects.filter(pk__gt=last).order_by("pk")[:SOURCES_PER_QUERY]):
        results: dict[int, list[RatedResult]] = {source.pk: [] for source in sources}
        for result in RatedResult.objects.filter(source__in=list(results)).iterator():
            results[result.source_id].append(result)
        for source in sources:
            if results_digest(results[source.pk]) != source.digest:
                findings.add(
                    f"ratings: the results of {source.kind} {source.key} are not those that were submitted"
                )
            yield
        count += len(sources)
        last = sources[-1].pk
    return count


def _verify_pool(findings: Findings, pool: RatingPool) -> Generator[None, None, int | None]:
    """How many periods were compared; None if there is nothing to compare with."""
    version = ListVersion.objects.filter(pool=pool).order_by("-number").first()
    if version is None:
        return None
    try:
        system = restore_system(version.system)
    except ParameterError:
        return None  # the next computation replaces what an older algorithm said
    years = load_birth_years(system, pool.game)
    if birth_years_digest(years) != version.birth_years:
        return None
    present = list(RatedPeriod.objects.filter(pool=pool, until_version=None).order_by("number"))
    planned = planned_periods(pool, timezone.localdate(version.published_at))
    same = _count_same(present, planned)
    if same < len(present) and not RatingChange.objects.filter(pool=pool, settled_at=None).exists():
        findings.add(f"ratings: list {pool.pk} has periods that are not those of its results")
    states: dict[int, RatingState] = {}
    try:
        known: Checkpoint[Any] = Checkpoint(None, {})
        rated_periods = recompute(system, load_results(planned[:same]), after=known, birth_years=years)
        for period, rated in zip(present[:same], rated_periods, strict=True):
            states.update((entry.player, entry.after) for entry in rated.entries)
            for problem in _compare_lines(period, rated.entries):
                findings.add(f"ratings: list {pool.pk}, period {period.number}: {problem}")
            yield
    except HistoryError as error:
        findings.add(f"ratings: list {pool.pk} cannot be computed: {error}")
        return same
    if same == len(present):
        for problem in _compare_list(pool, states):
            findings.add(f"ratings: list {pool.pk}: {problem}")
    return same


def _count_same(present: list[RatedPeriod], planned: list[PlannedPeriod]) -> int:
    count = 0
    for have, want in zip(present, planned, strict=False):
        if (have.key, have.start, have.end, have.digest) != (want.key, want.start, want.end, want.digest):
            break
        count += 1
    return count


def _compare_lines(period: RatedPeriod, entries: tuple[LedgerEntry[Any], ...]) -> Iterator[str]:
    rows = LedgerLine.objects.filter(period=period)
    stored = {
        row[0]: row[1:] for row in rows.values_list("player", "rating_after", "deviation_after", "after")
    }
    if stored.keys() != {entry.player for entry in entries}:
        yield "its lines are not those of the players of its results"
        return
    for entry in entries:
        rating, deviation, after = stored[entry.player]
        if not _is_same([rating, deviation, after], _stored_form(entry.after)):
            yield f"player {entry.player} has {rating}, but the results make it {entry.after.rating}"


def _compare_list(pool: RatingPool, states: Mapping[int, RatingState]) -> Iterator[str]:
    rows = ListedRating.objects.filter(pool=pool, until_version=None)
    stored = {row[0]: row[1:] for row in rows.values_list("player", "rating", "deviation", "state")}
    if stored.keys() != states.keys():
        yield "its players are not those of the ledger"
    for player in sorted(stored.keys() & states.keys()):
        if not _is_same(list(stored[player]), _stored_form(states[player])):
            yield f"player {player} is listed with {stored[player][0]}, but the ledger says {states[player].rating}"


def _stored_form(state: RatingState) -> list[Any]:
    return [state.rating, state.deviation, json.loads(encode(state))]


def _is_same(one: Any, other: Any) -> bool:
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_is_same, one, other))
    if isinstance(one, float) or isinstance(other, float):
        if one is None or other is None:
            return one is other
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(one == other)


RATINGS: Final = Verification(count=count_ratings, run=verify_ratings)
