"""What changes rating lists: results submitted, withdrawn and corrected, and the rules of pools.

Nothing here touches a number. Each function notes what changed and leaves a job that recomputes the lists, in one
transaction. All of them lock the rows of the pools concerned first, in the order of their ids, and so does the job:
two changes at the same moment come one after the other, and the job sees both or is scheduled again.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from typing import Final, NoReturn

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from audit import services as audit
from audit.actions import Action
from core.errors import Refused
from jobs import services as jobs
from jobs.models import WorkState
from players import audit_actions
from players.models import (
    ChangeKind,
    Club,
    LedgerLine,
    ListedRating,
    Person,
    RatedResult,
    RatingChange,
    RatingPool,
    Recomputation,
    ResultSource,
    SourceKind,
    User,
)
from players.people.services.merge_steps import MergeStep, MovedRows, unmoved_reference
from players.rating_lists.selectors.periods import first_counting_day, pools_rating
from players.rating_lists.services.games_to_rate import GameToRate, RatingSource, check_games, results_digest


@transaction.atomic
def submit_results(
    *, actor: User | None, source: RatingSource, results: Sequence[GameToRate], reason: str = ""
) -> ResultSource:
    """An event is finished, or a free game has its result. Submitting the same again changes nothing."""
    check_games(source, results)
    pools, known = _lock_pools_and_source(source.kind, source.key, game=source.game, club=source.club)
    if known is not None and known.taken_back_at is None:
        if known.digest == results_digest([result.as_row(known.pk) for result in results]):
            return known
        raise Refused(
            _("The results of %(title)s have already been submitted. Correct them instead.")
            % {"title": known}
        )
    row = _save_results(known, source, results)
    record_change(pools=pools, kind=ChangeKind.HANDED_OVER, source=row, reason=reason)
    _record(actor, audit_actions.RESULTS_SUBMITTED, row, reason, games=len(results))
    return row


@transaction.atomic
def correct_results(
    *, actor: User | None, source: RatingSource, results: Sequence[GameToRate], reason: str = ""
) -> ResultSource:
    """Results that were submitted turned out to be wrong: these are all the right ones."""
    check_games(source, results)
    pools, known = _lock_pools_and_source(source.kind, source.key, game=source.game, club=source.club)
    if known is None or known.taken_back_at is not None:
        raise Refused(
            _("The results of %(title)s are not rated now. Submit them instead.") % {"title": source.title}
        )
    before = _relevant_values(known)
    if known.game != source.game:
        raise Refused(
            _("%(title)s was submitted as another game. Withdraw it first.") % {"title": source.title}
        )
    row = _save_results(known, source, results)
    if _relevant_values(row) != before:
        record_change(pools=pools, kind=ChangeKind.CORRECTED, source=row, reason=reason)
        _record(actor, audit_actions.RESULTS_CORRECTED, row, reason, games=len(results))
    return row


@transaction.atomic
def withdraw_results(*, actor: User | None, kind: SourceKind, key: str, reason: str = "") -> bool:
    """An event is open again: its results do not count any more. Returns whether there was anything to withdraw."""
    pools, known = _lock_pools_and_source(kind, key)
    if known is None or known.taken_back_at is not None:
        return False
    known.taken_back_at = timezone.now()
    known.save(update_fields=["taken_back_at"])
    # They stay to explain the lists of the past, but do not keep others from submitting the same games.
    known.results.filter(archived_game__isnull=False).update(archived_game=None)
    record_change(pools=pools, kind=ChangeKind.TAKEN_BACK, source=known, reason=reason)
    _record(actor, audit_actions.RESULTS_WITHDRAWN, known, reason)
    return True


def record_change(
    *, pools: Iterable[RatingPool], kind: ChangeKind, source: ResultSource | None = None, reason: str = ""
) -> None:
    """Note why lists have to be recomputed, and schedule a job. The pools' rows have to be locked."""
    today = timezone.localdate()
    for pool in pools:
        day = first_counting_day(pool, source.kind, source.end) if source else today
        RatingChange.objects.create(pool=pool, kind=kind, source=source, reason=reason, counts_from=day)
        RatingPool.objects.filter(pk=pool.pk).update(revision=F("revision") + 1)
        _schedule_recomputation(pool, max(day, today))


def _schedule_recomputation(pool: RatingPool, due_on: date) -> None:
    """One for all changes that count from the same day on. The caller has locked the pool's row."""
    if Recomputation.objects.filter(pool=pool, due_on=due_on, state=WorkState.WAITING).exists():
        return
    now = timezone.now()
    due_at = max(now, timezone.make_aware(datetime.combine(due_on, time.min)))
    item = Recomputation.objects.create(pool=pool, due_on=due_on, due_at=due_at)
    if due_at <= now:
        jobs.enqueue(item=item)  # the others are found by the sweeper when their day has come


def _save_results(
    known: ResultSource | None, source: RatingSource, results: Sequence[GameToRate]
) -> ResultSource:
    row = known or ResultSource(kind=source.kind, key=source.key)
    row.game, row.club, row.title, row.url = source.game, source.club, source.title, source.url
    row.first_club, row.second_club = source.first_club, source.second_club
    row.start, row.end, row.taken_back_at = source.start, source.end, None
    _check_people(results)
    _yield_to_event(source, results)
    try:
        with transaction.atomic():
            row.digest = ""
            row.save()
            RatedResult.objects.filter(source=row).delete()
            rows = [result.as_row(row.pk) for result in results]
            RatedResult.objects.bulk_create(rows, batch_size=1000)
    except IntegrityError as error:
        _explain_conflict(source, results, error)
    row.digest = results_digest(rows)
    row.save(update_fields=["digest"])
    return row


