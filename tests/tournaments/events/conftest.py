"""Somebody who organises."""

import pytest
from django.test import Client

from players.clubs.services.members import add_member
from players.models import Club, Role, User
from players.people.services.people import create_person
from tests.tournaments.builders import make_account, make_club


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def olga(club: Club) -> User:
    """Organiser of the club."""
    account = make_account("Olga")
    person = create_person(actor=None, name="Olga Organ", account=account)
    add_member(actor=None, club=club, person=person, role=Role.ORGANISER)
    return account


@pytest.fixture
def browser(olga: User) -> Client:
    """Olga's."""
    client = Client()
    client.force_login(olga, backend="django.contrib.auth.backends.ModelBackend")
    return client
