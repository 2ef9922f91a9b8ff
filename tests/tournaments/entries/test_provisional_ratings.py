"""A rating that is provisional on its list is marked as such in the lists and documents of an event."""

import json

import pytest
from django.test import Client

from players.models import Person
from players.rating_lists.services.starting_ratings import give_starting_rating
from tests.core.api.client import make_member
from tests.players.rating_lists.builders import a_pool, days_ago, work
from tests.tournaments.builders import make_event, make_section
from tournaments.entries.services.registration import enter_person, refresh_ratings
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event()


@pytest.fixture
def newcomer(event: Event) -> Person:
    person = make_member(event.club, "Anna", listed=True)
    give_starting_rating(
        actor=None,
        club=event.club,
        pool=a_pool("own", club=event.club, game=event.game),
        player=person,
        rating=1640,
        source="Old list",
        dated_on=days_ago(3),
    )
    work()
    return person


def test_it_is_marked_from_the_entry_on(client: Client, event: Event, newcomer: Person) -> None:
    section = make_section(event, players=0)

    entry = enter_person(actor=None, section=section, person=newcomer)

    assert (entry.rating, entry.rating_is_provisional) == (1640, True)
    assert entry.rating_label in client.get(f"/events/{event.pk}/entries/").text


def test_programs_and_tables_are_told(client: Client, event: Event, newcomer: Person) -> None:
    section = make_section(event, players=1)
    enter_person(actor=None, section=section, person=newcomer)
    for rank, entry in enumerate(section.entries.all(), start=1):
        Entry.objects.filter(pk=entry.pk).update(starting_rank=rank)

    for address in (
        f"/events/{event.pk}/s/{section.pk}/files/entries.json",
        f"/events/{event.pk}/s/{section.pk}/files/standings.json",
    ):
        listed = json.loads(client.get(address).getvalue())
        assert {row["name"]: row["provisional"] for row in listed} == {"Anna": True, "Player 01": False}
    told = client.get("/api/v1/entries/", {"section": section.pk}).json()["results"]
    assert {entry["name"]: entry["rating_is_provisional"] for entry in told} == {
        "Anna": True,
        "Player 01": False,
    }


def test_updating_ratings_follows_the_list(event: Event, newcomer: Person) -> None:
    section = make_section(event, players=0)
    Entry.objects.create(section=section, person=newcomer, rating=1640)

    assert refresh_ratings(actor=None, event=event) == 1
    assert Entry.objects.get().rating_label == "1640 prov."


def test_a_rating_set_by_hand_is_not_marked(event: Event, newcomer: Person) -> None:
    entry = enter_person(actor=None, section=make_section(event, players=0), person=newcomer, rating=1700)

    assert entry.rating_label == "1700"
