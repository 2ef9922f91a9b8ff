"""What arbiters say to a verdict of the referee: with a reason, seen, and kept."""

import json
import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from audit.models import AuditEntry
from core.errors import Refused
from engine.adjudication.report import AdjudicationReport
from games import tasks
from games.adjudication import jobs, services
from games.adjudication.selectors import current_decision
from games.adjudication.services import confirm, overrule
from games.models import Adjudication, Game
from players.models import User
from tests.jobs.job_runner import run_jobs
from tests.markup import compact

pytestmark = pytest.mark.django_db


def test_a_decision_holds_when_a_newer_engine_has_looked_again_and_the_page_says_so(
    client: Client, drawn: Game, arbiter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided = Adjudication.objects.get()
    confirm(actor=arbiter, adjudication=decided, reason="As the rules say.")
    before = client.get(f"/games/{drawn.pk}/adjudication/").content.decode()
    monkeypatch.setattr(jobs, "engine_version", "99")
    monkeypatch.setattr(services, "engine_version", "99")
    tasks.adjudicate_what_is_due()
    run_jobs()

    page = client.get(f"/games/{drawn.pk}/adjudication/").content.decode()

    assert current_decision(drawn) == decided
    assert "holding-heading" not in before
    assert page.index("proposed by the referee") < page.index("holding-heading")
    assert page.count("“As the rules say.”") == 1
    assert "Earlier decisions" not in page


def test_an_overruled_verdict_stays_overruled_everywhere_when_a_newer_engine_says_another(
    client: Client, drawn: Game, arbiter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newer engine finds nothing. On the game's page, in the API and in files the arbiter's word is told."""
    overrule(
        actor=arbiter, adjudication=Adjudication.objects.get(), result="1-0", reason="The clock was stopped."
    )
    monkeypatch.setattr(jobs, "engine_version", "99")
    monkeypatch.setattr(services, "engine_version", "99")
    monkeypatch.setattr(jobs, "adjudicate", lambda record, **options: AdjudicationReport((), fits=True))
    tasks.adjudicate_what_is_due()
    run_jobs()

    page = compact(client.get(f"/games/{drawn.pk}/"))
    in_api = client.get(f"/api/v1/games/{drawn.pk}/").json()
    (in_list,) = client.get("/api/v1/games/").json()["results"]
    (in_file,) = json.loads(b"".join(client.get("/games/games.json")))  # type: ignore[arg-type]
    found = client.get("/games/?adjudicated=repetition").content.decode()

    newest = Adjudication.objects.latest("created_at")
    assert (newest.verdict, newest.state, newest.engine_version) == ("nothing", "proposed", "99")
    assert '<span class="tag tag--red">overruled by an arbiter</span> “The clock was stopped.”' in page
    assert "roposed by the referee" not in page
    for told in (in_api, in_list, in_file):
        assert (told["adjudication"], told["adjudication_state"]) == ("repetition", "overruled")
    assert "Agnes Brandt – Bo Lind" in found


def test_the_newest_decision_holds_whichever_verdict_it_is_about(drawn: Game, arbiter: User) -> None:
    old = Adjudication.objects.get()
    new = Adjudication.objects.create(game=drawn, verdict="repetition", engine_version="99")
    assert current_decision(drawn) is None

    confirm(actor=arbiter, adjudication=new, reason="As the rules say.")
    overrule(actor=arbiter, adjudication=old, result="1-0", reason="The clock was stopped.")

    assert current_decision(drawn) == old


def test_a_decision_about_a_limit_does_not_hold_under_another_limit(drawn: Game, arbiter: User) -> None:
    drawn.no_capture_limit = 8
    of_limit = Adjudication.objects.create(
        game=drawn, verdict="limit", engine_version="99", no_capture_limit=8
    )
    confirm(actor=arbiter, adjudication=of_limit, reason="Eight plies without a capture.")

    held = current_decision(drawn)
    drawn.no_capture_limit = 10

    assert (held, current_decision(drawn)) == (of_limit, None)


def test_an_arbiter_overrules_with_a_reason_and_both_are_in_the_history(drawn: Game, arbiter: User) -> None:
    found = Adjudication.objects.get()

    confirm(actor=arbiter, adjudication=found, reason="It was offered.")
    overrule(actor=arbiter, adjudication=found, result="1-0", reason="The clock was stopped.")

    found.refresh_from_db()
    assert (found.state, found.reason, found.decided_by) == ("overruled", "The clock was stopped.", arbiter)
    lines = AuditEntry.objects.filter(action__startswith="game.adjudication_").order_by("pk")
    assert [(line.action, line.actor, line.before, line.after, line.reason) for line in lines] == [
        (
            "game.adjudication_confirmed",
            arbiter,
            {"state": "proposed", "result": "1/2-1/2"},
            {"state": "confirmed", "result": "1/2-1/2", "engine": found.engine_version},
            "It was offered.",
        ),
        (
            "game.adjudication_overruled",
            arbiter,
            {"state": "confirmed", "result": "1/2-1/2"},
            {"state": "overruled", "result": "1-0", "engine": found.engine_version},
            "The clock was stopped.",
        ),
    ]
    assert {line.club_id for line in lines} == {drawn.club_id}


@pytest.mark.parametrize("reason", ["", "  \n", "\0"])
def test_overruling_needs_a_reason_and_confirming_none(drawn: Game, arbiter: User, reason: str) -> None:
    with pytest.raises(Refused, match="Please give a reason"):
        overrule(actor=arbiter, adjudication=Adjudication.objects.get(), result="1-0", reason=reason)

    confirmed = confirm(actor=arbiter, adjudication=Adjudication.objects.get(), reason=reason)

    assert (confirmed.state, confirmed.reason) == ("confirmed", "As the referee says.")


def test_an_arbiter_decides_on_the_page(client: Client, drawn: Game, arbiter: User) -> None:
    client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")
    address = f"/games/{drawn.pk}/adjudication/"

    seen = {"adjudication": Adjudication.objects.get().pk, "decision": "overruled", "result": "0-1"}

    without = client.post(address, {**seen, "reason": " "}).content.decode()
    answer = client.post(address, {**seen, "reason": "The clock was stopped."})
    page = client.get(address).content.decode()

    assert "players will ask for it" in without
    assert answer["Location"] == address
    assert "overruled by an arbiter" in page
    assert "“The clock was stopped.”" in page


def test_an_arbiter_who_has_not_seen_the_newest_verdict_is_shown_it_and_keeps_his_reason(
    client: Client, drawn: Game, arbiter: User
) -> None:
    client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")
    address = f"/games/{drawn.pk}/adjudication/"
    seen = Adjudication.objects.get()
    newer = Adjudication.objects.create(
        game=drawn, verdict="nothing", message="It was another way.", engine_version="99"
    )
    sent = {"decision": "confirmed", "reason": "As the rules say."}

    refused = client.post(address, {**sent, "adjudication": seen.pk}).content.decode()
    unnamed = client.post(address, sent).content.decode()
    states = set(Adjudication.objects.values_list("state", flat=True))
    again = client.post(address, {**sent, "adjudication": newer.pk})

    sentence = "The referee has checked the game again. Please read the new verdict before you decide."
    for page in (refused, unnamed):
        assert sentence in page
        assert "It was another way." in page
        assert re.findall(r"<textarea[^>]*>\s*([^<]*)</textarea>", page) == ["As the rules say."]
        assert f'name="adjudication" value="{newer.pk}"' in page
        assert " checked" not in page.partition('name="decision"')[2].partition("</form>")[0]
    assert states == {"proposed"}
    assert again["Location"] == address
    newer.refresh_from_db()
    assert newer.state == "confirmed"


def test_times_of_verdicts_and_decisions_are_those_of_the_account(
    client: Client, drawn: Game, arbiter: User
) -> None:
    User.objects.filter(pk=arbiter.pk).update(time_zone="Europe/Berlin")
    client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")
    confirm(actor=arbiter, adjudication=Adjudication.objects.get(), reason="It was offered.")
    Adjudication.objects.update(
        created_at=datetime(2026, 11, 14, 23, 30, tzinfo=UTC), decided_at=datetime(2027, 7, 1, 10, tzinfo=UTC)
    )

    page = client.get(f"/games/{drawn.pk}/adjudication/").content.decode()

    assert "15 November 2026, 00:30 (Europe/Berlin)" in page
    assert "1 July 2027, 12:00 (Europe/Berlin)" in page
