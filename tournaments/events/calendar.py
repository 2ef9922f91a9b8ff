"""Events as an iCalendar file (RFC 5545), written by the `icalendar` library. Pure code over what an appointment is.

Days are days wherever one looks from; a moment, such as the end of entries, is written in UTC, which every calendar
shows in its own zone.
"""

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from icalendar import Calendar, Event, vText

PRODUCT: Final = "-//Kiebitz//Events//EN"
MAX_SEQUENCE: Final = 2**31 - 1
# The library escapes and folds text, but lets characters pass that no line may have.
_CONTROL_CHARACTERS: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


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


def calendar(appointments: Iterable[Appointment], *, name: str, zone: str = "") -> str:
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


def _event(appointment: Appointment) -> Event:
    event = Event()
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
