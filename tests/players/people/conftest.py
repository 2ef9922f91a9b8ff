"""Two accounts and a club."""

import pytest

from players.models import Club, User


@pytest.fixture
def agnes(db: None) -> User:
    return User.objects.create_user("agnes@example.org", None, display_name="Agnes Brandt")


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Lapwing", slug="lapwing")
