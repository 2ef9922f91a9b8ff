"""What every change of a round looks at first: the row as it is now, and who did what to it before."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from audit.actions import Action
from audit.changes import Value
from audit.selectors import history_of
from jobs.work_item import WorkState
from players.errors import ChangedMeanwhile, Refused
from tournaments.holding import hold
from tournaments.models import Event, EventState, PairingOrder, Round, Section


class Held(NamedTuple):
    """A round that nobody else can change until the transaction ends."""

    event: Event
    section: Section
    round: Round

    def about(self, **more: Value) -> dict[str, Value]:
        """What the event's log says about every change of the round, and about this one."""
        return {"section": self.section.name, "round": self.round.number, **more}


def hold_round(round_: Round, *, orders: bool = False) -> Held:
    """With `orders`, for changes that end the job of the round: it locks its row before the event, and so does this."""
    locked = _lock_orders(round_) if orders else set[int]()
    event = hold(round_.section.event_id)
    try:
        now = Round.objects.select_related("section").get(pk=round_.pk)
    except Round.DoesNotExist:
        raise ChangedMeanwhile(_("This round is gone: somebody threw its pairing away.")) from None
    now.section.event = event
    if orders and set(_waiting(now).values_list("pk", flat=True)) - locked:
        raise ChangedMeanwhile(_("This round has just been ordered anew. Please look again."))
    refuse_unless_running(event)
    return Held(event, now.section, now)


def refuse_unless_running(event: Event) -> None:
    if event.state != EventState.RUNNING:
        raise Refused(
            _("Rounds change only while the event is running. It is: %(state)s.")
            % {"state": event.get_state_display()}
        )


def refuse_if_followed(held: Held) -> None:
    if Round.objects.filter(section=held.section, number__gt=held.round.number).exists():
        raise Refused(
            _("Round %(number)s is there already and was paired from this one: throw it away first.")
            % {"number": held.round.number + 1}
        )


def done_by(event: Event, actions: Sequence[Action], section: Section, number: int) -> str:
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


def told(sentence: str, who: str) -> ChangedMeanwhile:
    return ChangedMeanwhile(f"{sentence} {who}".strip())


def _waiting(round_: Round) -> QuerySet[PairingOrder]:
    return PairingOrder.objects.filter(round=round_.pk, state=WorkState.WAITING)


def _lock_orders(round_: Round) -> set[int]:
    rows = _waiting(round_).select_for_update()
    return {order.pk for order in rows}
