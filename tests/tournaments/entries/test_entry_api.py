"""Entries in the API."""

from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from players.models import Club
from tests.core.api.client import ApiClient, client_for, make_member
from tests.tournaments.builders import make_event, make_section
from tournaments.models import Absence, Entry, EntryState, Section


def test_everybody_sees_who_plays_and_not_who_has_paid(
    visitor: ApiClient, organiser_api: ApiClient, lapwing: Club
) -> None:
    section = make_section(make_event(club=lapwing), players=1)
    entry = section.entries.get()
    now = timezone.now()
    Entry.objects.filter(pk=entry.pk).update(fee_paid=True, note="by bus", checked_in_at=now)
    Absence.objects.create(entry=entry, round_number=2, kind="half")

    told = visitor.get(f"entries/{entry.pk}/").json()

    assert told == {
        "id": entry.pk,
        "event": section.event_id,
        "section": section.pk,
        "person": entry.person_id,
        "name": "Player 01",
        "state": "confirmed",
        "starting_rank": None,
        "rating": 2090,
        "rating_is_own": False,
        "rating_is_provisional": False,
        "club": "",
        "categories": "",
        "first_round": 1,
        "withdrawn_after": None,
        "absences": [{"round": 2, "kind": "half"}],
        "fee_paid": None,
        "fee_waived": None,
        "checked_in_at": None,
        "note": None,
        "code": None,
        "entered_at": told["entered_at"],
        "version": 1,
    }
    known = organiser_api.get(f"entries/{entry.pk}/").json()
    assert (known["fee_paid"], known["note"]) == (True, "by bus")
    assert known["checked_in_at"] == now.isoformat().replace("+00:00", "Z")


def test_who_waits_is_seen_by_the_organisers_and_by_the_player(
    visitor: ApiClient, stranger_api: ApiClient, arbiter_api: ApiClient, lapwing: Club
) -> None:
    section = make_section(make_event(club=lapwing))
    paula = make_member(lapwing, "Paula")
    entry = Entry.objects.create(section=section, person=paula, state=EntryState.WAITING, note="vegetarian")

    for program, status in (
        (visitor, 404),
        (stranger_api, 404),
        (arbiter_api, 200),
        (client_for(paula), 200),
    ):
        assert program.get(f"entries/{entry.pk}/").status_code == status
        assert len(program.get("entries/").json()["results"]) == (status == 200)
    assert client_for(paula).get(f"entries/{entry.pk}/").json()["note"] == "vegetarian"


def test_entries_are_found_by_section_person_and_state(visitor: ApiClient, played_section: Section) -> None:
    entry = played_section.entries.get(starting_rank=3)
    Entry.objects.filter(pk=entry.pk).update(state=EntryState.WITHDRAWN)
    make_section(played_section.event, players=2, name="Juniors")

    def ranks(**query: object) -> list[int]:
        return [found["starting_rank"] for found in visitor.get("entries/", **query).json()["results"]]

    assert ranks(section=played_section.pk) == [1, 2, 3, 4]
    assert ranks(event=played_section.event_id, state="withdrawn") == [3]
    assert ranks(person=entry.person_id) == [3]


def test_a_page_of_entries_takes_three_queries_of_whoever_is_signed_in(
    visitor: ApiClient,
    arbiter_api: ApiClient,
    played_section: Section,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(2):
        assert len(visitor.get("entries/", section=played_section.pk).json()["results"]) == 4
    # Three, and two for the token.
    with django_assert_num_queries(5):
        assert len(arbiter_api.get("entries/", section=played_section.pk).json()["results"]) == 4
