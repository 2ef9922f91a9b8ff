"""Pages are made without their cache while its server is away."""

import pytest
from django.conf import LazySettings
from django.core.cache import caches
from django.test import Client

from config.page_cache import PageCache
from tests.tournaments.events import make_event, make_round, make_section
from tournaments.models import EventState


def test_it_remembers() -> None:
    caches["pages"].set("a", [1, 2])
    assert caches["pages"].get("a") == [1, 2]


def test_without_a_server_it_is_empty() -> None:
    away = PageCache("unix:///nowhere/at/all.sock", {})
    away.set("a", 1)
    assert away.get("a") is None
    assert away.get("a", "made anew") == "made anew"


@pytest.mark.django_db
def test_a_round_is_shown_while_the_cache_is_away(client: Client, settings: LazySettings) -> None:
    section = make_section(make_event(state=EventState.RUNNING), players=2)
    made = make_round(section, 1, [(1, 2, "1-0")])
    settings.CACHES = settings.CACHES | {
        "pages": {"BACKEND": "config.page_cache.PageCache", "LOCATION": "unix:///nowhere/at/all.sock"}
    }

    page = client.get(made.get_absolute_url()).content.decode()

    assert "Player 01" in page
    assert "<strong>1–0</strong>" in page
