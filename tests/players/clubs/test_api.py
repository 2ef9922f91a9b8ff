"""Clubs and memberships in the API."""

import pytest
from pytest_django import DjangoAssertNumQueries

from audit.models import AuditEntry
from players.clubs.policies import may_see_all_members
from players.clubs.selectors.clubs import visible_memberships
from players.clubs.services.members import add_member
from players.models import Club, Membership, MembershipOffer, Person, Role
from players.people.policies import may_see_person
from players.people.services.people import create_person, edit_person
from tests.core.api.client import ApiClient, client_for, make_account, make_member
from tests.permissions.world import Viewer, World


def test_a_club_is_told_as_its_page_tells_it(visitor: ApiClient, club: Club) -> None:
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
        "recognised_at": None,
        "closed_at": None,
        "url": "/clubs/lapwing/",
    }


def test_clubs_are_found_by_words_as_on_the_page(visitor: ApiClient, club: Club) -> None:
    Club.objects.create(name="Rook", slug="rook", place="Bonn")

    assert [found["slug"] for found in visitor.get("clubs/").json()["results"]] == ["lapwing", "rook"]
    assert [found["slug"] for found in visitor.get("clubs/", q="ULM lap").json()["results"]] == ["lapwing"]
    assert visitor.get("clubs/", q="ulm rook").json()["results"] == []


def test_a_list_takes_one_query(
    visitor: ApiClient, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    Club.objects.bulk_create([Club(name=f"Club {number}", slug=f"club-{number}") for number in range(30)])

    with django_assert_num_queries(1):
        assert len(visitor.get("clubs/").json()["results"]) == 31


def test_whoever_founds_a_club_owns_it(db: None) -> None:
    program = client_for(make_account("Agnes"))

    response = program.post("clubs/", {"name": "Falcon  Games", "place": "Graz"})

    assert (response.status_code, response.json()["slug"]) == (201, "falcon-games")
    assert program.get("me/").json()["memberships"][0]["role"] == "owner"


def test_a_change_changes_what_is_sent_and_leaves_a_line(owner: ApiClient) -> None:
    response = owner.patch("clubs/lapwing/", {"about": "Thursdays.", "reason": "asked for"})

    assert (response.json()["about"], response.json()["place"]) == ("Thursdays.", "Ulm")
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.actor_name, entry.reason) == ("club.edited", "Olga", "asked for")


@pytest.mark.parametrize("field", ["slug", "closed_at", "id"])
def test_what_cannot_be_set_is_refused(owner: ApiClient, field: str) -> None:
    response = owner.patch("clubs/lapwing/", {field: "x"})

    assert response.json()["errors"] == [{"pointer": f"#/{field}", "detail": "There is no such field."}]


def test_a_club_created_by_mistake_can_be_deleted(owner: ApiClient) -> None:
    assert owner.delete("clubs/lapwing/").status_code == 204
    assert not Club.objects.exists()


def test_a_club_with_members_cannot_be_deleted(owner: ApiClient, paula: Person) -> None:
    response = owner.delete("clubs/lapwing/")

    assert response.status_code == 422
    assert Club.objects.exists()


def names(program: ApiClient, **query: object) -> list[str]:
    return [membership["name"] for membership in program.get("memberships/", **query).json()["results"]]


def test_a_membership_says_who_where_and_as_what(owner: ApiClient, paula: Person) -> None:
    membership = paula.memberships.get()

    assert owner.get(f"memberships/{membership.pk}/").json() == {
        "id": membership.pk,
        "club": "lapwing",
        "person": paula.pk,
        "name": "Paula",
        "role": "member",
        "joined_at": membership.joined_at.isoformat().replace("+00:00", "Z"),
    }


def test_visitors_see_those_who_agreed(
    visitor: ApiClient, owner: ApiClient, paula: Person, club: Club
) -> None:
    make_member(club, "Lisa", listed=True)

    assert names(visitor) == ["Lisa"]
    assert names(owner) == ["Lisa", "Olga", "Paula"]
    assert visitor.get(f"memberships/{paula.memberships.get().pk}/").status_code == 404


