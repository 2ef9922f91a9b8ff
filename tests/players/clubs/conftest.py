"""What clubs mail is stored, as on the real site; and a stranger with a club of their own."""

import pytest
from django.test import Client

from players.clubs.services.clubs import create_club
from players.models import Club, User
from tests.core.api.client import make_account
from tests.players.circle import Circle


@pytest.fixture(autouse=True)
def _mails(mails_are_rows: None) -> None:
    """For every test of this folder."""


@pytest.fixture
def attacker(circle: Circle) -> User:
    """Owns a club of their own, which nobody else has joined."""
    account = make_account("Mallory")
    create_club(actor=account, name="Magpie")
    return account


@pytest.fixture
def magpie(attacker: User) -> Club:
    return Club.objects.get(name="Magpie")


@pytest.fixture
def organiser_browser(circle: Circle) -> Client:
    browser = Client()
    browser.force_login(circle.organiser)
    return browser
