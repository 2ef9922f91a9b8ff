"""What the pages of games offer beside the list, for programs: files, pictures, histories."""

import csv
import io
import json

import pytest

from games.adjudication.services import confirm
from games.models import Game
from games.submissions.services.uploads import submit_text
from players.models import Club, Person, Role, Scope
from tests.core.api.client import ApiClient, client_for, make_account, make_member
from tests.games.records import BARRAGOON, STRATEGO
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Lapwing", slug="lapwing")


@pytest.fixture
def arbiter(club: Club) -> Person:
    return make_member(club, "Tomasz", Role.ARBITER)


@pytest.fixture
def games(club: Club) -> list[Game]:
    """The newest first, as lists have them. Only the players and arbiters see them."""
    submit_text(
        account=make_account("Agnes"), text=f"{BARRAGOON}\n{STRATEGO}", club=club, visibility="private"
    )
    run_jobs()
    return list(Game.objects.order_by("-sort_date", "-pk"))


def test_a_list_is_downloaded_in_our_format_by_who_may_see_it(arbiter: Person, games: list[Game]) -> None:
    everything = client_for(arbiter, Scope.READ).get("games/file/")
    some = client_for(arbiter).get("games/file/", kind="stratego")

    assert (everything["Content-Type"], everything.streaming) == ("text/plain; charset=utf-8", True)
    assert everything.getvalue().decode() == "\n".join(game.text.canonical for game in games)
    assert some.getvalue().decode() == games[1].text.canonical
    assert ApiClient().get("games/file/").getvalue() == b""


def test_a_list_is_downloaded_as_json_and_csv(arbiter: Person, games: list[Game]) -> None:
    program = client_for(arbiter)

    heads = json.loads(program.get("games/file/", format="json", player="agnes").getvalue())
    table = program.get("games/file/", format="csv").getvalue().decode()

    assert [(head["id"], head["record"]) for head in heads] == [(games[0].pk, games[0].text.canonical)]
    assert heads[0]["address"] == f"http://testserver/games/{games[0].pk}/"
    assert [row["id"] for row in csv.DictReader(io.StringIO(table))] == [str(game.pk) for game in games]


@pytest.mark.parametrize(("name", "value"), [("kind", "chess"), ("format", "pdf"), ("limit", "5")])
def test_a_file_that_makes_no_sense_is_a_problem(games: list[Game], name: str, value: str) -> None:
    response = ApiClient().get("games/file/", **{name: value})

    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert [error["parameter"] for error in response.json()["errors"]] == [name]


@pytest.mark.parametrize(
    ("kind", "content_type", "beginning"),
    [("svg", "image/svg+xml", b"<svg"), ("png", "image/png", b"\x89PNG"), ("gif", "image/gif", b"GIF8")],
)
def test_a_private_board_is_drawn_for_who_may_see_it(
    arbiter: Person, games: list[Game], kind: str, content_type: str, beginning: bytes
) -> None:
    path = f"games/{games[0].pk}/board/"

    picture = client_for(arbiter, Scope.READ).get(path, format=kind, ply=3)

    assert (picture.status_code, picture["Content-Type"]) == (200, content_type)
    assert picture.content.startswith(beginning)
    assert ApiClient().get(path, format=kind, ply=3).status_code == 404


def test_a_picture_is_the_one_of_the_page(arbiter: Person, games: list[Game]) -> None:
    program = client_for(arbiter)
    Game.objects.update(visibility="public")

    drawn = program.get(f"games/{games[1].pk}/board/", ply=2, view="blue").content

    assert drawn == program.client.get(f"/games/{games[1].pk}/board.svg?ply=2&view=blue").content
    assert drawn != program.get(f"games/{games[1].pk}/board/", ply=2, view="red").content


def test_plies_that_were_not_played_have_no_picture(arbiter: Person, games: list[Game]) -> None:
    program = client_for(arbiter)

    assert program.get(f"games/{games[0].pk}/board/", ply=8).status_code == 404
    assert program.get(f"games/{games[0].pk}/board/", view="sideways").status_code == 400


def test_the_history_of_a_game_tells_each_step(arbiter: Person, games: list[Game]) -> None:
    program = client_for(arbiter, Scope.READ)
    confirm(
        actor=arbiter.account,
        adjudication=games[0].adjudications.get(),
        reason="Looked at together.",
    )

    lines = program.get(f"games/{games[0].pk}/history/").json()["results"]
    decided = program.get(f"games/{games[0].pk}/history/", action="game.adjudication_confirmed").json()

    assert [line["action"] for line in lines] == [
        "game.adjudication_confirmed",
        "game.adjudicated",
        "game.accepted",
    ]
    assert [(line["name"], line["reason"]) for line in decided["results"]] == [
        ("Tomasz", "Looked at together.")
    ]


def test_the_history_of_a_game_is_for_its_players_and_arbiters(club: Club, games: list[Game]) -> None:
    path = f"games/{games[0].pk}/history/"
    mia = client_for(make_member(club, "Mia"))

    private = [program.get(path).status_code for program in (ApiClient(), mia)]
    Game.objects.update(visibility="public")
    public = [program.get(path).status_code for program in (ApiClient(), mia)]

    assert (private, public) == ([404, 404], [401, 403])
