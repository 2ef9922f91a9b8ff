"""The second of two people who change one result is told what the first did."""

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from audit.models import AuditEntry
from audit.selectors import history_of
from players.errors import ChangedMeanwhile
from tournaments.models import Event, Pairing
from tournaments.results.states import called, shown
from tournaments.results.writing import place

MOST_SHOWN = 50


def refuse_if_changed(event: Event, pairing: Pairing, *, seen: int | None) -> None:
    """`seen` is the version that the page showed; without one nothing was shown."""
    if seen is None or pairing.version == seen:
        return
    now = shown(pairing.result)
    last = last_change(event, pairing)
    if last is None or not last.actor_name:
        raise ChangedMeanwhile(
            _("Board %(board)s was changed in the meantime. The result is now: %(now)s.")
            % {"board": called(pairing), "now": now}
        )
    raise ChangedMeanwhile(
        _("At %(time)s %(who)s changed board %(board)s. The result is now: %(now)s.")
        % {
            "who": last.actor_name,
            "board": called(pairing),
            "time": date_format(timezone.localtime(last.when), "TIME_FORMAT"),
            "now": now,
        }
    )


def last_change(event: Event, pairing: Pairing) -> AuditEntry | None:
    """The newest line of the event's log that is about this game's result."""
    return _lines_about(event, pairing).filter(after__has_key="result").first()


def changes_of(event: Event, pairing: Pairing) -> list[AuditEntry]:
    """What happened to this game and its result, the newest first. One query."""
    return list(_lines_about(event, pairing)[:MOST_SHOWN])


def _lines_about(event: Event, pairing: Pairing) -> QuerySet[AuditEntry]:
    return history_of(event).filter(**{f"after__{key}": value for key, value in place(pairing).items()})
