"""Fixtures for the tests of pages."""

from tests.players.accounts.quick_passwords import _quick_passwords  # noqa: F401  a fixture for all tests here
