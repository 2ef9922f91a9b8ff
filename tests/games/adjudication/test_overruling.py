"""Whoever overrules a verdict says which result counts: everything follows it, and the verdict stays readable."""

import json

import pytest
from django.test import Client

from core.errors import Refused
from games.adjudication.services import confirm, overrule
from games.archive.selectors.verification import VerificationReport, verify_games
from games.models import Adjudication, Game, RatingOrder
from games.submissions.services.uploads import submit_text
from players.models import User
from tests.games.records import BARRAGOON
from tests.jobs.job_runner import run_jobs
from tests.markup import compact

pytestmark = pytest.mark.django_db


def overruled(arbiter: User, result: str = "1-0") -> Adjudication:
    return overrule(
        actor=arbiter,
        adjudication=Adjudication.objects.get(),
        result=result,
        reason="The flag had fallen.",
    )


@pytest.mark.parametrize(
    ("result", "termination"),
    [("1-0", "adjudication"), ("0-1", "adjudication"), ("*", "unterminated"), ("1/2-1/2", "normal")],
)
def test_the_game_has_the_result_that_the_arbiter_gives(
    drawn: Game, arbiter: User, result: str, termination: str
) -> None:
    overruled(arbiter, result)

    drawn.refresh_from_db()
    assert (drawn.result, drawn.termination) == (result, termination)
    assert (drawn.recorded_result, drawn.recorded_termination) == ("1/2-1/2", "normal")


@pytest.mark.parametrize("result", ["", "2-0", "draw"])
def test_without_a_result_nothing_is_overruled(drawn: Game, arbiter: User, result: str) -> None:
    with pytest.raises(Refused, match="result that counts instead"):
        overruled(arbiter, result)

    assert Adjudication.objects.get().state == "proposed"


def test_headline_lists_files_and_api_follow_and_the_verdict_stays_readable(
    client: Client, drawn: Game, arbiter: User
) -> None:
    overruled(arbiter)

    page = compact(client.get(f"/games/{drawn.pk}/"))
    listed = compact(client.get("/games/?result=1-0"))
    (in_file,) = json.loads(b"".join(client.get("/games/games.json")))  # type: ignore[arg-type]
    in_api = client.get(f"/api/v1/games/{drawn.pk}/").json()
    verdict = compact(client.get(f"/games/{drawn.pk}/adjudication/"))

    assert "<strong>1–0</strong> White won" in page
    assert "“The flag had fallen.”" in page
    assert "½–½, on the board" in page  # what the record says
    assert "Agnes Brandt – Bo Lind" in listed
    assert (in_file["result"], in_api["result"]) == ("1-0", "1-0")
    assert "counts instead: 1–0" in verdict
    assert "Repetition" in verdict
    assert b"".join(client.get(f"/games/{drawn.pk}/record.txt")).rstrip().endswith(b"1/2-1/2")  # type: ignore[arg-type]


def test_the_form_asks_for_the_result(client: Client, drawn: Game, arbiter: User) -> None:
    client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")
    address = f"/games/{drawn.pk}/adjudication/"
    sent = {
        "adjudication": Adjudication.objects.get().pk,
        "decision": "overruled",
        "reason": "The flag had fallen.",
    }

    refused = client.post(address, sent).content.decode()
    done = client.post(address, {**sent, "result": "0-1"})

    assert "Please choose the result that counts instead of the verdict." in refused
    assert done.status_code == 302
    assert Game.objects.get().result == "0-1"


def test_confirming_later_gives_the_draw_back(drawn: Game, arbiter: User) -> None:
    overruled(arbiter)

    confirm(actor=arbiter, adjudication=Adjudication.objects.get(), reason="It was offered after all.")

    drawn.refresh_from_db()
    assert (drawn.result, drawn.termination) == ("1/2-1/2", "normal")
    assert Adjudication.objects.get().result == ""


def test_rating_lists_look_at_the_game_again(drawn: Game, arbiter: User) -> None:
    RatingOrder.objects.all().delete()

    overruled(arbiter)

    assert [order.games for order in RatingOrder.objects.all()] == [[drawn.pk]]


def test_an_overruled_game_verifies_and_a_changed_result_without_a_decision_does_not(
    drawn: Game, arbiter: User
) -> None:
    overruled(arbiter)
    told: list[str] = []
    list(verify_games(VerificationReport(told.append)))
    assert told == []

    Game.objects.update(result="0-1")
    list(verify_games(VerificationReport(told.append)))

    assert told == [f"game {drawn.pk}: result is '0-1', but the record says '1-0'"]


def test_nothing_is_called_proposed_where_the_referee_has_nothing_to_propose(
    client: Client, submitter: User
) -> None:
    submit_text(account=submitter, text=BARRAGOON)
    run_jobs()
    game = Game.objects.get()
    assert Adjudication.objects.get().verdict == "nothing"

    page = compact(client.get(f"/games/{game.pk}/"))
    verdict = client.get(f"/games/{game.pk}/adjudication/").content.decode()

    assert ">Adjudication</h2>" not in page
    assert "roposed by the referee" not in page + verdict
    assert client.get(f"/api/v1/games/{game.pk}/").json()["adjudication_state"] == ""


def test_what_the_referee_proposes_is_called_so(client: Client, drawn: Game) -> None:
    page = compact(client.get(f"/games/{drawn.pk}/"))

    assert ">Adjudication</h2>" in page
    assert "proposed by the referee" in page
