"""Addresses of games and of the search with nonsense in them: an answer, and never an error of the site."""

from urllib.parse import quote, quote_from_bytes

import pytest
from django.core.cache import cache
from django.test import Client

from games.archive.forms import GameFilters
from tests.games.replay.stored_games import annotated_game, stratego_game

pytestmark = pytest.mark.django_db

NONSENSE: tuple[str | bytes, ...] = (
    "abc", "-1", "0", "1.5", "99999999999999999999999", "1e5", "NaN", " ", "½", "١٢", "%00", "a\0b", "'", '"><script>',
    "\\", "%_!", "🦜" * 30, "a" * 5000, "\ud800".encode("utf-8", "surrogatepass"), b"\xff\xfe",
    "2026-13-45", "0001-01-01", "9999-12-31", "2026-01-01.999999999999999999", "9999-12-31.1",
    "0001-01-01.1",
)  # fmt: skip
TEXTS = ("q", "player", "opponent", "event", "round", "position", "after", "before")
NUMBERS = ("person", "of_event", "shortest", "longest", "first_express", "second_express")
CHOICES = ("kind", "colour", "result", "termination", "club", "setup", "adjudicated", "confirmation")
DAYS = ("since", "until")
PLACES = ("ply", "line", "view", "flip", "look", "diagrams", "card", "finding", "step")


def addresses(game: int) -> dict[str, tuple[tuple[str, ...], ...]]:
    """With the parameters that are asked for together: of those that one would refuse, the others hear nothing."""
    return {
        "/games/": (TEXTS, NUMBERS, CHOICES, DAYS),
        "/api/v1/games/": (TEXTS[:6], ("cursor",), ("limit",)),
        f"/games/{game}/board.svg": (PLACES,),
        f"/games/{game}/print/": (PLACES,),
        "/search/": (("q",),),
        "/search/suggestions/": (("q",),),
    }


def encoded(value: str | bytes) -> str:
    return quote_from_bytes(value) if isinstance(value, bytes) else quote(value)


def test_nonsense_in_an_address_is_never_an_error_of_the_site() -> None:
    annotated_game()
    game = stratego_game(visibility="embargoed")
    client = Client(raise_request_exception=False, headers={"HX-Request": "true"})
    assert set(TEXTS[:6] + NUMBERS + CHOICES + DAYS) == set(GameFilters.base_filters)

    broken = []
    for address, groups in addresses(game.pk).items():
        for group in groups:
            cache.clear()  # rate limits
            for value in NONSENSE:
                answer = client.get(f"{address}?{'&'.join(f'{name}={encoded(value)}' for name in group)}")
                if answer.streaming:
                    b"".join(answer)
                if answer.status_code >= 500:
                    broken.append((address, group, value))

    assert broken == []
