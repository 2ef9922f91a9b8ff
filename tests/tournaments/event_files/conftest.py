"""Olga, who organises events on the club's laptop, and Frida, who does so on the federation's server."""

import pytest

from players.models import Club, User
from tests.tournaments.builders import make_club
from tests.tournaments.event_files.builders import organiser_of


@pytest.fixture
def club(db: None) -> Club:
    return make_club()


@pytest.fixture
def olga(club: Club) -> User:
    return organiser_of(club, "Olga Organ")


@pytest.fixture
def federation(db: None) -> Club:
    return make_club("Federation")


@pytest.fixture
def frida(federation: Club) -> User:
    return organiser_of(federation, "Frida Fed")
