"""The list of games finds by a position, with its other filters, as page, file and API; and tells nothing hidden."""

import json
from urllib.parse import urlencode

import pytest
from django.test import Client

from games.models import Game
from tests.games.positions.archives import index_everything, places, store_archive

pytestmark = pytest.mark.django_db


@pytest.fixture
def archive(db: None) -> list[Game]:
    games = store_archive("Barragoon", 6)
    index_everything()
    return games


def rare_position(games: list[Game]) -> tuple[str, Game]:
    """One that a single game has, at its end."""
    game = games[2]
    *_, last = places([game], "open")
    return last.position, game


def in_file(client: Client, **query: str) -> set[int]:
    answer = b"".join(client.get(f"/games/games.json?{urlencode(query)}"))  # type: ignore[arg-type]
    return {row["id"] for row in json.loads(answer)}


def test_page_file_and_api_find_the_games_of_a_position(client: Client, archive: list[Game]) -> None:
    position, game = rare_position(archive)
    query = urlencode({"position": position})
    page = client.get(f"/games/?{query}")
    rows = client.get(f"/api/v1/games/?{query}").json()["results"]

    assert page.status_code == 200
    assert [card.url for card in page.context["cards"]] == [game.get_absolute_url()]
    assert in_file(client, position=position) == {game.pk} == {row["id"] for row in rows}


def test_other_filters_combine_with_it(client: Client, archive: list[Game]) -> None:
    (start, *_) = places(archive, "open")
    won = {game.pk for game in archive if game.result == "1-0"}

    assert in_file(client, position=start.position, result="1-0") == won
    assert in_file(client, position=start.position, kind="stratego") == set()


@pytest.mark.parametrize("path", ["/games/", "/api/v1/games/"])
def test_what_is_no_position_is_refused(client: Client, archive: list[Game], path: str) -> None:
    assert client.get(f"{path}?position=knights").status_code == 400


def test_a_list_by_position_takes_a_fixed_number_of_queries(
    client: Client, archive: list[Game], django_assert_num_queries: object
) -> None:
    position, _game = rare_position(archive)
    # Batches and blocks, then as every list: the count with the keys, the page, who sees what whole, the clubs.
    with django_assert_num_queries(6):  # type: ignore[operator]
        client.get(f"/games/?{urlencode({'position': position})}")


def test_nobody_finds_a_withheld_game_by_guessing_its_pieces(client: Client) -> None:
    (game,) = store_archive("Stratego", 1, visibility="embargoed")
    index_everything()
    for view in ("open", "spectator"):
        for place in places([game], view):
            assert in_file(client, position=place.position) == set()
