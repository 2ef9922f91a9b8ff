"""Memberships in the API."""

import pytest
from pytest_django import DjangoAssertNumQueries

from players.clubs.services import add_member
from players.clubs.visibility import memberships_visible_to
from players.models import Club, Membership, Person, Role
from players.people.services import create_person
from players.policies import may_see_all_members, may_see_person
from tests.permissions.world import Seat, World
from tests.players.api.conftest import Program, member


def names(program: Program, **query: object) -> list[str]:
    return [membership["name"] for membership in program.get("memberships/", **query).json()["results"]]


def test_a_membership_says_who_where_and_as_what(owner: Program, paula: Person) -> None:
    membership = paula.memberships.get()

    assert owner.get(f"memberships/{membership.pk}/").json() == {
        "id": membership.pk,
        "club": "lapwing",
        "person": paula.pk,
        "name": "Paula",
        "role": "member",
        "joined_at": membership.joined_at.isoformat().replace("+00:00", "Z"),
    }


def test_visitors_see_those_who_agreed(visitor: Program, owner: Program, paula: Person, club: Club) -> None:
    member(club, "Lisa", listed=True)

    assert names(visitor) == ["Lisa"]
    assert names(owner) == ["Lisa", "Olga", "Paula"]
    assert visitor.get(f"memberships/{paula.memberships.get().pk}/").status_code == 404


@pytest.mark.parametrize("seat", Seat)
def test_the_list_has_what_the_policies_let_one_see(world: World, seat: Seat) -> None:
    Person.objects.filter(pk__in=[world.paula.pk, world.people[Seat.STRANGER].pk]).update(listed=True)
    actor = world.browser_of(seat).get("/").context["user"]

    seen = set(memberships_visible_to(actor))

    assert seen == {
        membership
        for membership in Membership.objects.select_related("club", "person")
        if may_see_all_members(actor, membership.club)
        or (membership.person.listed and may_see_person(actor, membership.person))
    }


def test_memberships_are_filtered_as_on_the_page(owner: Program, paula: Person, club: Club) -> None:
    member(club, "Arno Paulsen", Role.ARBITER)
    rook = Club.objects.create(name="Rook", slug="rook")
    add_member(actor=None, club=rook, person=paula)

    assert names(owner, club="lapwing") == ["Olga", "Paula", "Arno Paulsen"]
    assert names(owner, role="arbiter") == ["Arno Paulsen"]
    assert names(owner, q="paul") == ["Paula", "Arno Paulsen"]
    assert names(owner, person=paula.pk) == ["Paula"]
    assert names(owner, club="nowhere") == []


def test_a_list_takes_a_fixed_number_of_queries(
    owner: Program, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(10):
        add_member(actor=None, club=club, person=create_person(actor=None, name=f"Member {number}"))
    owner.get("memberships/")

    with django_assert_num_queries(2):  # the token and the list
        assert len(names(owner)) == 11


def test_a_member_is_added(owner: Program, club: Club) -> None:
    lisa = create_person(actor=None, name="Lisa", listed=True)

    response = owner.post("memberships/", {"club": "lapwing", "person": lisa.pk, "role": "arbiter"})

    assert (response.status_code, response.json()["role"]) == (201, "arbiter")
    assert lisa.memberships.get().club == club


def test_nobody_is_added_twice(owner: Program, paula: Person) -> None:
    response = owner.post("memberships/", {"club": "lapwing", "person": paula.pk})

    assert (response.status_code, response.json()["detail"]) == (422, "Paula belongs to the club already.")


@pytest.mark.parametrize("person", [10**6, 2**63 - 1])
def test_somebody_who_does_not_exist_is_not_added(owner: Program, person: int) -> None:
    response = owner.post("memberships/", {"club": "lapwing", "person": person})

    assert response.json()["errors"] == [{"pointer": "#/person", "detail": "There is no such person."}]


def test_somebody_whom_one_does_not_see_is_like_nobody(owner: Program) -> None:
    hidden = create_person(actor=None, name="Hidden")

    response = owner.post("memberships/", {"club": "lapwing", "person": hidden.pk})

    assert response.json()["errors"] == [{"pointer": "#/person", "detail": "There is no such person."}]


def test_a_club_that_does_not_exist_takes_nobody(owner: Program, paula: Person) -> None:
    response = owner.post("memberships/", {"club": "nowhere", "person": paula.pk})

    assert response.json()["errors"] == [{"pointer": "#/club", "detail": "There is no such club."}]


def test_a_role_is_changed_with_a_reason(owner: Program, paula: Person) -> None:
    membership = paula.memberships.get()

    response = owner.patch(
        f"memberships/{membership.pk}/", {"role": "arbiter", "reason": "passed the course"}
    )

    membership.refresh_from_db()
    assert (response.json()["role"], membership.role) == ("arbiter", Role.ARBITER)


def test_a_membership_is_ended(owner: Program, paula: Person) -> None:
    assert owner.delete(f"memberships/{paula.memberships.get().pk}/").status_code == 204
    assert not paula.memberships.exists()
