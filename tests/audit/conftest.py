"""A club, its organiser, and a kind of change to record."""

from collections.abc import Iterator

import pytest

from audit.actions import ACTIONS, Action
from players.models import Club, User


@pytest.fixture
def agnes(db: None) -> User:
    return User.objects.create_user("agnes@example.org", None, display_name="Agnes Brandt")


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Lapwing", slug="lapwing", place="Ulm")


@pytest.fixture
def renamed() -> Iterator[Action]:
    action = Action("test.renamed", "%(actor)s renamed %(target)s")
    with ACTIONS.extended(action.key, action):
        yield action