@pytest.mark.parametrize("seat", Viewer)
def test_the_list_has_what_the_policies_let_one_see(world: World, seat: Viewer) -> None:
    Person.objects.filter(pk__in=[world.paula.pk, world.people[Viewer.STRANGER].pk]).update(listed=True)
    actor = world.browser_of(seat).get("/").context["user"]

    seen = set(visible_memberships(actor))

    assert seen == {
        membership
        for membership in Membership.objects.select_related("club", "person")
        if may_see_all_members(actor, membership.club)
        or (membership.person.listed and may_see_person(actor, membership.person))
    }


def test_memberships_are_filtered_as_on_the_page(owner: ApiClient, paula: Person, club: Club) -> None:
    make_member(club, "Arno Paulsen", Role.ARBITER)
    rook = Club.objects.create(name="Rook", slug="rook")
    add_member(actor=None, club=rook, person=paula)

    assert names(owner, club="lapwing") == ["Olga", "Paula", "Arno Paulsen"]
    assert names(owner, role="arbiter") == ["Arno Paulsen"]
    assert names(owner, q="paul") == ["Paula", "Arno Paulsen"]
    assert names(owner, person=paula.pk) == ["Paula"]
    assert names(owner, club="nowhere") == []


def test_a_list_takes_a_fixed_number_of_queries(
    owner: ApiClient, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(10):
        add_member(actor=None, club=club, person=create_person(actor=None, name=f"Member {number}"))
    owner.get("memberships/")

    with django_assert_num_queries(2):  # the token and the list
        assert len(names(owner)) == 11


def test_somebody_whose_club_one_organises_is_added_at_once(owner: ApiClient, club: Club) -> None:
    lisa = create_person(actor=None, name="Lisa", club=club)
    edit_person(actor=None, person=lisa, listed=True)

    response = owner.post("memberships/", {"club": "lapwing", "person": lisa.pk, "role": "arbiter"})

    assert (response.status_code, response.json()["role"]) == (201, "arbiter")
    assert lisa.memberships.get().club == club


def test_somebody_from_elsewhere_is_asked(owner: ApiClient, club: Club) -> None:
    lisa = create_person(actor=None, name="Lisa", listed=True)

    response = owner.post("memberships/", {"club": "lapwing", "person": lisa.pk, "role": "arbiter"})

    assert (response.status_code, response.json()["role"]) == (202, "arbiter")
    assert not lisa.memberships.exists()
    assert MembershipOffer.objects.get(person=lisa).club == club


def test_nobody_is_added_twice(owner: ApiClient, paula: Person) -> None:
    response = owner.post("memberships/", {"club": "lapwing", "person": paula.pk})

    assert (response.status_code, response.json()["type"]) == (422, "/api/v1/#problem-refused")
    assert paula.memberships.count() == 1


@pytest.mark.parametrize("person", [10**6, 2**63 - 1])
def test_somebody_who_does_not_exist_is_not_added(owner: ApiClient, person: int) -> None:
    response = owner.post("memberships/", {"club": "lapwing", "person": person})

    assert response.json()["errors"] == [{"pointer": "#/person", "detail": "There is no such person."}]


def test_somebody_whom_one_does_not_see_is_like_nobody(owner: ApiClient) -> None:
    hidden = create_person(actor=None, name="Hidden")

    response = owner.post("memberships/", {"club": "lapwing", "person": hidden.pk})

    assert response.json()["errors"] == [{"pointer": "#/person", "detail": "There is no such person."}]


def test_a_club_that_does_not_exist_takes_nobody(owner: ApiClient, paula: Person) -> None:
    response = owner.post("memberships/", {"club": "nowhere", "person": paula.pk})

    assert response.json()["errors"] == [{"pointer": "#/club", "detail": "There is no such club."}]


def test_a_role_is_changed_with_a_reason(owner: ApiClient, paula: Person) -> None:
    membership = paula.memberships.get()

    response = owner.patch(
        f"memberships/{membership.pk}/", {"role": "arbiter", "reason": "passed the course"}
    )

    membership.refresh_from_db()
    assert (response.json()["role"], membership.role) == ("arbiter", Role.ARBITER)


def test_a_membership_is_ended(owner: ApiClient, paula: Person) -> None:
    assert owner.delete(f"memberships/{paula.memberships.get().pk}/").status_code == 204
    assert not paula.memberships.exists()
