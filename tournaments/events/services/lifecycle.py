"""The life of an event: draft, open, running, finished, rated, archived, and back.

Each step is one transaction and can be undone while nothing depends on it. Finishing freezes the tables and hands the
results to the rating lists, on the event's last day if that is still to come.
"""

import logging

from django.db import transaction
from django.db.models import CharField, Exists, OuterRef
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from audit.actions import Action
from audit.changes import Value
from core.errors import Conflict, Refused
from players.models import ResultSource, SourceKind, User
from players.rating_lists.services.results import submit_results, withdraw_results
from tournaments import audit_actions
from tournaments.entries.services.attendance import mark_missing_as_absent
from tournaments.event_records import apply_record_visibility
from tournaments.events.selectors import check_readiness, starting_order_digest, starting_orders
from tournaments.events.services.events import log_club_arbiters
from tournaments.events.services.ratings import rating_results, rating_source, source_key
from tournaments.history import record_action
from tournaments.locking import lock_event
from tournaments.models import Entry, Event, EventState, FinalTable, Round
from tournaments.results.services.results import clean_reason
from tournaments.tables.selectors.standings import build_final_table

logger = logging.getLogger(__name__)


@transaction.atomic
def open_event(*, actor: User | None, event: Event) -> Event:
    """From now on everybody sees the event, and players may enter."""
    event = lock_event(event)
    if event.state != EventState.DRAFT:
        raise Refused(_("The event is no longer a draft."))
    if not event.sections.exists():
        raise Refused(_("The event has no section yet. Add one first: it says how it is played."))
    event = _change_state(actor, event, EventState.OPEN, audit_actions.OPENED)
    log_club_arbiters(actor=actor, event=event)
    return event


@transaction.atomic
def undo_opening(*, actor: User | None, event: Event) -> Event:
    """While nobody has entered."""
    event = lock_event(event)
    if event.state != EventState.OPEN:
        raise Refused(_("Only an event that is open for entries can become a draft again."))
    if Entry.objects.filter(section__event=event).exists():
        raise Refused(_("There are entries: the event cannot become a draft again."))
    return _change_state(actor, event, EventState.DRAFT, audit_actions.OPENING_TAKEN_BACK)


@transaction.atomic
def start_event(
    *, actor: User | None, event: Event, seen: str | None = None, leave_out_missing: bool = False
) -> Event:
    """Fix the starting ranks of every section. `seen` is the digest of the order that the page showed.

    `leave_out_missing`: who has not checked in, where others have, misses round one.
    """
    event = lock_event(event)
    if event.state != EventState.OPEN:
        raise Refused(_("Only an event that is open for entries can be started."))
    orders = starting_orders(event)
    if not orders:
        raise Refused(_("The event has no section."))
    for order in orders:
        if order.problem:
            raise Refused(order.problem)
    if seen is not None and seen != starting_order_digest(orders):
        raise Conflict(_("The entries have changed in the meantime. Please look at the order again."))
    for order in orders:
        ranked = list(order.entries)
        # First none, then the new ones: two players never share a rank, not even in between.
        Entry.objects.filter(section=order.section).update(starting_rank=None)
        for rank, entry in enumerate(ranked, start=1):
            entry.starting_rank = rank
            entry.version += 1
        Entry.objects.bulk_update(ranked, ["starting_rank", "version"])
        if leave_out_missing and order.missing:
            mark_missing_as_absent(actor=actor, section=order.section)
    return _change_state(actor, event, EventState.RUNNING, audit_actions.STARTED)


@transaction.atomic
def undo_start(*, actor: User | None, event: Event) -> Event:
    """While there is no round. Nobody has a starting rank then."""
    event = lock_event(event)
    if event.state != EventState.RUNNING:
        raise Refused(_("Only a running event can be taken back to its entries."))
    if Round.objects.filter(section__event=event).exists():
        raise Refused(_("A round has been paired: the start can no longer be taken back."))
    Entry.objects.filter(section__event=event).update(starting_rank=None)
    return _change_state(actor, event, EventState.OPEN, audit_actions.START_TAKEN_BACK)


@transaction.atomic
def finish_event(*, actor: User | None, event: Event, reason: str = "") -> Event:
    """Freeze the tables and submit the results for rating, on the event's last day if that is still to come.

    An event that ends before its planned rounds were played needs a reason.
    """
    event = lock_event(event)
    _refuse_unless_running(event)
    reason = clean_reason(reason)
    ready = check_readiness(event)
    if ready.obstacles:
        raise Refused(" ".join(obstacle.sentence for obstacle in ready.obstacles))
    if ready.early and not reason:
        first = ready.early[0]
        raise Refused(
            _(
                "%(section)s has had %(played)d of %(planned)d rounds. "
                "Please say why the event ends early, or play the others."
            )
            % {"section": first.section.name, "played": first.played, "planned": first.planned}
        )
    for section in event.sections.all():
        section.event = event
        FinalTable.objects.update_or_create(section=section, defaults={"table": build_final_table(section)})
    _change_state(actor, event, EventState.FINISHED, audit_actions.FINISHED, reason)
    apply_record_visibility(event, actor=actor)
    if not ends_in_the_future(event):
        _submit_results(actor, event)
    return event


