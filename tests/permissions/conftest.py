"""The world of the visits."""

import copy
from collections.abc import Generator

import pytest
from django.db.models import Q
from pytest_django import DjangoDbBlocker

from games import of_events
from players import permissions
from tests.lasting_rows import rows_that_last
from tests.permissions.world import Seat, World


@pytest.fixture(scope="module")
def world_of_the_module(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Generator[World, None, None]:
    with rows_that_last(django_db_blocker):
        with django_db_blocker.unblock():
            world = World()
        yield world


@pytest.fixture
def world(world_of_the_module: World, db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    # What a test does to it ends with the test, as what it writes does.
    world = copy.deepcopy(world_of_the_module)
    seat_the_event_arbiter(world, monkeypatch)
    return world


def seat_the_event_arbiter(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sits in the event arbiter's seat is arbiter of the event that the visited object belongs to."""
    monkeypatch.setattr(permissions, "_event_arbiters", [*permissions._event_arbiters])
    monkeypatch.setattr(of_events, "_registered", [*of_events._registered])
    arbiter = world.accounts[Seat.EVENT_ARBITER]
    permissions.register_event_arbiters(lambda account, _: account == arbiter)
    of_events.register_games_of_events(
        of_events.GamesOfEvents(
            judged_by=lambda account: Q(pk__gt=0) if account == arbiter else None,
            with_named_arbiters=lambda: of_events.NONE,
            of_event=lambda account, event: None,
            named=lambda account, event: None,
            visibility_now=lambda game: None,
        )
    )
