"""The world of the visits."""

import copy
from collections.abc import Generator

import pytest
from django.db.models import Q
from pytest_django import DjangoDbBlocker

from games import event_hooks
from players import seats
from tests.module_rows import module_rows
from tests.permissions.world import Viewer, World


@pytest.fixture(scope="module")
def world_of_the_module(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Generator[World, None, None]:
    with module_rows(django_db_blocker):
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
    monkeypatch.setattr(seats, "_event_arbiters", [*seats._event_arbiters])
    monkeypatch.setattr(event_hooks, "_registered", [*event_hooks._registered])
    arbiter = world.accounts[Viewer.EVENT_ARBITER]
    seats.register_event_arbiters(lambda account, _: account == arbiter)
    event_hooks.register_event_hooks(
        event_hooks.EventHooks(
            judged_by=lambda account: Q(pk__gt=0) if account == arbiter else None,
            with_named_arbiters=lambda: event_hooks.NO_GAMES,
            of_event=lambda account, event: None,
            named=lambda account, event: None,
            visibility_now=lambda game: None,
        )
    )
