"""Who may do what: every predicate from the seat of every role, compared with the table."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ImproperlyConfigured
from django.db.models import Model
from pytest_django import DjangoAssertNumQueries

from core.permissions import register
from core.permissions.actors import Actor
from core.permissions.register import Permission, Seat
from players.clubs.policies import (
    assignable_roles,
    may_add_member,
    may_answer_requests,
    may_ask_to_join,
    may_change_role,
    may_change_roles,
    may_close_club,
    may_create_club,
    may_edit_club,
    may_hand_over_ownership,
    may_leave_club,
    may_remove_member,
    may_see_all_members,
    may_see_club,
    may_see_history_of_club,
    may_see_invitations,
)
from players.clubs.services.members import add_member
from players.models import Club, Membership, Person, Role, User
from players.people.policies import (
    may_enter_person,
    may_see_history_of_person,
    may_see_person,
    rights_towards_person,
)
from players.people.services.people import create_person
from players.policies import may_administer_site
from players.seats import EVENT_ARBITERS, seats_in_club, seats_in_event, seats_on_site, seats_towards_person

ROOT = Path(__file__).parents[2]
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
    "administer the site": (lambda w, a: may_administer_site(a), {"administrator"}),
    "see a listed person": (lambda w, a: may_see_person(a, w.paula_as(listed=True)), ALL),
    "see an unlisted person": (lambda w, a: may_see_person(a, w.paula.person), CLUB),
    "see a year of birth": (
        lambda w, a: rights_towards_person(a, w.paula_as(listed=True, shows_year_of_birth=True)).see_year_of_birth, ALL,
    ),
    "see the year of birth of an unlisted person": (
        lambda w, a: rights_towards_person(a, w.paula_as(shows_year_of_birth=True)).see_year_of_birth, CLUB,
    ),
    "see a hidden year of birth": (
        lambda w, a: rights_towards_person(a, w.paula_as(listed=True)).see_year_of_birth, CONCERNED,
    ),
    "enter a person": (lambda w, a: may_enter_person(a, w.club), ORGANISERS),
    "edit a person": (lambda w, a: rights_towards_person(a, w.paula.person).edit, ORGANISERS | CONCERNED),
    "decide for a person": (lambda w, a: rights_towards_person(a, w.paula.person).decide, CONCERNED),
    "decide for a person without account": (
        lambda w, a: rights_towards_person(a, w.unclaimed).decide, ORGANISERS,
    ),
    "see a person's history": (
        lambda w, a: may_see_history_of_person(a, w.paula.person), ORGANISERS | CONCERNED,
    ),
    "see a club": (lambda w, a: may_see_club(a, w.club), ALL),
    "see all members": (lambda w, a: may_see_all_members(a, w.club), CLUB),
    "create a club": (lambda w, a: may_create_club(a), ALL - {"closed", "visitor"}),
    "ask to join a club": (lambda w, a: may_ask_to_join(a, w.club), ALL - {"closed", "visitor"}),
    "answer requests": (lambda w, a: may_answer_requests(a, w.club), ORGANISERS),
    "see invitations": (lambda w, a: may_see_invitations(a, w.club), ORGANISERS),
    "close a club": (lambda w, a: may_close_club(a, w.club), OWNERS),
    "edit a club": (lambda w, a: may_edit_club(a, w.club), OWNERS),
    "add a member": (lambda w, a: may_add_member(a, w.club), ORGANISERS),
    "add an arbiter": (lambda w, a: may_add_member(a, w.club, Role.ARBITER), ORGANISERS),
    "add an organiser": (lambda w, a: may_add_member(a, w.club, Role.ORGANISER), OWNERS),
    "add an owner": (lambda w, a: may_add_member(a, w.club, Role.OWNER), OWNERS),
    "make a member arbiter": (lambda w, a: may_change_role(a, w.paula, Role.ARBITER), ORGANISERS),
    "make a member organiser": (lambda w, a: may_change_role(a, w.paula, Role.ORGANISER), OWNERS),
    "make a member owner": (lambda w, a: may_change_role(a, w.paula, Role.OWNER), OWNERS),
    "make an organiser member": (
        lambda w, a: may_change_role(a, w.paula_with(Role.ORGANISER), Role.MEMBER), OWNERS,
    ),
    "remove a member": (lambda w, a: may_remove_member(a, w.paula), ORGANISERS | CONCERNED),
    "remove an organiser": (
        lambda w, a: may_remove_member(a, w.paula_with(Role.ORGANISER)), OWNERS | CONCERNED,
    ),
    "leave a club": (lambda w, a: may_leave_club(a, w.club), CLUB - {"administrator"}),
    "change roles": (lambda w, a: may_change_roles(a, w.club), ORGANISERS),
    "hand over an owner's club": (
        lambda w, a: may_hand_over_ownership(a, w.paula_with(Role.OWNER)),
        {"administrator", "concerned"},
    ),
    "hand over what one does not own": (lambda w, a: may_hand_over_ownership(a, w.paula), set()),
    "see a club's history": (lambda w, a: may_see_history_of_club(a, w.club), ORGANISERS),
}  # fmt: skip


@pytest.mark.parametrize("question", TABLE)
def test_those_may_whom_the_table_names_and_nobody_else(world: World, question: str) -> None:
    may, expected = TABLE[question]
    # An owner whom it is about owns the club as well; here the two seats are looked at apart.
    answers = {seat for seat, actor in world.actors.items() if may(world, actor)}

    assert answers == expected


def test_everybody_gives_the_roles_they_may_add(world: World) -> None:
    for actor in world.actors.values():
        expected = [
            role
            for role in (Role.MEMBER, Role.ARBITER, Role.ORGANISER, Role.OWNER)
            if may_add_member(actor, world.club, role)
        ]
        assert assignable_roles(actor, world.club) == expected


def test_every_permission_allows_somebody() -> None:
    assert [permission.key for permission in register.all_permissions() if not permission.allowed] == []


def test_two_permissions_cannot_have_one_key() -> None:
    twins = ModuleType("twins")
    twins.SEE = Permission("club.see", "see a club twice", register.EVERYBODY)  # type: ignore[attr-defined]
    with pytest.raises(ImproperlyConfigured, match=r"Two permissions are called 'club\.see'\."):
        register.register_permissions(twins)


@pytest.mark.parametrize("app", ["audit", "games", "jobs", "players", "tournaments"])
def test_every_permission_in_the_policies_of_an_app_and_its_packages_is_registered(app: str) -> None:
    paths = [
        path
        for path in (ROOT / app).rglob("*.py")
        if "policies" in path.relative_to(ROOT).with_suffix("").parts
    ]
    modules = [import_module(".".join(path.relative_to(ROOT).with_suffix("").parts)) for path in paths]
    defined = [value for each in modules for value in vars(each).values() if isinstance(value, Permission)]

    assert [permission.key for permission in defined if permission not in register.all_permissions()] == []


def test_standings_are_one_query_and_none_for_visitors(
    world: World, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    person = world.paula.person
    with django_assert_num_queries(2):
        assert seats_in_club(world.actors["owner"], world.club) == {Seat.VISITOR, Seat.OWNER}
        assert seats_towards_person(world.actors["concerned"], person) == {
            Seat.VISITOR,
            Seat.MEMBER,
            Seat.PERSON_CONCERNED,
        }
    with django_assert_num_queries(0):
        assert seats_in_club(AnonymousUser(), world.club) == {Seat.VISITOR}
        assert seats_towards_person(AnonymousUser(), person) == {Seat.VISITOR}
        assert seats_on_site(world.actors["administrator"]) == {
            Seat.VISITOR,
            Seat.SITE_ADMINISTRATOR,
        }


def test_roles_of_several_shared_clubs_add_up(world: World) -> None:
    rook = Club.objects.get(slug="rook")
    add_member(actor=None, club=rook, person=world.paula.person, role=Role.MEMBER)

    assert rights_towards_person(world.actors["outsider"], world.paula.person).edit


@pytest.fixture
def outsider_as_arbiter_of_rook(world: World) -> Iterator[Club]:
    """There are no events down here: the club stands for one."""
    rook = Club.objects.get(slug="rook")

    def is_arbiter(account: User, event: Model) -> bool:
        return account == world.actors["outsider"] and event == rook

    with EVENT_ARBITERS.replaced({"test": is_arbiter}):
        yield rook


def test_an_event_has_arbiters_of_its_own(world: World, outsider_as_arbiter_of_rook: Club) -> None:
    event = outsider_as_arbiter_of_rook

    def standings(seat: str, *, club: Club | None = world.club) -> set[Seat]:
        return set(seats_in_event(world.actors[seat], event, club=club)) - {Seat.VISITOR}

    assert standings("outsider") == {Seat.EVENT_ARBITER}
    assert standings("outsider", club=event) == {Seat.EVENT_ARBITER, Seat.OWNER}
    assert standings("outsider", club=None) == {Seat.EVENT_ARBITER}
    assert standings("arbiter") == {Seat.ARBITER}
    assert standings("arbiter", club=None) == set()
    assert standings("closed") == set()
    assert standings("visitor") == set()


def test_being_arbiter_of_one_event_is_nothing_in_another(
    world: World, outsider_as_arbiter_of_rook: Club
) -> None:
    other_event = world.club

    standings = seats_in_event(world.actors["outsider"], other_event, club=world.club)

    assert standings == {Seat.VISITOR}
