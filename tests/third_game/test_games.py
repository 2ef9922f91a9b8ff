"""Records of a third game: sent in, replayed, printed, adjudicated, found, and in the API."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from config.management.commands.board_styles import STYLESHEET, with_board_styles
from core.game_types import game_choices
from games.models import Adjudication, Game, Submission
from games.submissions.services.uploads import submit_text
from players.models import User
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db

RECORD = (
    '[Game "Nim"]\n[Left "Agnes Brandt"]\n[Right "Bo Lind"]\n[Date "2026.10.03"]\n[Stones "4"]\n\n'
    "1. take1 take1 { hm } (1... take2) 2. take2 1-0\n"
)


@pytest.fixture
def submitter() -> User:
    return User.objects.create(email="agnes@example.org", password="!", display_name="Agnes")


@pytest.fixture
def game(submitter: User) -> Game:
    submit_text(account=submitter, text=RECORD, no_capture_limit=2)
    run_jobs()
    return Game.objects.get()


def test_the_site_knows_it_by_its_line_in_the_registry() -> None:
    assert game_choices()[-1] == ("nim", "Nim")


def test_a_record_is_checked_and_kept(game: Game) -> None:
    assert (game.kind, game.result, game.termination, game.rule) == ("nim", "1-0", "normal", "nim")
    assert (game.setup, game.first_express, game.final_position) == ("", 0, "0")
    assert '[Stones "4"]' in game.text.canonical
    assert game.get_kind_display() == "Nim"


def test_a_broken_record_is_shown_up_to_its_error(submitter: User, client: Client) -> None:
    submit_text(account=submitter, text='[Game "Nim"]\n\n1. take2 take2 2. take2 *\n')
    run_jobs()
    broken = Submission.objects.get()
    client.force_login(submitter)

    assert [error["code"] for error in broken.errors] == ["too-many"]
    assert client.get(f"/games/records/{broken.pk}/").status_code == 200
    assert client.get(f"/games/records/{broken.pk}/board/").status_code == 200


def test_it_is_replayed_ply_by_ply(game: Game, client: Client) -> None:
    page = client.get(f"/games/{game.pk}/?ply=1").content.decode()
    end = client.get(f"/games/{game.pk}/?ply=3")

    assert page.count('<use href="#nim-stone"') >= 3
    assert "Left: take1" in page
    assert end.context["board"].ending == "Left took the last stone."
    assert end.context["board"].embed_height > 0
    assert client.get(f"/games/{game.pk}/?ply=2&line=1").status_code == 200
    assert client.get(f"/games/{game.pk}/reach.json?ply=1").status_code == 200
    assert client.get(f"/games/{game.pk}/embed/").status_code == 200
    assert client.get(f"/games/{game.pk}/board.svg?ply=1").content.count(b"<use ") >= 3


def test_it_is_printed(game: Game, client: Client) -> None:
    page = client.get(f"/games/{game.pk}/print/").content.decode()

    assert "take2" in page
    assert "nim-board" in page


def test_what_it_lets_adjudicate_is_adjudicated(game: Game, client: Client) -> None:
    assert Adjudication.objects.get().verdict == "limit"
    assert client.get(f"/games/{game.pk}/").context["board"].subject.findings


def test_filters_and_the_api_find_it(game: Game, client: Client) -> None:
    found = client.get("/games/?kind=nim")
    others = client.get("/games/?kind=stratego")
    api = client.get("/api/v1/games/?kind=nim").json()["results"]

    assert [card.url for card in found.context["cards"]] == [f"/games/{game.pk}/"]
    assert others.context["cards"] == []
    assert [(each["game"], each["setup"]) for each in api] == [("nim", "")]
    assert client.get(f"/api/v1/games/{game.pk}/moves/").status_code == 200
    assert b"Nim" in client.get("/search/?q=brandt").content


def test_the_stylesheet_gets_its_board_and_its_options() -> None:
    style = with_board_styles((settings.BASE_DIR / STYLESHEET).read_text())

    assert ".nim-board" in style
    assert ".replay--nim { --board-ratio: " in style
    assert '[data-games]:not([data-games~="nim"])' in style


def test_contributing_lists_the_steps_that_are_done_here() -> None:
    guide = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text()
    steps = re.findall(r"^(\d)\. .*", guide[guide.index("**a game.**") : guide.index("**a release.**")], re.M)
    done = [
        (path.stem, found.group(1))
        for path in sorted(Path(__file__).parent.rglob("*.py"))
        if (found := re.match(r'"""Step (\d) of a new game', path.read_text()))
    ]

    assert steps == ["1", "2", "3", "4", "5"]
    assert sorted(number for _path, number in done) == ["1", "2", "3"]
