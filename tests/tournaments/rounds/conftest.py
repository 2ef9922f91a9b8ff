"""Fixtures for the tests of rounds."""

import pytest
from django.test import Client

from players.clubs.services.members import add_member
from players.models import Role, User
from players.people.services.people import create_person
from tests.tournaments.builders import make_account
from tests.tournaments.rounds.builders import browser_of, running_section
from tournaments.models import Section


@pytest.fixture
def anna(db: None) -> User:
    return make_account("Anna")


@pytest.fixture
def ben(db: None) -> User:
    return make_account("Ben")


@pytest.fixture
def section(db: None) -> Section:
    return running_section(5)


@pytest.fixture
def arbiter(anna: User, section: Section) -> User:
    person = create_person(actor=None, name="Anna", account=anna)
    add_member(actor=None, club=section.event.club, person=person, role=Role.ARBITER)
    return anna


@pytest.fixture
def desk(arbiter: User) -> Client:
    """The arbiter's browser."""
    return browser_of(arbiter)
