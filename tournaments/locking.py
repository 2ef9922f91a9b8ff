"""One change of an event at a time: services lock the event's row, and refuse what rests on an old state."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from audit.actions import Action
from audit.changes import Value
from audit.models import AuditEntry
from audit.selectors import history_of
from core.db.prepared_queries import PreparedQuery
from core.errors import Conflict, Refused
from jobs.models import WorkState
from tournaments.models import Entry, Event, EventState, Pairing, PairingOrder, Round, Section

# More than there can be between a backup and its restore.
CHANGES_SKIPPED: Final = 1_000_000

EVENT_BY_ID: Final = PreparedQuery(lambda pk: Event.objects.select_related("club").filter(pk=pk), pk=int)


def lock_event(event: Event | int) -> Event:
    """Lock the event until the transaction ends, count the change, and give the row as it is now.

    Every service that writes anything of an event calls this first and reads what it decides on afterwards. A refusal
    takes the count back with the transaction.
    """
    pk = event if isinstance(event, int) else event.pk
    Event.objects.filter(pk=pk).update(change_number=F("change_number") + 1, changed_at=timezone.now())
    locked = EVENT_BY_ID.first(pk=pk)
    if locked is None:
        raise Event.DoesNotExist(f"There is no event {pk}.")
    return locked


def skip_change_numbers() -> None:
    """For a restored database: what was lost since the backup had the next numbers, and pages that show it are about.

    Their tags must not become those of other states.
    """
    Event.objects.update(change_number=F("change_number") + CHANGES_SKIPPED)


def refuse_if_changed(
    row: Entry | Pairing | Round, *, seen: int | None, history: QuerySet[AuditEntry], what: str, now: str
) -> None:
    """Refuse the second of two people who change the same thing, and say what the first did.

    `seen` is the version that the page showed; without one nothing was shown. The first line of `history` is the last
    change of the row; `now` is a sentence about its present state.
    """
    if seen is None or row.version == seen:
        return
    if (last := _time_and_author(history)) is None:
        raise Conflict(
            _("%(what)s was changed in the meantime. %(now)s") % {"what": capfirst(what), "now": now}
        )
    raise Conflict(
        _("At %(time)s %(who)s changed %(what)s. %(now)s") % {**last._asdict(), "what": what, "now": now}
    )


def present_state(words: str) -> str:
    return _("It is now: %(now)s. Please look again.") % {"now": words}


def conflict_error(sentence: str, who: str) -> Conflict:
    return Conflict(f"{sentence} {who}".strip())


def describe_last_action(event: Event, actions: Sequence[Action], section: Section, number: int) -> str:
    """Who last did this to the round, and when, for the second who tries."""
    last = _time_and_author(
        history_of(event).filter(
            action__in=[action.key for action in actions], after__section=section.name, after__round=number
        )
    )
    return _("At %(time)s %(who)s did that.") % last._asdict() if last else ""


class _TimeAndAuthor(NamedTuple):
    time: str
    who: str


def _time_and_author(history: QuerySet[AuditEntry]) -> _TimeAndAuthor | None:
    """Of the newest line, if a person wrote it."""
    last = history.first()
    if last is None or not last.actor_name:
        return None
    return _TimeAndAuthor(date_format(timezone.localtime(last.when), "TIME_FORMAT"), last.actor_name)


class LockedRound(NamedTuple):
    """A round that nobody else can change until the transaction ends."""

    event: Event
    section: Section
    round: Round

    def log_values(self, **more: Value) -> dict[str, Value]:
        """What the event's log says about every change of the round, and about this one."""
        return {"section": self.section.name, "round": self.round.number, **more}

    def refuse_if_changed(self, seen: int | None, *, now: str) -> None:
        """As the function of this name: `now` is the round's state in a few words."""
        refuse_if_changed(
            self.round, seen=seen, history=history_of(self.event), what=_("this"), now=present_state(now)
        )


def lock_round(round_: Round, *, orders: bool = False) -> LockedRound:
    """With `orders`, for changes that end the job of the round: it locks its row before the event, and so does this."""
    locked = _lock_orders(round_) if orders else set[int]()
    event = lock_event(round_.section.event_id)
    try:
        now = Round.objects.select_related("section").get(pk=round_.pk)
    except Round.DoesNotExist:
        raise Conflict(_("This round no longer exists: somebody deleted its draft.")) from None
    now.section.event = event
    if orders and set(_waiting_orders(now).values_list("pk", flat=True)) - locked:
        raise Conflict(_("This round has just been ordered again. Please look again."))
    refuse_unless_running(event)
    return LockedRound(event, now.section, now)


def refuse_unless_running(event: Event) -> None:
    if event.state != EventState.RUNNING:
        raise Refused(
            _("Rounds change only while the event is running. It is: %(state)s.")
            % {"state": event.get_state_display()}
        )


def _waiting_orders(round_: Round) -> QuerySet[PairingOrder]:
    return PairingOrder.objects.filter(round=round_.pk, state=WorkState.WAITING)


def _lock_orders(round_: Round) -> set[int]:
    rows = _waiting_orders(round_).select_for_update()
    return {order.pk for order in rows}
