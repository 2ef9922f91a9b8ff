"""The demo club's games."""

from collections.abc import Generator

import pytest
from django.test import Client, override_settings
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from games.confirmations.selectors import games_for_official, games_waiting_for
from games.demo import load_demo_games
from games.models import Adjudication, ConfirmationState, Game, Submission, Upload
from players.demo import load_demo_club
from players.models import User
from tests.jobs.job_runner import run_jobs
from tests.module_rows import module_rows

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[None, None, None]:
    """The club with its games, on a site whose members may send one upload an hour."""
    with module_rows(django_db_blocker):
        with django_db_blocker.unblock(), override_settings(GAMES_UPLOADS_PER_HOUR=1):
            load_demo_club()
            load_demo_games()
            run_jobs()
            assert list(Upload.objects.order_by("pk").values_list("state", flat=True)) == [
                "done",
                "waiting",  # the sheet that comes a moment later, for whichever worker
                *["done"] * 4,
            ]
            Upload.objects.update(due_at=timezone.now())
            run_jobs()
        yield


def games_as_submitted() -> list[Game]:
    accepted = Submission.objects.filter(state="accepted").order_by("upload", "ordinal")
    return [submission.game for submission in accepted.select_related("game") if submission.game]


def test_games_of_both_kinds_are_for_everybody_and_for_few_and_some_are_drawn_by_the_rules() -> None:
    games = games_as_submitted()

    assert [(game.kind, game.event, game.visibility, game.verdict) for game in games] == [
        ("barragoon", "Thursday evening", "public", "nothing"),
        ("barragoon", "Thursday evening", "public", "repetition"),
        ("barragoon", "Thursday evening", "public", "nothing"),
        ("stratego", "Autumn Open", "public", "nothing"),
        ("barragoon", "Endgame evening", "public", "dead"),
        ("barragoon", "Beginners’ evening", "club", "nothing"),
        ("barragoon", "Training match", "private", "nothing"),
        ("stratego", "League, second division", "embargoed", "nothing"),
    ]
    dead = Adjudication.objects.get(game=games[4])
    assert (dead.rule, dead.ply, dead.proof["findings"][0]["proof"]["how"]) == ("6b", 3, "reach")


def test_one_record_is_wrong_one_was_known_already_and_one_name_is_to_be_corrected() -> None:
    fates = Submission.objects.order_by("upload", "ordinal").values_list("state", flat=True)
    games = games_as_submitted()

    assert list(fates) == ["accepted"] * 5 + ["error", "duplicate"] + ["accepted"] * 3
    assert Submission.objects.get(state="duplicate").game == games[1]
    assert [game.second_name for game in games if game.second_person is None] == ["Giulia Ferarese"]


def test_the_demo_organiser_has_sent_them_all_however_few_uploads_members_may_send() -> None:
    organiser = User.objects.get(email="organiser@demo.example")

    sent = Upload.objects.exclude(account=None)
    assert list(sent.values_list("account", flat=True)) == [organiser.pk] * 5
    assert {game.submitted_by for game in games_as_submitted()} == {organiser}


def test_visitors_see_what_is_public_and_the_embargoed_game_from_outside(client: Client) -> None:
    listed = client.get("/api/v1/games/").json()["results"]

    assert sorted(game["event"] for game in listed) == [
        "Autumn Open",
        "Endgame evening",
        *["Friendly game"] * 2,
        "League, second division",
        *["Thursday evening"] * 3,
    ]
    embargoed = client.get(f"/api/v1/games/{listed[0]['id']}/").json()
    assert (embargoed["visibility"], embargoed["record"]) == ("embargoed", None)


def test_games_wait_for_the_organiser_and_one_of_the_club_is_disputed() -> None:
    organiser = User.objects.get(email="organiser@demo.example")

    assert [game.event for game in games_waiting_for(organiser)] == ["Friendly game"]
    assert games_for_official(organiser, ConfirmationState.WAITING).count() == 3
    assert games_for_official(organiser, ConfirmationState.DISPUTED).get().event == "Friendly game"
