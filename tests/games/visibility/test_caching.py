"""What browsers and caches keep of pages about games, to the letter."""

import pytest
from django.test import Client

from games.models import Adjudication, Game
from players.clubs.services.members import add_member
from players.models import Club, Role, User
from players.people.services.people import create_person
from tests.games.replay.stored_games import annotated_game, stratego_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ASKED_AGAIN, NEVER, A_WHILE = "private, no-cache", "private, no-store", "private, max-age=300"
LISTS = ("/games/", "/api/v1/games/", "/api/v1/adjudications/")
FILES = ("/games/games.txt", "/games/games.json", "/games/games.csv", "/api/v1/games/file/")
PAGES = ("", "embed/", "print/", "record.txt", "adjudication/")
PICTURES = ("board.svg", "board.png", "board.gif", "reach.json")


@pytest.fixture
def arbiter() -> User:
    account = User.objects.create_user("arbiter@example.org", None, display_name="Arbiter")
    person = create_person(actor=None, name="Ada", account=account)
    club = Club.objects.create(name="Lapwing", slug="lapwing")
    add_member(actor=None, club=club, person=person, role=Role.ARBITER)
    return account


@pytest.fixture(params=["visitor", "arbiter"])
def browser(request: pytest.FixtureRequest, arbiter: User) -> Client:
    client = Client()
    if request.param == "arbiter":
        client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")
    return client


def kept(client: Client, addresses: list[str]) -> dict[str, tuple[int, str | None, bool]]:
    """By address: the status, the header, and whether it says that the answer depends on the cookie."""
    answers = {address: client.get(address) for address in addresses}
    return {
        address: (answer.status_code, answer.get("Cache-Control"), "Cookie" in answer.get("Vary", ""))
        for address, answer in answers.items()
    }


def test_lists_are_asked_for_again_each_time(browser: Client) -> None:
    annotated_game()
    addresses = [*LISTS, "/search/?q=ann"]

    assert kept(browser, addresses) == dict.fromkeys(addresses, (200, ASKED_AGAIN, True))


def test_files_of_visitors_are_asked_for_again_and_those_of_accounts_are_not_kept(arbiter: User) -> None:
    """There may be withheld games in the latter: nobody knows before they are written."""
    annotated_game()
    client = Client()

    assert kept(client, list(FILES)) == dict.fromkeys(FILES, (200, ASKED_AGAIN, True))
    client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")
    assert kept(client, list(FILES)) == dict.fromkeys(FILES, (200, NEVER, True))


@pytest.mark.parametrize("visibility", ["private", "embargoed"])
def test_a_list_with_a_withheld_game_is_not_kept(arbiter: User, visibility: str) -> None:
    annotated_game()
    game = stratego_game(visibility=visibility, club=Club.objects.get())
    Adjudication.objects.create(game=game, verdict="nothing", engine_version="1")
    client = Client()
    client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")

    assert kept(client, list(LISTS)) == dict.fromkeys(LISTS, (200, NEVER, True))


def test_an_open_game_is_asked_for_again_and_its_pictures_are_kept_for_a_while(browser: Client) -> None:
    game = annotated_game()
    pages = [f"/games/{game.pk}/{page}" for page in PAGES] + [f"/api/v1/games/{game.pk}/"]
    pictures = [f"/games/{game.pk}/{picture}" for picture in PICTURES] + [f"/api/v1/games/{game.pk}/board/"]

    assert kept(browser, pages) == dict.fromkeys(pages, (200, ASKED_AGAIN, True))
    assert kept(browser, pictures) == dict.fromkeys(pictures, (200, A_WHILE, True))


@pytest.mark.parametrize("visibility", ["private", "embargoed"])
def test_of_a_withheld_game_nothing_is_kept(arbiter: User, visibility: str) -> None:
    game = stratego_game(visibility=visibility, club=Club.objects.get())
    verdict = Adjudication.objects.create(game=game, verdict="nothing", engine_version="1")
    client = Client()
    client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")
    addresses = [f"/games/{game.pk}/{part}" for part in PAGES + PICTURES]
    addresses += [f"/api/v1/games/{game.pk}/", f"/api/v1/games/{game.pk}/board/"]
    addresses += [f"/api/v1/adjudications/{verdict.pk}/"]

    assert kept(client, addresses) == dict.fromkeys(addresses, (200, NEVER, True))


def test_spectators_keep_nothing_either_and_are_refused_without_a_trace() -> None:
    game = stratego_game(visibility="embargoed")
    watched = [f"/games/{game.pk}/", f"/games/{game.pk}/embed/", f"/games/{game.pk}/board.png"]

    assert kept(Client(), watched) == dict.fromkeys(watched, (200, NEVER, True))
    Game.objects.update(visibility="private")
    assert kept(Client(), watched) == dict.fromkeys(watched, (404, ASKED_AGAIN, True))