def _relevant_values(row: ResultSource) -> tuple[object, ...]:
    return row.digest, row.club_id, row.first_club_id, row.second_club_id, row.start, row.end


def _check_people(results: Sequence[GameToRate]) -> None:
    wanted = {person for result in results for person in (result.first, result.second) if person is not None}
    people = dict(Person.objects.filter(pk__in=wanted).values_list("pk", "merged_into"))
    for person in sorted(wanted):
        if person not in people:
            raise Refused(_("There is no person with the number %(number)d.") % {"number": person})
        if people[person] is not None:
            raise Refused(
                _("Profile %(number)d was merged into %(kept)d. Please submit the results with that one.")
                % {"number": person, "kept": people[person]}
            )


def _yield_to_event(source: RatingSource, results: Sequence[GameToRate]) -> None:
    """A game of an event may have been in the archive first and counted as a free game: now the event has it."""
    numbers = [result.archived_game for result in results if result.archived_game is not None]
    if source.kind != SourceKind.EVENT or not numbers:
        return
    free = ResultSource.objects.filter(
        kind=SourceKind.FREE_GAME, taken_back_at=None, results__archived_game__in=numbers
    ).distinct()
    for each in free:
        withdraw_results(
            actor=None,
            kind=SourceKind.FREE_GAME,
            key=each.key,
            reason=_("The game belongs to %(title)s.") % {"title": source.title},
        )


def _explain_conflict(source: RatingSource, results: Sequence[GameToRate], error: IntegrityError) -> NoReturn:
    numbers = [result.archived_game for result in results if result.archived_game is not None]
    twice = RatedResult.objects.filter(archived_game__in=numbers).exclude(
        source__kind=source.kind, source__key=source.key
    )
    other = twice.select_related("source").first()
    if other is not None:
        raise Refused(
            _("Game %(number)d already counts as part of %(title)s. A game counts once.")
            % {"number": other.archived_game, "title": other.source}
        ) from error
    if ResultSource.objects.filter(kind=source.kind, key=source.key).exists():
        raise Refused(
            _("Somebody else has just submitted the results of %(title)s.") % {"title": source.title}
        ) from error
    raise error


def _lock_pools_and_source(
    kind: str, key: str, *, game: str = "", club: Club | None = None
) -> tuple[list[RatingPool], ResultSource | None]:
    """The pools concerned and the source as it is now that nobody else can change it. Always the pools first."""
    before = ResultSource.objects.filter(kind=kind, key=key).first()
    wanted = {(game, club.pk if club else None)} if game else set()
    if before is not None:
        wanted.add((before.game, before.club_id))
    pools = lock_pools(pool for name, club_id in wanted for pool in pools_rating(game=name, club_id=club_id))
    source = ResultSource.objects.select_for_update().filter(kind=kind, key=key).first()
    if before is not None and source is not None and source.club_id != before.club_id:
        raise Refused(
            _("Somebody else has just changed %(title)s. Please look at it and try again.")
            % {"title": source}
        )
    return pools, source


def lock_pools(pools: Iterable[RatingPool]) -> list[RatingPool]:
    """As they are now, locked in the order of their ids, so that nobody waits for each other."""
    wanted = {pool.pk for pool in pools}
    return list(RatingPool.objects.select_for_update().filter(pk__in=wanted).order_by("pk"))


def _record(actor: User | None, action: Action, row: ResultSource, reason: str, **after: int) -> None:
    audit.record(
        actor=actor, action=action, target=row, before={}, after=after, reason=reason, club=row.club_id
    )


def describe_results(kept: Person, merged: Person) -> list[str]:
    between = RatedResult.objects.filter(first__in=[merged, kept], second__in=[merged, kept]).first()
    if between is not None:
        raise Refused(
            _("%(one)s and %(other)s have played each other (%(game)s), so they cannot be the same person.")
            % {"one": merged, "other": kept, "game": between}
        )
    count = _results_of(merged).count()
    if not count:
        return []
    return [ngettext("%(count)d rated result", "%(count)d rated results", count) % {"count": count}]


def move_results(kept: Person, merged: Person, rows: MovedRows) -> None:
    sources = _sources_of(merged)
    lock_pools(pool for source in sources for pool in pools_rating(game=source.game, club_id=source.club_id))
    for field in ("first", "second"):
        rows.point_elsewhere(RatedResult, field, old=merged, new=kept)
    for source in sources:
        rows.change(source, digest=results_digest(list(source.results.all())))
    _record_changes(sources)


def note_undone_merge(kept: Person, merged: Person) -> None:
    """The results are the other person's again, and so are the digests."""
    _record_changes(_sources_of(merged))


def _record_changes(sources: Iterable[ResultSource]) -> None:
    for source in sources:
        if source.taken_back_at is None:
            pools = lock_pools(pools_rating(game=source.game, club_id=source.club_id))
            record_change(pools=pools, kind=ChangeKind.PEOPLE_MERGED, source=source)


def _sources_of(person: Person) -> list[ResultSource]:
    results = _results_of(person)
    return list(ResultSource.objects.filter(results__in=results).distinct().order_by("pk"))


def _results_of(person: Person) -> QuerySet[RatedResult]:
    return RatedResult.objects.filter(Q(first=person) | Q(second=person))


RATING_MERGE_STEPS: Final = (
    MergeStep(
        key="rated results",
        references=frozenset({(RatedResult, "first"), (RatedResult, "second")}),
        describe=describe_results,
        move=move_results,
        after_undo=note_undone_merge,
    ),
    unmoved_reference(LedgerLine, "player"),
    unmoved_reference(ListedRating, "player"),
)
