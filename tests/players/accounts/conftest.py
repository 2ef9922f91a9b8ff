"""Somebody with an account."""

import pytest
from django.test import Client

from players.models import User
from tests.players.accounts.passwords import PASSWORD


@pytest.fixture
def agnes(db: None) -> User:
    return User.objects.create_user("agnes@example.org", PASSWORD, display_name="Agnes Brandt")


@pytest.fixture
def signed_in(client: Client, agnes: User) -> Client:
    client.force_login(agnes)
    return client
