"""Entering players, and what players do about their own entries, through the API."""

import datetime

import pytest
from django.utils import timezone

from audit.models import AuditEntry
from players.models import Club, Person
from players.people.services.people import create_person
from tests.core.api.client import ApiClient, client_for, make_member
from tests.tournaments.builders import make_event, make_section
from tournaments.models import Entry, EntryState, Section


@pytest.fixture
def main(lapwing: Club) -> Section:
    return make_section(make_event(club=lapwing))


@pytest.fixture
def paula(lapwing: Club) -> Person:
    return make_member(lapwing, "Paula")


def test_somebody_new_is_entered_with_a_rating(organiser_api: ApiClient, main: Section) -> None:
    response = organiser_api.post(
        "entries/",
        {"section": main.pk, "name": "Agnes Brandt", "country": "DE", "rating": 1800, "club": "Falcon"},
    )

    entry = Entry.objects.get()
    told = response.json()
    assert (response.status_code, told["id"], told["name"]) == (201, entry.pk, "Agnes Brandt")
    assert (told["state"], told["rating"], told["rating_is_own"], told["club"]) == (
        "confirmed",
        1800,
        True,
        "Falcon",
    )
    assert AuditEntry.objects.latest("pk").actor_name == "Olga"


def test_somebody_known_is_entered_and_not_twice(organiser_api: ApiClient, main: Section) -> None:
    agnes = create_person(actor=None, name="Agnes Brandt", listed=True)

    assert organiser_api.post("entries/", {"section": main.pk, "person": agnes.pk}).status_code == 201
    again = organiser_api.post("entries/", {"section": main.pk, "person": agnes.pk})
    assert (again.status_code, "already" in again.json()["detail"]) == (422, True)


@pytest.mark.parametrize(
    ("sent", "pointer"),
    [
        ({}, "#"),
        ({"name": "A B", "person": 1}, "#"),
        ({"person": 1, "country": "DE"}, "#/country"),
        ({"person": 999999}, "#/person"),
        ({"name": "A B", "rating": -1}, "#/rating"),
    ],
)
def test_what_makes_no_entry_is_told(
    organiser_api: ApiClient, main: Section, sent: dict[str, object], pointer: str
) -> None:
    response = organiser_api.post("entries/", {"section": main.pk, **sent})

    assert (response.status_code, response.json()["errors"][0]["pointer"]) == (400, pointer)


def test_fee_and_categories_are_noted_once_a_version(
    organiser_api: ApiClient, arbiter_api: ApiClient, main: Section
) -> None:
    entry = Entry.objects.create(section=main, person=create_person(actor=None, name="Agnes Brandt"))

    told = organiser_api.patch(
        f"entries/{entry.pk}/", {"fee_paid": True, "categories": "U18", "version": 1}
    ).json()

    assert (told["fee_paid"], told["categories"], told["version"]) == (True, "U18", 2)
    late = arbiter_api.patch(f"entries/{entry.pk}/", {"fee_paid": False, "version": 1})
    assert (late.status_code, "Olga changed this" in late.json()["detail"]) == (409, True)


def test_an_entry_made_by_mistake_is_removed(organiser_api: ApiClient, main: Section) -> None:
    entry = Entry.objects.create(section=main, person=create_person(actor=None, name="Agnes Brandt"))

    assert organiser_api.delete(f"entries/{entry.pk}/?version=7").status_code == 409
    assert organiser_api.delete(f"entries/{entry.pk}/?version=1").status_code == 204
    assert not Entry.objects.exists()


def test_a_player_signs_up_withdraws_and_is_brought_back(
    organiser_api: ApiClient, main: Section, paula: Person
) -> None:
    program = client_for(paula)

    signed_up = program.post(f"sections/{main.pk}/sign-up/", {"note": "vegetarian"})

    entry = signed_up.json()["id"]
    assert (signed_up.status_code, signed_up.json()["state"]) == (201, "confirmed")
    assert program.post(f"entries/{entry}/step/", {"step": "withdraw"}).json()["state"] == "withdrawn"
    assert program.post(f"entries/{entry}/step/", {"step": "return"}).status_code == 403
    assert organiser_api.post(f"entries/{entry}/step/", {"step": "return"}).json()["state"] == "confirmed"


def test_without_room_one_waits_until_somebody_is_confirmed(
    organiser_api: ApiClient, main: Section, paula: Person
) -> None:
    Section.objects.update(entry_limit=2)
    for name in ("Agnes", "Bruno"):
        Entry.objects.create(section=main, person=create_person(actor=None, name=name))

    entry = client_for(paula).post(f"sections/{main.pk}/sign-up/", {}).json()

    assert entry["state"] == "waiting"
    assert organiser_api.post(f"entries/{entry['id']}/step/", {"step": "confirm"}).status_code == 422
    confirmed = organiser_api.post(f"entries/{entry['id']}/step/", {"step": "confirm", "over_limit": True})
    assert confirmed.json()["state"] == "confirmed"


