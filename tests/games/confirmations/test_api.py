"""Free games are confirmed, refused and decided about in the API as on the pages."""

import pytest

from games.models import ConfirmationState, Game
from players.models import Person, User
from tests.core.api.client import ApiClient, client_for

pytestmark = pytest.mark.django_db


def test_a_player_lists_and_confirms_games(game: Game, agnes: Person, bo: Person) -> None:
    for person in (agnes, bo):
        api = client_for(person)
        assert [row["id"] for row in api.get("confirmations/").json()["results"]] == [game.pk]

        answer = api.post(f"games/{game.pk}/confirmation/", {"answer": "confirmed", "result": "1-0"})

        assert (answer.status_code, answer.json()["own_answer"]) == (200, "confirmed")
        assert api.get("confirmations/").json()["results"] == []
    assert api.get("games/").json()["results"][0]["confirmation"] == "confirmed"


def test_an_answer_to_another_result_is_a_conflict(game: Game, bo: Person) -> None:
    answer = client_for(bo).post(f"games/{game.pk}/confirmation/", {"answer": "confirmed", "result": "0-1"})

    assert answer.status_code == 409


def test_an_official_decides_about_a_disputed_game(game: Game, bo: Person, arbiter: User) -> None:
    client_for(bo).post(f"games/{game.pk}/confirmation/", {"answer": "refused", "result": "1-0"})
    api = client_for(Person.objects.get(account=arbiter))
    assert [row["id"] for row in api.get("confirmations/?show=disputed").json()["results"]] == [game.pk]

    decided = api.post(
        f"games/{game.pk}/decision/", {"counts": False, "result": "1-0", "reason": "Not played."}
    )

    assert decided.json()["state"] == ConfirmationState.REJECTED


def test_others_may_not_answer(game: Game, visitor: ApiClient) -> None:
    body = {"answer": "confirmed", "result": "1-0"}

    assert visitor.post(f"games/{game.pk}/confirmation/", body).status_code == 401
