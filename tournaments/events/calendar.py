"""Events as an iCalendar file (RFC 5545). Pure code over what an appointment is.

Days are days wherever one looks from; a moment, such as the end of entries, is written in UTC, which every calendar
shows in its own zone.
"""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

PRODUCT: Final = "-//Kiebitz//Events//EN"
LONGEST_LINE: Final = 75
"""Octets of a line without its end; what is longer goes on in the next line, after a space."""
HIGHEST_SEQUENCE: Final = 2**31 - 1
_ESCAPED: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


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
    return "".join(f"{folded(line)}\r\n" for line in _lines(appointments, name, zone))


def folded(line: str) -> str:
    """No line longer than 75 octets, and no character torn apart."""
    pieces, piece, room = [], "", LONGEST_LINE
    for character in line:
        width = len(character.encode())
        if width > room:
            pieces.append(piece)
            piece, room = "", LONGEST_LINE - 1  # the space at its beginning counts
        piece += character
        room -= width
    return "\r\n ".join([*pieces, piece])


def escaped(text: str) -> str:
    """Text as a value, without characters that no line may have."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").translate(_ESCAPED)
    return "".join(character for character in plain if character == "\t" or ord(character) >= 32)


def _lines(appointments: Iterable[Appointment], name: str, zone: str) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN", "METHOD:PUBLISH")
    yield f"X-WR-CALNAME:{escaped(name)}"
    if zone:
        yield f"X-WR-TIMEZONE:{escaped(zone)}"
    for appointment in appointments:
        yield from _event(appointment)
    yield "END:VCALENDAR"


def _event(appointment: Appointment) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{escaped(appointment.uid)}"
    yield f"DTSTAMP:{_moment(appointment.changed_at)}"
    yield f"LAST-MODIFIED:{_moment(appointment.changed_at)}"
    yield f"SEQUENCE:{min(appointment.sequence, HIGHEST_SEQUENCE)}"
    if isinstance(appointment.first, datetime.datetime):
        yield f"DTSTART:{_moment(appointment.first)}"
    else:
        yield f"DTSTART;VALUE=DATE:{_day(appointment.first)}"
        # The end of days is the first day that does not belong to them any more.
        after = (appointment.last or appointment.first) + datetime.timedelta(days=1)
        yield f"DTEND;VALUE=DATE:{_day(after)}"
    yield f"SUMMARY:{escaped(appointment.title)}"
    if appointment.place:
        yield f"LOCATION:{escaped(appointment.place)}"
    if appointment.about:
        yield f"DESCRIPTION:{escaped(appointment.about)}"
    if appointment.url:
        yield f"URL:{appointment.url}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _moment(when: datetime.datetime) -> str:
    utc = when.astimezone(datetime.UTC)
    return f"{_day(utc)}T{utc:%H%M%S}Z"


def _day(day: datetime.date) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"
