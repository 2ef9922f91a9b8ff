"""Somebody with an account, signed in."""

from tests.players.accounts.conftest import agnes, signed_in  # noqa: F401  fixtures for the tests here
from tests.players.accounts.quick_passwords import _quick_passwords  # noqa: F401  a fixture for all tests here
