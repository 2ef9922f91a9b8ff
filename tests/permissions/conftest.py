"""The world of the visits."""

import copy
from collections.abc import Generator
from contextlib import ExitStack

import pytest
from pytest_django import DjangoDbBlocker

from tests.module_rows import module_rows
from tests.permissions.world import World, seat_the_event_arbiter


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
