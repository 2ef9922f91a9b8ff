"""The explorer's page, its part beside a board, and the API."""

from urllib.parse import urlencode

import pytest
from django.test import Client

from games.models import Game
from players.models import User
from players.people.services.people import create_person
from tests.games.positions.archives import index_everything, places, store_archive

pytestmark = pytest.mark.django_db


@pytest.fixture
def archive(db: None) -> list[Game]:
    games = store_archive("Barragoon", 8)
    index_everything()
    return games


def test_the_start_of_each_game_is_there_without_saying_where(client: Client, archive: list[Game]) -> None:
    for kind in ("barragoon", "stratego", "draughts"):
        page = client.get(f"/explorer/?kind={kind}")
        assert page.status_code == 200
    assert client.get("/explorer/").context["part"].found.total.games == len(archive)


def test_the_most_frequent_ply_leads_on_and_back_again(client: Client, archive: list[Game]) -> None:
    page = client.get("/explorer/?kind=barragoon&result=").context
    after = client.get(page["part"].forward).context

    assert after["part"].place.line == (page["part"].rows[0].ply,)
    assert after["part"].found.total.games == page["part"].rows[0].tally.games
    assert client.get(after["page"].back).context["part"].place.line == ()


def test_filters_stay_on_the_way(client: Client, archive: list[Game]) -> None:
    wins = sum(game.result == "1-0" for game in archive)
    page = client.get("/explorer/?kind=barragoon&result=1-0").context

    assert page["part"].found.total.games == wins
    assert "result=1-0" in page["part"].forward
    assert "result=1-0" in page["part"].games_url
    assert client.get(page["part"].games_url).context["page"].count == wins


@pytest.mark.parametrize(
    "query",
    [
        "kind=chess", "position=nonsense", "kind=barragoon&line=a1-a9", "kind=barragoon&line=x", "rated=many",
        "kind=stratego&line=a4-a5", "since=tomorrow",
    ],
)  # fmt: skip
def test_nonsense_is_refused(client: Client, query: str) -> None:
    assert client.get(f"/explorer/?{query}").status_code == 400
    assert client.get(f"/explorer/?{query}&part=1").status_code == 400
    assert client.get(f"/api/v1/explorer/?{query}").status_code == 400


def test_a_place_of_a_game_leads_to_its_position(client: Client, archive: list[Game]) -> None:
    game = archive[0]
    _start, *later = places([game], "open")
    answer = client.get(f"/explorer/games/{game.pk}/?ply=1&part=1", follow=True)

    assert answer.context["part"].place.position.text == later[0].position
    assert answer.context["part"].found.total.games >= 1
    assert client.get("/explorer/games/999999/").status_code == 404


def test_a_spectators_explorer_goes_from_what_one_game_showed_to_the_next(client: Client) -> None:
    games = store_archive("Stratego", 6)
    index_everything()
    page = client.get("/explorer/?kind=stratego").context["part"]
    assert page.found.total.games == len(games)
    after = client.get(page.forward).context["part"]

    assert after.place.game is None
    assert after.found.total.games == page.rows[0].tally.games


def test_the_api_counts_as_the_page_does(client: Client, archive: list[Game]) -> None:
    page = client.get("/explorer/?kind=barragoon").context["part"]
    found = client.get("/api/v1/explorer/?kind=barragoon").json()

    assert found["total"]["games"] == page.found.total.games
    assert [(move["ply"], move["games"]) for move in found["moves"]] == [
        (row.ply, row.tally.games) for row in page.rows
    ]
    assert found["total"]["latest"].endswith(page.found.total.latest.url)
    line = found["moves"][0]["ply"]
    after = client.get(f"/api/v1/explorer/?{urlencode({'kind': 'barragoon', 'line': line})}").json()
    assert after["total"]["games"] == found["moves"][0]["games"]


def test_whoever_is_signed_in_can_have_their_own_games_counted(client: Client, archive: list[Game]) -> None:
    account = User.objects.create(email="ann@example.org", password="!")
    person = create_person(actor=None, name="Ann", account=account)
    Game.objects.filter(pk=archive[0].pk).update(first_person=person, first_link="exact")
    client.force_login(account)

    own = client.get("/explorer/?kind=barragoon").context["own_games"]
    assert client.get(own).context["part"].found.total.games == 1
    assert client.get(f"{own}&colour=second").context["part"].found.total is None


def test_the_many_filters_are_there_for_those_who_ask(client: Client, archive: list[Game]) -> None:
    page = client.get("/explorer/?kind=barragoon").context
    assert page["more_filters"] == []
    assert len(client.get(page["more_url"]).context["more_filters"]) > 10
    assert client.get("/explorer/?kind=barragoon&result=1-0").context["more_filters"]
