"""Games beyond their lists: below the board, on pages of people and clubs, in the search, when people change."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from engine.record import read_text
from games.linking.services import link_players
from games.models import Game
from games.submissions.services.uploads import submit_text
from players.models import Club, Person, User
from players.people.services.account_deletion import detach_person
from players.people.services.merges import merge_people, undo_merge
from tests.engine.stratego.gravon.files import SETUP
from tests.games.records import BARRAGOON, STRATEGO
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(submitter: User, agnes: Person, club: Club) -> Game:
    """Played by Agnes Brandt, who has an account."""
    submit_text(account=submitter, text=BARRAGOON, club=club)
    run_jobs()
    return Game.objects.get()


@pytest.fixture
def watched(submitter: User, club: Club) -> Game:
    submit_text(account=submitter, text=STRATEGO, club=club, visibility="embargoed")
    run_jobs()
    return Game.objects.get(kind="stratego")


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def test_the_page_tells_the_tags_and_offers_the_record(client: Client, game: Game) -> None:
    text = page(client, f"/games/{game.pk}/")

    for value in ("Thursday evening", "Club room", "2026.11.12", "Lapwing Games Circle"):
        assert f">{value}<" in text
    assert b"".join(client.get(f"/games/{game.pk}/record.txt")).decode() == game.text.canonical


def test_the_history_is_for_arbiters_and_players(client: Client, game: Game, arbiter: User) -> None:
    assert "Full history" not in page(client, f"/games/{game.pk}/")
    client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")
    assert "Full history" in page(client, f"/games/{game.pk}/")


def test_a_record_under_embargo_is_not_to_be_had(client: Client, watched: Game, arbiter: User) -> None:
    assert client.get(f"/games/{watched.pk}/record.txt").status_code == 404
    assert SETUP[:10] not in page(client, f"/games/{watched.pk}/")
    client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")
    assert SETUP[:10] in b"".join(client.get(f"/games/{watched.pk}/record.txt")).decode()


@pytest.mark.parametrize("path", ["/clubs/lapwing/", "/people/{agnes}/"])
def test_pages_of_clubs_and_people_show_their_latest_games(
    client: Client, game: Game, agnes: Person, path: str
) -> None:
    Person.objects.filter(pk=agnes.pk).update(listed=True)
    path = path.format(agnes=agnes.pk)

    text = page(client, path)
    assert f'href="/games/{game.pk}/"' in text
    assert 'class="symbol-sheet"' in text  # without it the small boards are empty
    Game.objects.update(visibility="private")
    assert f'href="/games/{game.pk}/"' not in page(client, path)


@pytest.mark.parametrize(("words", "found"), [("lind thurs", True), ("brandt", True), ("fight", False)])
def test_the_search_finds_games_by_names_and_events_and_not_by_comments(
    client: Client, game: Game, words: str, found: bool
) -> None:
    """The list of games finds them by comments as well."""
    assert f'href="/games/{game.pk}/"' in page(client, f"/games/?q={words}")
    assert (f'href="/games/{game.pk}/"' in page(client, f"/search/?q={words}")) is found


@pytest.mark.parametrize("address", ["/search/", "/search/suggestions/", "/games/"])
@pytest.mark.parametrize(
    ("words", "found"), [("cem autumn", True), ("walled", False), ("cem walled", False), ("marshal", False)]
)
def test_no_search_finds_a_game_under_embargo_by_what_its_comments_say(
    client: Client, submitter: User, address: str, words: str, found: bool
) -> None:
    text = STRATEGO.replace("2. a5-a6", "{ the flag is walled in } 2. a5-a6 (2. b4-b5 { the marshal hides })")
    submit_text(account=submitter, text=text, visibility="embargoed")
    run_jobs()
    game = Game.objects.get()
    assert {"walled", "marshal"} <= set(game.search_text.split())

    answer = client.get(address, {"q": words}, headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert (f'href="/games/{game.pk}/"' in answer.content.decode()) is found


def test_the_search_shows_nothing_that_is_hidden(client: Client, game: Game) -> None:
    Game.objects.update(visibility="private")

    assert f"/games/{game.pk}/" not in page(client, "/search/?q=lind")


def test_games_follow_a_profile_that_is_merged_and_come_back(game: Game, agnes: Person) -> None:
    other = Person.objects.create(name="Agi", sort_name="Agi", comparison_key="agi", sort_key="agi")
    link_players(actor=None, game=game, first=other, second=None)
    admin = User.objects.create(email="admin@example.org", password="!", is_staff=True)

    done = merge_people(actor=admin, kept=agnes, merged=other)
    assert Game.objects.get().first_person == agnes
    undo_merge(actor=admin, merge=done)
    assert Game.objects.get().first_person == other


def test_who_wants_the_name_gone_is_gone_from_the_record_too(
    game: Game, agnes: Person, submitter: User
) -> None:
    assert game.first_person == agnes

    detach_person(account=submitter, keep_name=False)

    forgotten = Game.objects.select_related("text").get()
    (record,) = read_text(forgotten.text.canonical)
    assert record.ok
    assert record.tags["White"] == forgotten.first_name == Person.objects.get(pk=agnes.pk).name
    assert "brandt" not in forgotten.search_text
    assert "Brandt" not in forgotten.text.canonical
    assert forgotten.first_key != "agnes brandt"
    assert forgotten.text.plies == game.text.plies


def test_a_clubs_page_takes_a_bounded_number_of_queries_for_its_games(
    client: Client, game: Game, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(12):
        page(client, "/clubs/lapwing/")
