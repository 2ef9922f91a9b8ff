"""Finish an event, hand its results to the rating pools, archive it, and take each of these back."""

import logging

from django.db import transaction
from django.db.models import CharField, Exists, OuterRef
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from audit.actions import Action
from audit.changes import Value
from players.errors import Refused
from players.models import ResultSource, SourceKind, User
from players.rating_lists.services import hand_over, take_back
from tournaments import actions
from tournaments.finishing.guards import readiness
from tournaments.finishing.handing_over import key_of, results_of, source_of
from tournaments.history import tell
from tournaments.holding import hold
from tournaments.models import Event, EventState, FinalTable
from tournaments.results.records_shown import follow_regulations
from tournaments.results.services import tidy_reason
from tournaments.tables.freezing import frozen_table

logger = logging.getLogger(__name__)


@transaction.atomic
def finish(*, actor: User | None, event: Event, reason: str = "") -> Event:
    """Lay the tables down and hand the results over; if the event's last day is still to come, then on that day.

    An event that ends before its planned rounds were played says why.
    """
    event = hold(event)
    _refuse_unless_running(event)
    reason = tidy_reason(reason)
    ready = readiness(event)
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
        FinalTable.objects.update_or_create(section=section, defaults={"table": frozen_table(section)})
    _change_state(actor, event, EventState.FINISHED, actions.FINISHED, reason)
    follow_regulations(event, actor=actor)
    if not ends_in_the_future(event):
        _hand_over(actor, event)
    return event


@transaction.atomic
def reopen(*, actor: User | None, event: Event, reason: str) -> Event:
    """Results can be changed again, and do not count until the event is finished again."""
    event = hold(event)
    reason = tidy_reason(reason)
    if event.state == EventState.ARCHIVED:
        raise Refused(_("%(event)s is in the archive. Take it out first.") % {"event": event})
    if not event.has_finished:
        raise Refused(_("%(event)s is not finished.") % {"event": event})
    if not reason:
        raise Refused(_("Please say why the event is opened again: its table was final."))
    take_back(actor=actor, kind=SourceKind.EVENT, key=key_of(event), reason=reason)
    FinalTable.objects.filter(section__event=event).delete()
    _change_state(actor, event, EventState.RUNNING, actions.REOPENED, reason)
    follow_regulations(event, actor=actor)
    return event


@transaction.atomic
def archive(*, actor: User | None, event: Event) -> Event:
    """Nothing of it is changed any more, unless it is taken out again."""
    event = hold(event)
    if event.state == EventState.ARCHIVED:
        return event
    if not event.has_finished:
        raise Refused(_("%(event)s is not finished. Finish it first, then archive it.") % {"event": event})
    if is_to_be_rated(event):
        raise Refused(
            _("The results of %(event)s go to the rating lists on %(day)s. Archive it after that.")
            % {"event": event, "day": date_format(event.ends_on)}
        )
    _change_state(actor, event, EventState.ARCHIVED, actions.ARCHIVED)
    return event


@transaction.atomic
def take_out_of_archive(*, actor: User | None, event: Event) -> Event:
    event = hold(event)
    if event.state != EventState.ARCHIVED:
        return event
    rated = _has_rated_sections(event) and is_handed_over(event)
    state = EventState.RATED if rated else EventState.FINISHED
    _change_state(actor, event, state, actions.UNARCHIVED)
    return event


def rate_what_is_due() -> int:
    """Hand over what was finished before its last day, and whatever else was left; how many events."""
    handed = ResultSource.objects.filter(
        kind=SourceKind.EVENT, taken_back_at=None, key=Cast(OuterRef("pk"), CharField())
    )
    due = Event.objects.filter(state=EventState.FINISHED, ends_on__lte=timezone.localdate())
    return sum(_rate_one(event) for event in due.exclude(Exists(handed)).order_by("pk"))


@transaction.atomic
def _rate_one(event: Event) -> bool:
    event = hold(event)
    if event.state != EventState.FINISHED or is_handed_over(event):
        return False
    try:
        with transaction.atomic():
            return _hand_over(None, event)
    except Refused as refusal:
        logger.warning("The results of event %s cannot be handed over: %s", event.pk, refusal)
        return False


def is_handed_over(event: Event) -> bool:
    sources = ResultSource.objects.filter(kind=SourceKind.EVENT, key=key_of(event), taken_back_at=None)
    return sources.exists()


def is_to_be_rated(event: Event) -> bool:
    """Finished, rated, and its last day is still to come."""
    return event.state == EventState.FINISHED and _has_rated_sections(event) and not is_handed_over(event)


def ends_in_the_future(event: Event) -> bool:
    return event.ends_on > timezone.localdate()


def _hand_over(actor: User | None, event: Event) -> bool:
    """The event is held and finished. Unrated results are told to the pools too, as such."""
    results = results_of(event)
    if not results:
        return False
    hand_over(actor=actor, source=source_of(event), results=results)
    if _has_rated_sections(event):
        _change_state(actor, event, EventState.RATED, actions.RATED, games=len(results))
    return True


def _has_rated_sections(event: Event) -> bool:
    return event.sections.filter(rated=True).exists()


def _refuse_unless_running(event: Event) -> None:
    if event.has_finished:
        raise Refused(_("%(event)s is finished already.") % {"event": event})
    if event.state != EventState.RUNNING:
        raise Refused(_("%(event)s has not started yet.") % {"event": event})


def _change_state(
    actor: User | None, event: Event, state: EventState, action: Action, reason: str = "", **more: Value
) -> None:
    before = str(event.state)
    event.state = state
    event.save(update_fields=["state"])
    tell(
        actor=actor,
        action=action,
        event=event,
        before={"state": before},
        after={"state": str(state), **more},
        reason=reason,
    )
