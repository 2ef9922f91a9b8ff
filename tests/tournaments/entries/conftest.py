"""Players with accounts, and an event to enter."""

import pytest

from players.models import User
from players.people.services.people import create_person
from tests.tournaments.builders import make_account, make_event, make_section
from tests.tournaments.entries.players import MakePlayer
from tournaments.models import Event, EventState, Section


@pytest.fixture
def event(db: None) -> Event:
    return make_event()


@pytest.fixture
def section(event: Event) -> Section:
    return make_section(event)


@pytest.fixture
def organiser(db: None) -> User:
    return make_account("Olga Organiser")


@pytest.fixture
def player(db: None) -> MakePlayer:
    """An account with its person, both by that name."""

    def make(name: str) -> User:
        account = make_account(name)
        create_person(actor=None, name=name, account=account)
        return account

    return make


@pytest.fixture
def agnes(player: MakePlayer) -> User:
    return player("Agnes Brandt")


@pytest.fixture
def running(db: None) -> Section:
    """Four ranked players of a running event, no round yet."""
    return make_section(make_event(state=EventState.RUNNING), players=4)
