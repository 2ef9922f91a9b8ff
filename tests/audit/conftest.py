"""A club, its organiser, and a kind of change to record."""

import pytest

from audit.actions import Action, _actions, register_action
from players.models import Club, User


@pytest.fixture
def agnes(db: None) -> User:
    return User.objects.create_user("agnes@example.org", None, display_name="Agnes Brandt")


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Lapwing", slug="lapwing", place="Ulm")


@pytest.fixture
def renamed(monkeypatch: pytest.MonkeyPatch) -> Action:
    monkeypatch.setitem(_actions, "test.renamed", None)
    monkeypatch.delitem(_actions, "test.renamed")
    return register_action("test.renamed", "%(actor)s renamed %(target)s")
