"""Argon2 with the least effort: most tests are not about how long it takes to guess a password."""

import pytest
from django.conf import LazySettings
from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2(Argon2PasswordHasher):
    time_cost = 1
    memory_cost = 8
    parallelism = 1


@pytest.fixture(autouse=True)
def _quick_passwords(settings: LazySettings) -> None:
    settings.PASSWORD_HASHERS = [f"{QuickArgon2.__module__}.{QuickArgon2.__qualname__}"]
