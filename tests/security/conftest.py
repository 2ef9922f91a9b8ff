"""The world is made once; each example takes back what it did there."""

from collections.abc import Generator

import pytest
from pytest_django import DjangoDbBlocker

from tests.module_rows import module_rows
from tests.security.fuzzing import FuzzTime, time_from_environment
from tests.security.world import World


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[World, None, None]:
    with module_rows(django_db_blocker):
        with django_db_blocker.unblock():
            world = World()
        yield world


@pytest.fixture
def fuzz_time() -> FuzzTime:
    return time_from_environment()
