"""Somebody to submit games, and a club to submit them for."""

import pytest

from players.clubs.services.members import add_member
from players.models import Club, Person, Role, User
from players.people.services.people import create_person


@pytest.fixture
def submitter(db: None) -> User:
    return User.objects.create(email="agnes@example.org", password="!", display_name="Agnes")


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Lapwing Games Circle", slug="lapwing")


@pytest.fixture
def agnes(club: Club, submitter: User) -> Person:
    person = create_person(actor=None, name="Agnes Brandt", account=submitter, club=club)
    add_member(actor=None, club=club, person=person)
    return person


@pytest.fixture
def arbiter(club: Club) -> User:
    account = User.objects.create(email="tomasz@example.org", password="!", display_name="Tomasz")
    person = create_person(actor=None, name="Tomasz Wróblewski", account=account, club=club)
    add_member(actor=None, club=club, person=person, role=Role.ARBITER)
    return account
