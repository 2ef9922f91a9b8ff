"""What events add to the pages of clubs and people and to the search."""

import datetime

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from players.models import Club
from players.people.services.people import create_person
from tests.tournaments.builders import make_event, make_section
from tournaments.events.presenters.listings import find_events
from tournaments.models import Entry, EntryState, EventState

pytestmark = pytest.mark.django_db


def test_a_clubs_page_has_what_comes_and_what_was_but_no_drafts(club: Club, client: Client) -> None:
    today = timezone.localdate()
    for name, days, state in (
        ("Next", 10, EventState.OPEN),
        ("Past", -10, EventState.FINISHED),
        ("Secret", 20, EventState.DRAFT),
    ):
        day = today + datetime.timedelta(days=days)
        make_event(club=club, name=name, state=state, starts_on=day, ends_on=day)
    page = client.get(club.get_absolute_url()).content.decode()
    assert page.index("Next") < page.index("Past")
    assert "Secret" not in page
    assert f"/events/club/{club.slug}/calendar.ics" in page
    assert f"/events/new/{club.slug}/" not in page


def test_an_organiser_finds_the_way_to_a_new_event_on_the_clubs_page(club: Club, browser: Client) -> None:
    page = browser.get(club.get_absolute_url()).content.decode()
    assert f"/events/new/{club.slug}/" in page
    assert f"/events/import/{club.slug}/" in page


def test_a_persons_page_has_their_tournaments_but_not_where_they_only_wait(client: Client) -> None:
    person = create_person(actor=None, name="Ada Morra", listed=True)
    for name, state, event_state in (
        ("Played", EntryState.CONFIRMED, EventState.FINISHED),
        ("Waits", EntryState.WAITING, EventState.OPEN),
        ("Draft", EntryState.CONFIRMED, EventState.DRAFT),
    ):
        section = make_section(make_event(name=name, state=event_state))
        Entry.objects.create(section=section, person=person, state=state)
    page = client.get(person.get_absolute_url()).content.decode()
    assert [name in page for name in ("Played", "Waits", "Draft")] == [True, False, False]


def test_events_are_found_by_name_and_place_and_drafts_are_not() -> None:
    make_event(name="Spring Open", place="Hamburg")
    make_event(name="Spring Draft", state=EventState.DRAFT)
    found = find_events(AnonymousUser(), "hamburg spring", 5)
    assert [(each.title, each.note) for each in found] == [
        ("Spring Open", "Barragoon · Hamburg · 2 May 2026")
    ]
    assert find_events(AnonymousUser(), "draft", 5) == []
