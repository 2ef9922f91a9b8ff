"""Somebody with an account."""

import pytest
from django.conf import LazySettings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.test import Client

from players.models import User

PASSWORD = "seven lapwings on a wet meadow"


class QuickArgon2(Argon2PasswordHasher):
    """The site's hasher with the least effort: most tests are not about how long it takes to guess."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1


@pytest.fixture(autouse=True)
def _quick_passwords(settings: LazySettings) -> None:
    settings.PASSWORD_HASHERS = [f"{QuickArgon2.__module__}.{QuickArgon2.__qualname__}"]


@pytest.fixture
def agnes(db: None) -> User:
    return User.objects.create_user("agnes@example.org", PASSWORD, display_name="Agnes Brandt")


@pytest.fixture
def signed_in(client: Client, agnes: User) -> Client:
    client.force_login(agnes)
    return client