@transaction.atomic
def reopen_event(*, actor: User | None, event: Event, reason: str) -> Event:
    """Results can be changed again, and do not count until the event is finished again."""
    event = lock_event(event)
    reason = clean_reason(reason)
    if event.state == EventState.ARCHIVED:
        raise Refused(_("%(event)s is in the archive. Take it out first.") % {"event": event})
    if not event.has_finished:
        raise Refused(_("%(event)s is not finished.") % {"event": event})
    if not reason:
        raise Refused(_("Please say why the event is opened again: its table was final."))
    withdraw_results(actor=actor, kind=SourceKind.EVENT, key=source_key(event), reason=reason)
    FinalTable.objects.filter(section__event=event).delete()
    _change_state(actor, event, EventState.RUNNING, audit_actions.REOPENED, reason)
    apply_record_visibility(event, actor=actor)
    return event


@transaction.atomic
def archive_event(*, actor: User | None, event: Event) -> Event:
    """Nothing of it is changed any more, unless it is taken out again."""
    event = lock_event(event)
    if event.state == EventState.ARCHIVED:
        return event
    if not event.has_finished:
        raise Refused(_("%(event)s is not finished. Finish it first, then archive it.") % {"event": event})
    if is_rating_pending(event):
        raise Refused(
            _("The results of %(event)s go to the rating lists on %(day)s. Archive it after that.")
            % {"event": event, "day": date_format(event.ends_on)}
        )
    return _change_state(actor, event, EventState.ARCHIVED, audit_actions.ARCHIVED)


@transaction.atomic
def unarchive_event(*, actor: User | None, event: Event) -> Event:
    event = lock_event(event)
    if event.state != EventState.ARCHIVED:
        return event
    rated = _has_rated_sections(event) and is_submitted(event)
    state = EventState.RATED if rated else EventState.FINISHED
    return _change_state(actor, event, state, audit_actions.UNARCHIVED)


def rate_due_events() -> int:
    """Submit the results of finished events whose last day has come; returns how many events."""
    submitted = ResultSource.objects.filter(
        kind=SourceKind.EVENT, taken_back_at=None, key=Cast(OuterRef("pk"), CharField())
    )
    due = Event.objects.filter(state=EventState.FINISHED, ends_on__lte=timezone.localdate())
    return sum(_rate_event(event) for event in due.exclude(Exists(submitted)).order_by("pk"))


@transaction.atomic
def _rate_event(event: Event) -> bool:
    event = lock_event(event)
    if event.state != EventState.FINISHED or is_submitted(event):
        return False
    try:
        with transaction.atomic():
            return _submit_results(None, event)
    except Refused as refusal:
        logger.warning("The results of event %s cannot be submitted: %s", event.pk, refusal)
        return False


def is_submitted(event: Event) -> bool:
    sources = ResultSource.objects.filter(kind=SourceKind.EVENT, key=source_key(event), taken_back_at=None)
    return sources.exists()


def is_rating_pending(event: Event) -> bool:
    """Finished, rated, and its last day is still to come."""
    return event.state == EventState.FINISHED and _has_rated_sections(event) and not is_submitted(event)


def ends_in_the_future(event: Event) -> bool:
    return event.ends_on > timezone.localdate()


def _submit_results(actor: User | None, event: Event) -> bool:
    """For a locked, finished event. Results that are not rated are submitted too, marked as such."""
    results = rating_results(event)
    if not results:
        return False
    submit_results(actor=actor, source=rating_source(event), results=results)
    if _has_rated_sections(event):
        _change_state(actor, event, EventState.RATED, audit_actions.RATED, games=len(results))
    return True


def _has_rated_sections(event: Event) -> bool:
    return event.sections.filter(rated=True).exists()


def _refuse_unless_running(event: Event) -> None:
    if event.has_finished:
        raise Refused(_("%(event)s is already finished.") % {"event": event})
    if event.state != EventState.RUNNING:
        raise Refused(_("%(event)s has not started yet.") % {"event": event})


def _change_state(
    actor: User | None, event: Event, state: EventState, action: Action, reason: str = "", **more: Value
) -> Event:
    before = str(event.state)
    event.state = state
    event.save(update_fields=["state"])
    record_action(
        actor=actor,
        action=action,
        event=event,
        before={"state": before},
        after={"state": str(state), **more},
        reason=reason,
    )
    return event
