"""One change of an event at a time: whoever locks the event's row has the whole event to themselves."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from audit.actions import Action
from audit.changes import Value
from audit.selectors import history_of
from core.db.prepared_queries import PreparedQuery
from core.errors import Conflict, Refused
from jobs.models import WorkState
from tournaments.models import Entry, Event, EventState, Pairing, PairingOrder, Round, Section

EVENT_BY_ID: Final = PreparedQuery(lambda pk: Event.objects.select_related("club").filter(pk=pk), pk=int)


def lock_event(event: Event | int) -> Event:
    """Lock the event until the transaction ends, count the change, and give the row as it is now.

    Every service that writes anything of an event calls this first and reads what it decides on afterwards. A refusal
    takes the count back with the transaction.
    """
    pk = event if isinstance(event, int) else event.pk
    Event.objects.filter(pk=pk).update(change_number=F("change_number") + 1, changed_at=timezone.now())
    held = EVENT_BY_ID.first(pk=pk)
    if held is None:
        raise Event.DoesNotExist(f"There is no event {pk}.")
    return held


def refuse_if_changed(event: Event, row: Entry | Pairing | Round, *, seen: int | None, now: str) -> None:
    """The second of two people who change one thing is told what the first did: `now` says what it is at present.

    `seen` is the version that the page showed; without one nothing was shown.
    """
    if seen is None or row.version == seen:
        return
    last = history_of(event).first()
    if last is None or not last.actor_name:
        raise Conflict(
            _("This was changed in the meantime. It is now: %(now)s. Please look again.") % {"now": now}
        )
    raise Conflict(
        _("At %(time)s %(who)s changed this. It is now: %(now)s. Please look again.")
        % {
            "who": last.actor_name,
            "time": date_format(timezone.localtime(last.when), "TIME_FORMAT"),
            "now": now,
        }
    )


class LockedRound(NamedTuple):
    """A round that nobody else can change until the transaction ends."""

    event: Event
    section: Section
    round: Round

    def about(self, **more: Value) -> dict[str, Value]:
        """What the event's log says about every change of the round, and about this one."""
        return {"section": self.section.name, "round": self.round.number, **more}


def lock_round(round_: Round, *, orders: bool = False) -> LockedRound:
    """With `orders`, for changes that end the job of the round: it locks its row before the event, and so does this."""
    locked = _lock_orders(round_) if orders else set[int]()
    event = lock_event(round_.section.event_id)
    try:
        now = Round.objects.select_related("section").get(pk=round_.pk)
    except Round.DoesNotExist:
        raise Conflict(_("This round is gone: somebody threw its pairing away.")) from None
    now.section.event = event
    if orders and set(_waiting_orders(now).values_list("pk", flat=True)) - locked:
        raise Conflict(_("This round has just been ordered anew. Please look again."))
    refuse_unless_running(event)
    return LockedRound(event, now.section, now)


def refuse_unless_running(event: Event) -> None:
    if event.state != EventState.RUNNING:
        raise Refused(
            _("Rounds change only while the event is running. It is: %(state)s.")
            % {"state": event.get_state_display()}
        )


def describe_last_action(event: Event, actions: Sequence[Action], section: Section, number: int) -> str:
    """Who last did this to the round, and when, for the second who tries."""
    last = (
        history_of(event)
        .filter(
            action__in=[action.key for action in actions], after__section=section.name, after__round=number
        )
        .first()
    )
    if last is None or not last.actor_name:
        return ""
    return _("At %(time)s %(who)s did that.") % {
        "who": last.actor_name,
        "time": date_format(timezone.localtime(last.when), "TIME_FORMAT"),
    }


def conflict_error(sentence: str, who: str) -> Conflict:
    return Conflict(f"{sentence} {who}".strip())


def _waiting_orders(round_: Round) -> QuerySet[PairingOrder]:
    return PairingOrder.objects.filter(round=round_.pk, state=WorkState.WAITING)


def _lock_orders(round_: Round) -> set[int]:
    rows = _waiting_orders(round_).select_for_update()
    return {order.pk for order in rows}
