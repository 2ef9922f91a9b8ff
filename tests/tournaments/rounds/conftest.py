"""Fixtures for the tests of rounds."""

import pytest

from players.models import User
from tests.players.accounts.quick_passwords import _quick_passwords  # noqa: F401  a fixture for all tests here
from tests.tournaments.events import make_account


@pytest.fixture
def anna(db: None) -> User:
    return make_account("Anna")


@pytest.fixture
def ben(db: None) -> User:
    return make_account("Ben")
