"""An event of the club Lapwing, with programs of its organiser, its arbiter, a player and a visitor."""

import pytest

from players.models import Club, Person, Role
from tests.core.api.client import ApiClient, client_for, make_member
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.models import Event, EventState, Section


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Lapwing", slug="lapwing", place="Ulm")


@pytest.fixture
def visitor(db: None) -> ApiClient:
    return ApiClient()


@pytest.fixture
def olga(club: Club) -> Person:
    """Organises the club's events."""
    return make_member(club, "Olga", Role.ORGANISER)


@pytest.fixture
def organiser(olga: Person) -> ApiClient:
    return client_for(olga)


@pytest.fixture
def arbiter(club: Club) -> ApiClient:
    return client_for(make_member(club, "Arno", Role.ARBITER))


@pytest.fixture
def stranger(db: None) -> ApiClient:
    """Somebody who has nothing to do with the club."""
    return client_for(make_member(Club.objects.create(name="Rook", slug="rook"), "Stella", Role.OWNER))


@pytest.fixture
def running(club: Club) -> Event:
    return make_event(club=club, state=EventState.RUNNING)


@pytest.fixture
def section(running: Event) -> Section:
    """Four players; 1 has beaten 3, and 2 and 4 have drawn, in round one."""
    section = make_section(running, players=4, planned_rounds=3)
    make_round(section, 1, [(1, 3, "1-0"), (4, 2, "1/2-1/2")])
    return section
