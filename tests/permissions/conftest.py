"""The world of the visits."""

import copy
from collections.abc import Generator
from contextlib import ExitStack

import pytest
from django.db.models import Q
from pytest_django import DjangoDbBlocker

from games.event_hooks import EVENT_HOOKS, NO_GAMES, EventHooks
from players.seats import EVENT_ARBITERS
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
def world(world_of_the_module: World, db: None, until_test_ends: ExitStack) -> World:
    # What a test does to it ends with the test, as what it writes does.
    world = copy.deepcopy(world_of_the_module)
    seat_the_event_arbiter(world, until_test_ends)
    return world


def seat_the_event_arbiter(world: World, until_test_ends: ExitStack) -> None:
    """Whoever sits in the event arbiter's seat is arbiter of the event that the visited object belongs to."""
    arbiter = world.accounts[Viewer.EVENT_ARBITER]
    until_test_ends.enter_context(EVENT_ARBITERS.extended("test", lambda account, _: account == arbiter))
    hooks = EventHooks(
        judged_by=lambda account: Q(pk__gt=0) if account == arbiter else None,
        with_named_arbiters=lambda: NO_GAMES,
        of_event=lambda account, event: None,
        named=lambda account, event: None,
        visibility_now=lambda game: None,
        claimed=lambda games: (),
        purpose_of=lambda upload: None,
    )
    until_test_ends.enter_context(EVENT_HOOKS.extended("test", hooks, order=1))
