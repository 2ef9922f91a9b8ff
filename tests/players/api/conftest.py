"""A club with an owner, an organiser and members; a program for each of them; the API without a token."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from players.clubs.services import add_member
from players.models import Club, Person, Role, Scope, User
from players.people.services import create_person
from players.tokens.services import create_token
from tests.permissions.conftest import seat_the_event_arbiter
from tests.permissions.world import World

MakeAccount = Callable[..., User]


class Program:
    """Asks the API with a token, or without one."""

    def __init__(self, secret: str = "") -> None:
        self.client = Client(headers={"Authorization": f"Bearer {secret}"} if secret else {})

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(f"/api/v1/{path}", query)

    def post(self, path: str, content: Any) -> Any:
        return self.client.post(f"/api/v1/{path}", content, content_type="application/json")

    def patch(self, path: str, content: Any) -> Any:
        return self.client.patch(f"/api/v1/{path}", content, content_type="application/json")

    def delete(self, path: str) -> Any:
        return self.client.delete(f"/api/v1/{path}")


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Lapwing", slug="lapwing", place="Ulm")


def account(name: str, **values: Any) -> User:
    return User.objects.create_user(f"{name.lower()}@example.org", None, display_name=name, **values)


def member(club: Club, name: str, role: Role = Role.MEMBER, **details: Any) -> Person:
    """With an account of the same name."""
    person = create_person(actor=None, name=name, account=account(name), **details)
    add_member(actor=None, club=club, person=person, role=role)
    return person


def program_of(person: Person | User, *scopes: Scope) -> Program:
    user = person if isinstance(person, User) else person.account
    assert user is not None
    return Program(create_token(account=user, name="Program", scopes=scopes or list(Scope)).secret)


@pytest.fixture
def visitor(db: None) -> Program:
    return Program()


@pytest.fixture
def olga(club: Club) -> Person:
    """The club's owner."""
    return member(club, "Olga", Role.OWNER)


@pytest.fixture
def owner(olga: Person) -> Program:
    return program_of(olga)


@pytest.fixture
def paula(club: Club) -> Person:
    """A member whom only the club sees."""
    return member(club, "Paula", year_of_birth=1987)


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    """The one of the visits, for a single test."""
    world = World()
    seat_the_event_arbiter(world, monkeypatch)
    return world
