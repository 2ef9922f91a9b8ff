"""Clubs in the API."""

import pytest
from pytest_django import DjangoAssertNumQueries

from audit.models import AuditEntry
from players.models import Club, Person
from tests.players.api.conftest import Program, account, program_of


def test_a_club_is_told_as_its_page_tells_it(visitor: Program, club: Club) -> None:
    assert visitor.get("clubs/lapwing/").json() == {
        "slug": "lapwing",
        "name": "Lapwing",
        "place": "Ulm",
        "country": "",
        "meeting_times": "",
        "about": "",
        "website": "",
        "contact_email": "",
        "welcomes_requests": True,
        "closed_at": None,
        "url": "/clubs/lapwing/",
    }


def test_clubs_are_found_by_words_as_on_the_page(visitor: Program, club: Club) -> None:
    Club.objects.create(name="Rook", slug="rook", place="Bonn")

    assert [found["slug"] for found in visitor.get("clubs/").json()["results"]] == ["lapwing", "rook"]
    assert [found["slug"] for found in visitor.get("clubs/", q="ULM lap").json()["results"]] == ["lapwing"]
    assert visitor.get("clubs/", q="ulm rook").json()["results"] == []


def test_a_list_takes_one_query(
    visitor: Program, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    Club.objects.bulk_create([Club(name=f"Club {number}", slug=f"club-{number}") for number in range(30)])

    with django_assert_num_queries(1):
        assert len(visitor.get("clubs/").json()["results"]) == 31


def test_whoever_founds_a_club_owns_it(db: None) -> None:
    program = program_of(account("Agnes"))

    response = program.post("clubs/", {"name": "Falcon  Games", "place": "Graz"})

    assert (response.status_code, response.json()["slug"]) == (201, "falcon-games")
    assert program.get("me/").json()["memberships"][0]["role"] == "owner"


def test_a_change_changes_what_is_sent_and_leaves_a_line(owner: Program) -> None:
    response = owner.patch("clubs/lapwing/", {"about": "Thursdays.", "reason": "asked for"})

    assert (response.json()["about"], response.json()["place"]) == ("Thursdays.", "Ulm")
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.actor_name, entry.reason) == ("club.edited", "Olga", "asked for")


@pytest.mark.parametrize("field", ["slug", "closed_at", "id"])
def test_what_cannot_be_set_is_refused(owner: Program, field: str) -> None:
    response = owner.patch("clubs/lapwing/", {field: "x"})

    assert response.json()["errors"] == [{"pointer": f"#/{field}", "detail": "There is no such field."}]


def test_a_club_founded_by_mistake_can_be_deleted(owner: Program) -> None:
    assert owner.delete("clubs/lapwing/").status_code == 204
    assert not Club.objects.exists()


def test_a_club_with_members_cannot_be_deleted(owner: Program, paula: Person) -> None:
    response = owner.delete("clubs/lapwing/")

    assert response.status_code == 422
    assert Club.objects.exists()
