"""Games in the API: lists, single games, who played, and what stays hidden."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Adjudication, Game
from games.submissions.services.uploads import submit_text
from players.models import Club, Person, Role, Scope
from tests.core.api.client import ApiClient, client_for, make_account, make_member
from tests.engine.stratego.gravon.files import SETUP
from tests.games.records import BARRAGOON, STRATEGO
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Lapwing", slug="lapwing")


@pytest.fixture
def arbiter(club: Club) -> Person:
    return make_member(club, "Tomasz", Role.ARBITER, listed=True)


@pytest.fixture
def games(club: Club) -> list[Game]:
    """The newest first, as lists have them."""
    submit_text(account=make_account("Agnes"), text=f"{BARRAGOON}\n{STRATEGO}", club=club)
    run_jobs()
    return list(Game.objects.order_by("-sort_date", "-pk"))


@pytest.fixture
def visitor() -> ApiClient:
    return ApiClient()


def test_the_head_of_a_game_says_what_the_list_says(visitor: ApiClient, games: list[Game]) -> None:
    head = visitor.get("games/").json()["results"][0]

    assert head == {
        "id": games[0].pk, "game": "barragoon", "first": "Agnes Brandt", "second": "Bo Lind", "first_person": None,
        "second_person": None, "result": "1-0", "termination": "resigned", "rule": "", "event": "Thursday evening",
        "site": "Club room", "round": "3", "board": "", "date": "2026.11.12", "club": "lapwing", "plies": 7,
        "setup": "closed", "first_express": 0, "second_express": 0, "adjudication": games[0].verdict,
        "adjudication_state": "", "confirmation": "", "visibility": "public", "embargo_until": None,
        "created_at": head["created_at"],
        "url": f"/games/{games[0].pk}/",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, ["barragoon", "stratego"]),
        ({"kind": "stratego"}, ["stratego"]),
        ({"player": "aydin", "result": "1-0"}, []),
    ],
)
def test_filters_are_those_of_the_page(
    visitor: ApiClient, games: list[Game], query: dict[str, str], expected: list[str]
) -> None:
    assert [game["game"] for game in visitor.get("games/", **query).json()["results"]] == expected


@pytest.mark.parametrize(("name", "value"), [("kind", "chess"), ("club", "nowhere"), ("nonsense", "1")])
def test_a_filter_that_makes_no_sense_is_a_problem(
    visitor: ApiClient, games: list[Game], name: str, value: str
) -> None:
    response = visitor.get("games/", **{name: value})

    assert response.status_code == 400
    assert response["Content-Type"] == "application/problem+json"
    assert [error["parameter"] for error in response.json()["errors"]] == [name]


def test_a_list_takes_as_many_queries_as_it_needs_for_two_games(
    visitor: ApiClient, games: list[Game], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        visitor.get("games/")
    with django_assert_num_queries(2):
        # Those that the filters find, and the page of them.
        visitor.get("games/?player=agnes")


def test_a_game_comes_with_its_record(visitor: ApiClient, games: list[Game]) -> None:
    assert visitor.get(f"games/{games[0].pk}/").json()["record"] == games[0].text.canonical


def test_an_embargo_hides_the_record_and_everything_of_a_game_without_spectators(
    visitor: ApiClient, games: list[Game], arbiter: Person
) -> None:
    Game.objects.update(visibility="embargoed")

    watched = visitor.get(f"games/{games[1].pk}/")

    assert watched.json()["record"] is None
    assert SETUP[:10] not in watched.content.decode()
    assert visitor.get(f"games/{games[0].pk}/").status_code == 404
    assert visitor.get("adjudications/").json()["results"] == []
    assert client_for(arbiter).get(f"games/{games[0].pk}/").json()["record"] == games[0].text.canonical


def test_what_the_referee_found_is_told_to_those_who_may_see_all_of_the_game(
    visitor: ApiClient, games: list[Game], arbiter: Person
) -> None:
    """That neither flag can be reached follows from where the bombs are."""
    Game.objects.update(visibility="embargoed", verdict="no-progress")
    judge, game = client_for(arbiter), games[1].pk

    assert [head["adjudication"] for head in visitor.get("games/").json()["results"]] == [""]
    assert visitor.get(f"games/{game}/").json()["adjudication"] == ""
    for asked in ("no-progress", "any"):
        assert visitor.get("games/", adjudicated=asked).json()["results"] == []
        assert game in [head["id"] for head in judge.get("games/", adjudicated=asked).json()["results"]]
    assert judge.get(f"games/{game}/").json()["adjudication"] == "no-progress"


def test_an_arbiter_says_who_played(games: list[Game], arbiter: Person) -> None:
    program = client_for(arbiter)

    response = program.patch(f"games/{games[0].pk}/", {"first_person": arbiter.pk, "second_person": None})

    assert (response.status_code, response.json()["first_person"]) == (200, arbiter.pk)
    assert Game.objects.get(pk=games[0].pk).first_person == arbiter


def test_nobody_else_does(visitor: ApiClient, games: list[Game], club: Club) -> None:
    stranger = client_for(make_account("Stranger"))
    players = {"first_person": None, "second_person": None}

    assert visitor.patch(f"games/{games[0].pk}/", players).status_code == 401
    assert stranger.patch(f"games/{games[0].pk}/", players).status_code == 403


def test_people_whom_one_does_not_see_cannot_be_linked(games: list[Game], arbiter: Person) -> None:
    response = client_for(arbiter).patch(
        f"games/{games[0].pk}/", {"first_person": 999, "second_person": None}
    )

    assert response.json()["errors"] == [{"pointer": "#/first_person", "detail": "There is no such person."}]


def test_an_arbiter_overrules_a_verdict_with_a_reason(games: list[Game], arbiter: Person) -> None:
    program = client_for(arbiter)
    (found,) = program.get("adjudications/", game=games[0].pk).json()["results"]

    decided = program.patch(
        f"adjudications/{found['id']}/", {"state": "overruled", "result": "0-1", "reason": "The clock fell."}
    )
    no_result = program.patch(
        f"adjudications/{found['id']}/", {"state": "overruled", "reason": "The clock fell."}
    )
    too_much = program.patch(
        f"adjudications/{found['id']}/", {"state": "confirmed", "result": "0-1", "reason": "It is so."}
    )
    without = program.patch(f"adjudications/{found['id']}/", {"state": "confirmed", "reason": "  "})

    assert (decided.status_code, decided.json()["state"], decided.json()["result"]) == (
        200,
        "overruled",
        "0-1",
    )
    assert program.get(f"games/{games[0].pk}/").json()["result"] == "0-1"
    assert [answer.json()["errors"][0]["pointer"] for answer in (no_result, too_much)] == ["#/result"] * 2
    assert Adjudication.objects.get(pk=found["id"]).reason == "The clock fell."
    assert without.status_code in (400, 422)


def test_a_token_that_only_reads_changes_nothing(games: list[Game], arbiter: Person) -> None:
    program = client_for(arbiter, Scope.READ)

    response = program.patch(f"games/{games[0].pk}/", {"first_person": None, "second_person": None})

    assert (response.status_code, response.json()["type"]) == (403, "/api/v1/#problem-forbidden")
    assert "“organise”" in response.json()["detail"]


def test_players_are_told_to_those_who_may_see_their_pages(
    visitor: ApiClient, games: list[Game], club: Club, arbiter: Person
) -> None:
    listed, unlisted = make_member(club, "Lis", listed=True), make_member(club, "Sue")
    Game.objects.filter(pk=games[0].pk).update(
        first_person=listed, first_link="confirmed", second_person=unlisted, second_link="confirmed"
    )

    def told(program: ApiClient) -> list[tuple[int | None, int | None]]:
        answers = (program.get("games/").json()["results"][0], program.get(f"games/{games[0].pk}/").json())
        return [(answer["first_person"], answer["second_person"]) for answer in answers]

    assert told(visitor) == [(listed.pk, None)] * 2
    assert told(client_for(arbiter, Scope.READ)) == [(listed.pk, unlisted.pk)] * 2


def test_games_of_a_person_whose_page_one_may_not_see_are_not_found(
    visitor: ApiClient, games: list[Game], club: Club, arbiter: Person
) -> None:
    sue = make_member(club, "Sue")
    Game.objects.filter(pk=games[0].pk).update(second_person=sue, second_link="confirmed")

    def found(program: ApiClient) -> list[int]:
        return [game["id"] for game in program.get("games/", person=sue.pk).json()["results"]]

    assert found(visitor) == []
    assert found(client_for(arbiter, Scope.READ)) == [games[0].pk]
    assert b"game-card" not in Client().get("/games/", {"person": sue.pk}).content
    assert b"".join(Client().get("/games/games.txt", {"person": sue.pk})) == b""
