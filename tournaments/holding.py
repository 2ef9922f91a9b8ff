"""One change of an event after the other: who holds the event's row has the whole event to themselves."""

from typing import Final

from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from audit.selectors import history_of
from players.errors import ChangedMeanwhile
from players.prepared_queries import PreparedQuery
from tournaments.models import Entry, Event, Pairing, Round

EVENT: Final = PreparedQuery(lambda pk: Event.objects.select_related("club").filter(pk=pk), pk=int)


def hold(event: Event | int) -> Event:
    """Lock the event until the transaction ends, count the change, and give the row as it is now.

    Every service that writes anything of an event calls this first and reads what it decides on afterwards. A refusal
    takes the count back with the transaction.
    """
    pk = event if isinstance(event, int) else event.pk
    Event.objects.filter(pk=pk).update(change_number=F("change_number") + 1, changed_at=timezone.now())
    held = EVENT.first(pk=pk)
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
        raise ChangedMeanwhile(
            _("This was changed in the meantime. It is now: %(now)s. Please look again.") % {"now": now}
        )
    raise ChangedMeanwhile(
        _("At %(time)s %(who)s changed this. It is now: %(now)s. Please look again.")
        % {
            "who": last.actor_name,
            "time": date_format(timezone.localtime(last.when), "TIME_FORMAT"),
            "now": now,
        }
    )