def test_check_in_by_the_organisers_and_on_the_day_by_the_player(
    organiser_api: ApiClient, main: Section, paula: Person
) -> None:
    entry = Entry.objects.create(section=main, person=paula)
    path = f"entries/{entry.pk}/step/"

    early = client_for(paula).post(path, {"step": "check_in"})

    assert (early.status_code, early.json()["type"]) == (422, "/api/v1/#problem-refused")
    assert organiser_api.post(path, {"step": "check_in"}).json()["checked_in_at"] is not None
    assert organiser_api.post(path, {"step": "undo_check_in"}).json()["checked_in_at"] is None
    today = timezone.localdate()
    main.event.starts_on, main.event.ends_on = today, today + datetime.timedelta(days=1)
    main.event.save()
    assert client_for(paula).post(path, {"step": "check_in"}).json()["checked_in_at"] is not None


def test_an_absence_brings_what_the_arbiter_says_or_what_the_rules_say(
    arbiter_api: ApiClient, main: Section, paula: Person
) -> None:
    entry = Entry.objects.create(section=main, person=paula)
    path = f"entries/{entry.pk}/absences/"

    assert arbiter_api.post(path, {"round": 2, "kind": "half"}).json()["absences"] == [
        {"round": 2, "kind": "half"}
    ]
    own = client_for(paula).post(path, {"round": 3, "kind": "full"}).json()["absences"]
    assert own == [{"round": 2, "kind": "half"}, {"round": 3, "kind": "zero"}]
    assert client_for(paula).post(path, {"round": 2, "cancel": True}).status_code == 422
    assert client_for(paula).post(path, {"round": 3, "cancel": True}).json()["absences"] == [
        {"round": 2, "kind": "half"}
    ]


def test_a_table_of_players_is_looked_at_and_entered(organiser_api: ApiClient, main: Section) -> None:
    table = "Name;Rating;Shoe size\nBrandt, Agnes;1800;41\nOtto, Bruno;x;44\n"

    looked_at = organiser_api.post(
        f"sections/{main.pk}/entry-table/", {"text": table, "dry_run": True}
    ).json()

    assert [(line["name"], line["enters"]) for line in looked_at["lines"]] == [
        ("Agnes Brandt", True),
        ("Bruno Otto", False),
    ]
    assert (looked_at["not_read"], looked_at["entries"], Entry.objects.count()) == (["Shoe size"], [], 0)
    done = organiser_api.post(f"sections/{main.pk}/entry-table/", {"text": table}).json()
    assert [(entry["name"], entry["rating"]) for entry in done["entries"]] == [("Agnes Brandt", 1800)]


def test_pairs_are_kept_apart_by_those_who_manage_entries(
    organiser_api: ApiClient, visitor: ApiClient, stranger_api: ApiClient, lapwing: Club
) -> None:
    section = make_section(make_event(club=lapwing), players=2)
    one, other = section.entries.order_by("pk")
    pair = {"section": section.pk, "one": one.pk, "other": other.pk}

    assert [program.post("kept-apart/", pair).status_code for program in (visitor, stranger_api)] == [
        401,
        403,
    ]
    made = organiser_api.post("kept-apart/", pair).json()
    assert (made["one"]["entry"], made["other"]["entry"], made["strictly"]) == (one.pk, other.pk, True)
    assert organiser_api.get("kept-apart/", section=section.pk).json()["results"] == [made]
    assert stranger_api.get("kept-apart/").json()["results"] == []
    assert stranger_api.delete(f"kept-apart/{made['id']}/").status_code == 404
    assert organiser_api.delete(f"kept-apart/{made['id']}/").status_code == 204


def test_players_do_not_manage_others(main: Section, paula: Person) -> None:
    other = Entry.objects.create(section=main, person=create_person(actor=None, name="Agnes"))
    program = client_for(paula)

    assert program.post("entries/", {"section": main.pk, "name": "Ann"}).status_code == 403
    assert program.patch(f"entries/{other.pk}/", {"fee_paid": True}).status_code == 403
    assert program.post(f"entries/{other.pk}/step/", {"step": "withdraw"}).status_code == 403
    assert program.post(f"entries/{other.pk}/absences/", {"round": 1}).status_code == 403
    assert Entry.objects.get().state == EntryState.CONFIRMED
