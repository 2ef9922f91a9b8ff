"""Who may do what: every predicate from the seat of every role, compared with the table."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django import DjangoAssertNumQueries

from players.clubs import policies as clubs
from players.clubs.services import add_member
from players.models import Club, Membership, Person, Role, User
from players.people import policies as people
from players.people.services import create_person
from players.permissions import (
    Actor,
    Standing,
    standings_in_club,
    standings_on_the_site,
    standings_towards_person,
)

SEATS = (
    "administrator",
    "owner",
    "organiser",
    "arbiter",
    "member",
    "concerned",
    "outsider",
    "closed",
    "visitor",
)


class World:
    """A club with one of each role; Paula, whom it is about; an outsider, and somebody whose account is closed."""

    def __init__(self) -> None:
        self.club = Club.objects.create(name="Lapwing", slug="lapwing")
        other_club = Club.objects.create(name="Rook", slug="rook")
        self.actors: dict[str, Actor] = {"visitor": AnonymousUser()}
        for seat in SEATS[:-1]:
            self.actors[seat] = User.objects.create_user(
                f"{seat}@example.org", None, display_name=seat, is_staff=seat == "administrator"
            )
        self.memberships = {role: self._join(self.club, role.value, role) for role in Role}
        self._join(other_club, "outsider", Role.OWNER)
        self._join(self.club, "closed", Role.OWNER)
        User.objects.filter(email="closed@example.org").update(is_active=False)
        self.actors["closed"] = User.objects.get(email="closed@example.org")
        self.paula = self._join(self.club, "concerned", Role.MEMBER)
        self.unclaimed = self._join(self.club, "", Role.MEMBER).person

    def _join(self, club: Club, seat: str, role: Role) -> Membership:
        account = self.actors.get(seat)
        person = create_person(
            actor=None, name=seat or "Paul", account=account if isinstance(account, User) else None
        )
        return add_member(actor=None, club=club, person=person, role=role)

    def paula_as(self, **values: Any) -> Person:
        Person.objects.filter(pk=self.paula.person_id).update(**values)
        return Person.objects.get(pk=self.paula.person_id)

    def paula_with(self, role: Role) -> Membership:
        Membership.objects.filter(pk=self.paula.pk).update(role=role)
        return Membership.objects.select_related("person", "club").get(pk=self.paula.pk)


@pytest.fixture
def world(db: None) -> World:
    return World()


ALL = set(SEATS)
CLUB = {"administrator", "owner", "organiser", "arbiter", "member", "concerned"}
ORGANISERS = {"administrator", "owner", "organiser"}
OWNERS = {"administrator", "owner"}
CONCERNED = {"concerned"}

Question = Callable[[World, Actor], bool]
TABLE: dict[str, tuple[Question, set[str]]] = {
    "see a listed person": (lambda w, a: people.may_see_person(a, w.paula_as(listed=True)), ALL),
    "see an unlisted person": (lambda w, a: people.may_see_person(a, w.paula.person), CLUB),
    "see a year of birth": (
        lambda w, a: people.may_see_year_of_birth(a, w.paula_as(listed=True, shows_year_of_birth=True)), ALL,
    ),
    "see the year of birth of an unlisted person": (
        lambda w, a: people.may_see_year_of_birth(a, w.paula_as(shows_year_of_birth=True)), CLUB,
    ),
    "see a hidden year of birth": (
        lambda w, a: people.may_see_year_of_birth(a, w.paula_as(listed=True)), CONCERNED,
    ),
    "enter a person": (lambda w, a: people.may_enter_person(a, w.club), ORGANISERS),
    "edit a person": (lambda w, a: people.may_edit_person(a, w.paula.person), ORGANISERS | CONCERNED),
    "decide for a person": (lambda w, a: people.may_decide_for_person(a, w.paula.person), CONCERNED),
    "decide for a person without account": (
        lambda w, a: people.may_decide_for_person(a, w.unclaimed), ORGANISERS,
    ),
    "see a person's history": (
        lambda w, a: people.may_see_history_of_person(a, w.paula.person), ORGANISERS | CONCERNED,
    ),
    "see a club": (lambda w, a: clubs.may_see_club(a, w.club), ALL),
    "see all members": (lambda w, a: clubs.may_see_all_members(a, w.club), CLUB),
    "edit a club": (lambda w, a: clubs.may_edit_club(a, w.club), OWNERS),
    "add a member": (lambda w, a: clubs.may_add_member(a, w.club), ORGANISERS),
    "add an arbiter": (lambda w, a: clubs.may_add_member(a, w.club, Role.ARBITER), ORGANISERS),
    "add an organiser": (lambda w, a: clubs.may_add_member(a, w.club, Role.ORGANISER), OWNERS),
    "add an owner": (lambda w, a: clubs.may_add_member(a, w.club, Role.OWNER), OWNERS),
    "make a member arbiter": (lambda w, a: clubs.may_change_role(a, w.paula, Role.ARBITER), ORGANISERS),
    "make a member organiser": (lambda w, a: clubs.may_change_role(a, w.paula, Role.ORGANISER), OWNERS),
    "make a member owner": (lambda w, a: clubs.may_change_role(a, w.paula, Role.OWNER), OWNERS),
    "make an organiser member": (
        lambda w, a: clubs.may_change_role(a, w.paula_with(Role.ORGANISER), Role.MEMBER), OWNERS,
    ),
    "remove a member": (lambda w, a: clubs.may_remove_member(a, w.paula), ORGANISERS | CONCERNED),
    "remove an organiser": (
        lambda w, a: clubs.may_remove_member(a, w.paula_with(Role.ORGANISER)), OWNERS | CONCERNED,
    ),
    "hand over an owner's club": (
        lambda w, a: clubs.may_hand_over_ownership(a, w.paula_with(Role.OWNER)), {"administrator", "concerned"},
    ),
    "hand over what one does not own": (lambda w, a: clubs.may_hand_over_ownership(a, w.paula), set()),
    "see a club's history": (lambda w, a: clubs.may_see_history_of_club(a, w.club), ORGANISERS),
}  # fmt: skip


@pytest.mark.parametrize("question", TABLE)
def test_those_may_whom_the_table_names_and_nobody_else(world: World, question: str) -> None:
    may, expected = TABLE[question]
    # An owner whom it is about owns the club as well; here the two seats are looked at apart.
    answers = {seat for seat, actor in world.actors.items() if may(world, actor)}

    assert answers == expected


def test_every_permission_has_a_key_of_its_own() -> None:
    permissions = [*people.PERMISSIONS, *clubs.PERMISSIONS]

    assert len({permission.key for permission in permissions}) == len(permissions) == 20
    assert [permission.key for permission in permissions if not permission.allowed] == []


@pytest.mark.parametrize("module", [people, clubs])
def test_every_permission_of_a_module_is_in_its_table(module: Any) -> None:
    defined = {
        value for name, value in vars(module).items() if name.isupper() and hasattr(value, "granted_to")
    }

    assert defined == set(module.PERMISSIONS)


def test_standings_are_one_query_and_none_for_visitors(
    world: World, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    person = world.paula.person
    with django_assert_num_queries(2):
        assert standings_in_club(world.actors["owner"], world.club) == {Standing.VISITOR, Standing.OWNER}
        assert standings_towards_person(world.actors["concerned"], person) == {
            Standing.VISITOR,
            Standing.MEMBER,
            Standing.PERSON_CONCERNED,
        }
    with django_assert_num_queries(0):
        assert standings_in_club(AnonymousUser(), world.club) == {Standing.VISITOR}
        assert standings_towards_person(AnonymousUser(), person) == {Standing.VISITOR}
        assert standings_on_the_site(world.actors["administrator"]) == {
            Standing.VISITOR,
            Standing.SITE_ADMINISTRATOR,
        }


def test_roles_of_several_shared_clubs_add_up(world: World) -> None:
    rook = Club.objects.get(slug="rook")
    add_member(actor=None, club=rook, person=world.paula.person, role=Role.MEMBER)

    assert people.may_edit_person(world.actors["outsider"], world.paula.person)
