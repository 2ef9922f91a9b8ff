"""The pages on which players and officials answer to free games."""

import pytest
from django.test import Client
from django.urls import reverse

from games.confirmations.selectors import facts_of
from games.confirmations.services import answer_as_player
from games.models import ConfirmationAnswer, ConfirmationState, Game, GameConfirmation
from players.models import Club, Person, User

pytestmark = pytest.mark.django_db
LIST = "/games/confirmations/"


@pytest.fixture
def as_bo(client: Client, bo: Person) -> Client:
    assert bo.account is not None
    client.force_login(bo.account)
    return client


@pytest.fixture
def as_arbiter(client: Client, arbiter: User) -> Client:
    client.force_login(arbiter)
    return client


def state_of(game: Game) -> str:
    return Game.objects.get(pk=game.pk).confirmation


def address(game: Game, name: str = "answer-game") -> str:
    return reverse(name, args=[game.pk])


def test_a_player_finds_the_games_that_wait_and_their_number(as_bo: Client, game: Game) -> None:
    assert [row.game for row in as_bo.get(LIST).context["rows"]] == [game]
    (panel,) = as_bo.get("/account/").context["panels"]
    assert "1 free game of yours waits" in panel.content


def test_one_tap_confirms_without_scripts(as_bo: Client, game: Game) -> None:
    for _ in range(2):
        response = as_bo.post(address(game), {"answer": "confirmed", "seen": str(facts_of(game))})
        assert response.headers["Location"] == LIST

    assert GameConfirmation.objects.get().answer == ConfirmationAnswer.CONFIRMED
    assert as_bo.get(LIST).context["rows"] == []


def test_one_tap_refuses_with_htmx(as_bo: Client, game: Game) -> None:
    response = as_bo.post(address(game), {"answer": "refused"}, headers={"HX-Request": "true"})

    assert response.templates[0].name == "games/confirmations/parts/row.html"
    assert response.context["answer"] == "refused"
    assert state_of(game) == ConfirmationState.DISPUTED


def test_a_page_that_shows_an_old_result_confirms_nothing(as_bo: Client, game: Game) -> None:
    seen = str(facts_of(game))
    Game.objects.update(result="0-1")

    response = as_bo.post(
        address(game), {"answer": "confirmed", "seen": seen}, headers={"HX-Request": "true"}
    )

    assert response.context["problem"]
    assert not GameConfirmation.objects.exists()


def test_a_visitor_signs_in_first(client: Client, game: Game) -> None:
    assert client.get(LIST).headers["Location"].endswith(f"next={LIST}")


def test_an_official_confirms_many_at_once(as_arbiter: Client, game: Game) -> None:
    page = as_arbiter.get("/games/confirmations/club/")
    assert [row.game for row in page.context["rows"]] == [game]

    as_arbiter.post(
        "/games/confirmations/club/", {"game": [game.pk, "x"], f"seen-{game.pk}": str(facts_of(game))}
    )

    assert state_of(game) == ConfirmationState.CONFIRMED


def test_members_have_no_page_for_officials(as_bo: Client, game: Game) -> None:
    assert as_bo.get("/games/confirmations/club/").status_code == 404
    assert as_bo.post("/games/confirmations/club/", {"game": game.pk}).status_code == 404
    assert state_of(game) == ConfirmationState.WAITING


def test_an_arbiter_finds_disputed_games_and_decides(as_arbiter: Client, game: Game, bo: Person) -> None:
    assert bo.account is not None
    answer_as_player(actor=bo.account, game=game, answer=ConfirmationAnswer.REFUSED, reason="I won.")
    page = as_arbiter.get("/games/confirmations/club/disputed/")
    assert [row.game for row in page.context["rows"]] == [game]
    assert "I won." in as_arbiter.get(address(game, "confirmation")).text

    as_arbiter.post(address(game, "decide-game"), {"decision": "rejected", "reason": "Bo is right."})

    assert state_of(game) == ConfirmationState.REJECTED


def test_why_a_player_refused_is_not_for_everybody(client: Client, game: Game, bo: Person) -> None:
    assert bo.account is not None
    answer_as_player(actor=bo.account, game=game, answer=ConfirmationAnswer.REFUSED, reason="Private words.")

    assert "Private words." not in client.get(address(game, "confirmation")).text


def test_lists_pages_and_files_show_what_is_not_confirmed(client: Client, game: Game, agnes: Person) -> None:
    Person.objects.update(listed=True)

    (card,) = client.get("/games/").context["cards"]
    assert card.confirmation == "not confirmed yet"
    assert "not confirmed yet" in client.get(agnes.get_absolute_url()).text
    assert client.get("/games/?confirmation=disputed").context["cards"] == []


def test_the_queries_of_a_list_do_not_grow(
    as_arbiter: Client, game: Game, club: Club, django_assert_max_num_queries: object
) -> None:
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        as_arbiter.get("/games/confirmations/club/")
