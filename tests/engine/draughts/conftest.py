"""Draughts among the games that the engine knows, whether or not the site offers them."""

import pytest

from engine import registry


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._PACKAGES, "Draughts", ".draughts")
    monkeypatch.setitem(registry._PACKAGE_OF_NAME, "draughts", ".draughts")
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
