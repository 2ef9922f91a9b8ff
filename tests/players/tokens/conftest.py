"""Somebody with an account, signed in."""

from tests.players.accounts.conftest import agnes, signed_in  # noqa: F401  fixtures for the tests here
