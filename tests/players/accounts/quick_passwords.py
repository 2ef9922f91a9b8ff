"""Argon2 with the least effort: most tests are not about how long it takes to guess a password."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2(Argon2PasswordHasher):
    """Set for all tests by tests/conftest.py."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
