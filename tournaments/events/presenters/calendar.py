"""Events as an iCalendar file (RFC 5545).

Days are days wherever one looks from; a moment, such as the end of entries, is written in UTC, which every calendar
shows in its own zone.
"""

import datetime
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from django.utils.translation import gettext as _
from icalendar import Calendar, vText
from icalendar import Event as CalendarEvent

from tournaments.models import Event

PRODUCT: Final = "-//Kiebitz//Events//EN"
MAX_SEQUENCE: Final = 2**31 - 1

# The library escapes and folds text, but lets characters pass that no line may have.
_CONTROL_CHARACTERS: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
MAX_DESCRIPTION_LENGTH = 2000


@dataclass(frozen=True)
class Appointment:
    """`first` and `last` are days, both included, or one moment with a time zone in `first` and no `last`."""

    uid: str
    title: str
    first: datetime.date
    last: datetime.date | None
    changed_at: datetime.datetime
    sequence: int = 0
    place: str = ""
    about: str = ""
    url: str = ""


def render_calendar(appointments: Iterable[Appointment], *, name: str, zone: str = "") -> str:
    """The whole file. `zone` is offered to calendars that ask for one; no date depends on it."""
    file = Calendar()
    file.add("VERSION", "2.0")
    file.add("PRODID", PRODUCT)
    file.add("CALSCALE", "GREGORIAN")
    file.add("METHOD", "PUBLISH")
    file.add("X-WR-CALNAME", vText(_clean(name)))
    if zone:
        file.add("X-WR-TIMEZONE", vText(zone))
    for appointment in appointments:
        file.add_component(_event(appointment))
    content: bytes = file.to_ical(sorted=False)
    return content.decode()


def _event(appointment: Appointment) -> CalendarEvent:
    event = CalendarEvent()
    event.add("UID", appointment.uid)
    event.add("DTSTAMP", appointment.changed_at)
    event.add("LAST-MODIFIED", appointment.changed_at)
    event.add("SEQUENCE", min(appointment.sequence, MAX_SEQUENCE))
    if isinstance(appointment.first, datetime.datetime):
        event.add("DTSTART", appointment.first.astimezone(datetime.UTC))
    else:
        event.add("DTSTART", appointment.first)
        # The end of days is the first day that does not belong to them any more.
        event.add("DTEND", (appointment.last or appointment.first) + datetime.timedelta(days=1))
    event.add("SUMMARY", _clean(appointment.title))
    if appointment.place:
        event.add("LOCATION", _clean(appointment.place))
    if appointment.about:
        event.add("DESCRIPTION", _clean(appointment.about))
    if appointment.url:
        event.add("URL", appointment.url)
    event.add("TRANSP", "TRANSPARENT")
    return event


def _clean(text: str) -> str:
    return _CONTROL_CHARACTERS.sub("", text)


def event_appointments(request: HttpRequest, events: Iterable[Event]) -> Iterator[Appointment]:
    host = request.get_host()
    for event in events:
        url = request.build_absolute_uri(event.get_absolute_url())
        about = "\n\n".join(
            filter(None, [event.get_game_display(), event.about[:MAX_DESCRIPTION_LENGTH], url])
        )
        yield Appointment(
            uid=f"event-{event.pk}@{host}",
            title=event.name,
            first=event.starts_on,
            last=event.ends_on,
            changed_at=event.changed_at,
            sequence=event.change_number,
            place=event.place,
            about=about,
            url=url,
        )
        if event.entries_until is not None and not event.has_started:
            yield Appointment(
                uid=f"event-{event.pk}-entries@{host}",
                title=_("Entries close: %(event)s") % {"event": event.name},
                first=event.entries_until,
                last=None,
                changed_at=event.changed_at,
                sequence=event.change_number,
                url=url,
            )
