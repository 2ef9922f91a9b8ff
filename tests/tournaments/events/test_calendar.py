"""Events as iCalendar files."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Club
from tests.tournaments.builders import make_event
from tournaments.events.presenters.calendar import Appointment, render_calendar
from tournaments.models import EventState

WHEN = datetime.datetime(2026, 3, 1, 12, 30, tzinfo=datetime.UTC)


def unfolded(text: str) -> list[str]:
    return text.replace("\r\n ", "").split("\r\n")


def test_days_are_days_and_the_end_is_the_day_after() -> None:
    appointment = Appointment(
        uid="event-1@kiebitz.example",
        title="Open, with tea; and cake",
        first=datetime.date(2026, 5, 2),
        last=datetime.date(2026, 5, 3),
        changed_at=WHEN,
        sequence=4,
        place="Old mill\nfirst floor",
    )
    assert unfolded(render_calendar([appointment], name="Club"))[:-1] == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Kiebitz//Events//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        "X-WR-CALNAME:Club",
        "BEGIN:VEVENT",
        "UID:event-1@kiebitz.example",
        "DTSTAMP:20260301T123000Z",
        "LAST-MODIFIED:20260301T123000Z",
        "SEQUENCE:4",
        "DTSTART;VALUE=DATE:20260502",
        "DTEND;VALUE=DATE:20260504",
        "SUMMARY:Open\\, with tea\\; and cake",
        "LOCATION:Old mill\\nfirst floor",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
    ]


def test_a_moment_is_written_in_utc() -> None:
    berlin = datetime.timezone(datetime.timedelta(hours=2))
    appointment = Appointment("u", "Entries", datetime.datetime(2026, 5, 1, 18, tzinfo=berlin), None, WHEN)
    assert "DTSTART:20260501T160000Z" in unfolded(render_calendar([appointment], name="x"))


@pytest.mark.parametrize("letter", ["a", "é", "€", "🐦"])
def test_no_line_is_longer_than_75_octets_and_no_character_is_torn(letter: str) -> None:
    title = letter * 200
    text = render_calendar([Appointment("u", title, WHEN.date(), None, WHEN)], name="x")
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    parts = text[text.index("SUMMARY:") : text.index("\r\nTRANSP")].split("\r\n")
    assert min(len(part.encode()) for part in parts[:-1]) > 70
    assert all(part.startswith(" ") for part in parts[1:])
    assert parts[0] + "".join(part[1:] for part in parts[1:]) == f"SUMMARY:{title}"


def test_what_could_end_a_line_or_a_value_is_escaped() -> None:
    text = "a\\b;c,d\r\ne\rf\x00g"
    lines = unfolded(
        render_calendar([Appointment("u", text, WHEN.date(), None, WHEN, place=text, about=text)], name=text)
    )
    for key in ("SUMMARY", "LOCATION", "DESCRIPTION", "X-WR-CALNAME"):
        assert f"{key}:a\\\\b\\;c\\,d\\ne\\nfg" in lines


@pytest.mark.django_db
def test_an_events_file_has_its_days_and_the_end_of_entries(client: Client) -> None:
    event = make_event(entries_until=datetime.datetime(2026, 5, 1, 16, tzinfo=datetime.UTC), place="Mill")
    response = client.get(f"/events/{event.pk}/calendar.ics")
    lines = unfolded(response.content.decode())
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    for line in (
        "DTSTART;VALUE=DATE:20260502",
        "DTEND;VALUE=DATE:20260503",
        "DTSTART:20260501T160000Z",
        f"URL:http://testserver/events/{event.pk}/",
        f"UID:event-{event.pk}@testserver",
        "LOCATION:Mill",
    ):
        assert line in lines


@pytest.mark.django_db
def test_a_clubs_calendar_has_its_events_but_no_drafts_and_answers_304(club: Club, client: Client) -> None:
    today = timezone.localdate()
    for name, state in (("Shown", EventState.OPEN), ("Hidden", EventState.DRAFT)):
        make_event(club=club, name=name, state=state, starts_on=today, ends_on=today)
    path = f"/events/club/{club.slug}/calendar.ics"
    response = client.get(path)
    titles = [line for line in unfolded(response.content.decode()) if line.startswith("SUMMARY")]
    assert titles == ["SUMMARY:Shown"]
    assert client.get(path, headers={"If-None-Match": response["ETag"]}).status_code == 304
