"""Step 2 of a new game: its line in the registry."""

from collections.abc import Iterator

import pytest

from engine import registry
from games.replay.presenters.replay import draw_thumbnail


@pytest.fixture(autouse=True)
def _third_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(registry._PACKAGES, "Nim", "tests.third_game.nim")
    monkeypatch.setitem(registry._PACKAGE_OF_NAME, "nim", "tests.third_game.nim")
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    monkeypatch.setattr(registry, "_described", dict(registry._described))
    yield
    draw_thumbnail.cache_clear()
