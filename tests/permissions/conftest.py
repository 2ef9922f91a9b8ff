"""The world of the visits."""

import pytest

from players import permissions
from tests.permissions.world import Seat, World
from tests.players.accounts.quick_passwords import _quick_passwords  # noqa: F401  a fixture for all tests here


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    """Whoever sits in the event arbiter's seat is arbiter of the event that the visited object belongs to."""
    world = World()
    monkeypatch.setattr(permissions, "_event_arbiters", [*permissions._event_arbiters])
    permissions.register_event_arbiters(lambda account, _: account == world.accounts[Seat.EVENT_ARBITER])
    return world
