"""Fixtures for the tests of rating lists."""

from tests.players.api.conftest import visitor  # noqa: F401  programs that read the API
