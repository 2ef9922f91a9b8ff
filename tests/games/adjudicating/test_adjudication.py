"""What the referee says about games, and what arbiters say to that."""

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from html import unescape

import pytest
from celery import current_app
from celery.schedules import crontab
from django.conf import settings
from django.test import Client
from django.utils.html import escape

from audit.models import AuditEntry
from engine.adjudication.report import Report
from games import tasks
from games.adjudicating import jobs, orders
from games.adjudicating.selectors import decision_that_holds
from games.models import Adjudication, AdjudicationOrder, Game
from games.services import confirm, order_adjudication, order_what_is_due, overrule, submit_text
from players.errors import Refused
from players.models import Club, User
from tests.engine.stratego.gravon.files import SETUP
from tests.games.records import BARRAGOON, DRAWN, STRATEGO
from tests.games.working import work_until_done

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn(submitter: User, club: Club, agnes: object) -> Game:
    submit_text(account=submitter, text=DRAWN, club=club)
    work_until_done()
    return Game.objects.get()


def test_an_accepted_draw_by_repetition_is_found_with_rule_ply_and_proof(drawn: Game) -> None:
    found = Adjudication.objects.get(game=drawn)

    assert (found.verdict, found.rule, found.ply, found.state) == ("repetition", "6c", 12, "proposed")
    assert found.message == (
        "Brown offered a draw with ply 12 after a threefold sequence of 4 plies, and it was accepted."
    )
    assert found.proof["fits"] is True
    assert [finding["kind"] for finding in found.proof["findings"]] == [
        "dead-position",
        "repetition",
        "draw-offer",
    ]
    assert (drawn.verdict, drawn.adjudicated_with) == ("repetition", found.engine_version)


def test_the_events_limit_without_captures_is_looked_at(submitter: User) -> None:
    submit_text(account=submitter, text=STRATEGO, no_capture_limit=3)
    work_until_done()

    found = Adjudication.objects.get()

    assert (found.verdict, found.rule, found.ply) == ("limit", "event regulation", 3)


def test_the_same_version_adjudicates_once_however_often_it_is_ordered(drawn: Game) -> None:
    order_adjudication(games=[drawn.pk, drawn.pk])
    work_until_done()

    assert Adjudication.objects.count() == 1
    assert not AdjudicationOrder.objects.exclude(state="done").exists()
    assert order_what_is_due() == 0


def test_a_newer_engine_looks_again_at_night_and_erases_nothing(
    drawn: Game, arbiter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    confirm(actor=arbiter, adjudication=Adjudication.objects.get(), reason="As the rules say.")
    monkeypatch.setattr(jobs, "engine_version", "99")
    monkeypatch.setattr(orders, "engine_version", "99")

    tasks.adjudicate_what_is_due()
    work_until_done()

    states = Adjudication.objects.order_by("pk").values_list("state", "verdict")
    assert list(states) == [("confirmed", "repetition"), ("proposed", "repetition")]
    assert Game.objects.get().adjudicated_with == "99"
    assert order_what_is_due() == 0


def test_a_decision_holds_when_a_newer_engine_has_looked_again_and_the_page_says_so(
    client: Client, drawn: Game, arbiter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided = Adjudication.objects.get()
    confirm(actor=arbiter, adjudication=decided, reason="As the rules say.")
    before = client.get(f"/games/{drawn.pk}/adjudication/").content.decode()
    monkeypatch.setattr(jobs, "engine_version", "99")
    monkeypatch.setattr(orders, "engine_version", "99")
    tasks.adjudicate_what_is_due()
    work_until_done()

    page = client.get(f"/games/{drawn.pk}/adjudication/").content.decode()

    assert decision_that_holds(drawn) == decided
    assert "The decision that holds" not in before
    assert page.index("proposed by the referee") < page.index("The decision that holds")
    assert page.count("“As the rules say.”") == 1
    assert "Said before" not in page


def test_an_overruled_verdict_stays_overruled_everywhere_when_a_newer_engine_says_another(
    client: Client, drawn: Game, arbiter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newer engine finds nothing. On the game's page, in the API and in files the arbiter's word is told."""
    overrule(actor=arbiter, adjudication=Adjudication.objects.get(), reason="The clock was stopped.")
    monkeypatch.setattr(jobs, "engine_version", "99")
    monkeypatch.setattr(orders, "engine_version", "99")
    monkeypatch.setattr(jobs, "adjudicate", lambda record, **options: Report((), fits=True))
    tasks.adjudicate_what_is_due()
    work_until_done()

    page = client.get(f"/games/{drawn.pk}/").content.decode()
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
    assert decision_that_holds(drawn) is None

    confirm(actor=arbiter, adjudication=new, reason="As the rules say.")
    overrule(actor=arbiter, adjudication=old, reason="The clock was stopped.")

    assert decision_that_holds(drawn) == old


def test_a_decision_about_a_limit_does_not_hold_under_another_limit(drawn: Game, arbiter: User) -> None:
    drawn.no_capture_limit = 8
    of_limit = Adjudication.objects.create(
        game=drawn, verdict="limit", engine_version="99", no_capture_limit=8
    )
    confirm(actor=arbiter, adjudication=of_limit, reason="Eight plies without a capture.")

    held = decision_that_holds(drawn)
    drawn.no_capture_limit = 10

    assert (held, decision_that_holds(drawn)) == (of_limit, None)


def test_an_arbiter_overrules_with_a_reason_and_both_are_in_the_history(drawn: Game, arbiter: User) -> None:
    found = Adjudication.objects.get()

    confirm(actor=arbiter, adjudication=found, reason="It was offered.")
    overrule(actor=arbiter, adjudication=found, reason="The clock was stopped.")

    found.refresh_from_db()
    assert (found.state, found.reason, found.decided_by) == ("overruled", "The clock was stopped.", arbiter)
    lines = AuditEntry.objects.filter(action__startswith="game.adjudication_").order_by("pk")
    assert [(line.action, line.actor, line.before["state"], line.after["state"]) for line in lines] == [
        ("game.adjudication_confirmed", arbiter, "proposed", "confirmed"),
        ("game.adjudication_overruled", arbiter, "confirmed", "overruled"),
    ]
    assert {line.club_id for line in lines} == {drawn.club_id}


@pytest.mark.parametrize("reason", ["", "  \n", "\0"])
def test_a_decision_needs_a_reason(drawn: Game, arbiter: User, reason: str) -> None:
    with pytest.raises(Refused, match="Please give a reason"):
        confirm(actor=arbiter, adjudication=Adjudication.objects.get(), reason=reason)


def test_an_arbiter_decides_on_the_page(client: Client, drawn: Game, arbiter: User) -> None:
    client.force_login(arbiter, backend="django.contrib.auth.backends.ModelBackend")
    address = f"/games/{drawn.pk}/adjudication/"

    seen = {"adjudication": Adjudication.objects.get().pk, "decision": "overruled"}

    without = client.post(address, {**seen, "reason": " "}).content.decode()
    answer = client.post(address, {**seen, "reason": "The clock was stopped."})
    page = client.get(address).content.decode()

    assert "Reason: This field is required." in without
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

    sentence = "The referee has looked at the game again: please read the new verdict before you decide."
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


def boards_shown(client: Client, address: str, queries: Sequence[str]) -> list[tuple[str, str]]:
    """The heading and the position of the board that the page shows at each of these addresses."""
    shown = []
    for query in queries:
        page = client.get(f"{address}{query}").content.decode()
        heading = re.search(r'<h2 id="stage-heading">(.*?)</h2>', page)
        position = re.search(r'alt="The board [^:]*: (.*?)"', page)
        assert heading is not None
        assert position is not None
        shown.append((heading[1], unescape(position[1])))
    return shown


def test_the_witness_line_can_be_stepped_through(client: Client, submitter: User) -> None:
    submit_text(account=submitter, text=BARRAGOON)
    work_until_done()
    game = Game.objects.get()
    (finding,) = Adjudication.objects.get().proof["findings"]

    shown = boards_shown(
        client, f"/games/{game.pk}/adjudication/", ["", "?step=1", "?step=2", "?step=9999&finding=x"]
    )

    assert finding["proof"]["witness"] == ["f7-g8", "b1xa4/X@b1"]
    middle = "1Z3(X)1/(X)1(X)1(X)1(X)"
    captured = "Witness line, ply 2", f"1vd1dv1/2z3z/7/{middle}/V4(X)1/4(EN)D1/4Z(NS)1/(NW)(X)D1DV1 b 22 0-0"
    south = "(SE)4(X)1/4(EN)D1/4Z(NS)1/(NW)VD1DV1"
    assert shown == [
        ("The board after ply 7", f"1vd1dv1/2z4/5z1/{middle}/{south} b 22 0-0"),
        ("Witness line, ply 1", f"1vd1dv1/2z3z/7/{middle}/{south} w 22 0-0"),
        captured,
        captured,
    ]


# White and Brown have gone to and fro three times, and White may not go on with it (6c). Nothing was captured yet.
TO_AND_FRO = """\
[Game "Barragoon"]
[Position "7/1d5/1Z5/7/6z/2D4/7/7/7 w 10 0-0"]

1. b7-d7 g5-g3 2. d7-b7 g3-g5 3. b7-d7 g5-g3 4. d7-b7 g3-g5 5. b7-d7 g5-g3 6. d7-b7 g3-g5 (=) *
"""


def test_a_witness_line_is_played_on_the_board_alone_whatever_the_game_has_repeated(
    client: Client, submitter: User
) -> None:
    """The line begins with the ply that 6c forbids White here: the proof looks at the board, not at the history."""
    submit_text(account=submitter, text=TO_AND_FRO)
    work_until_done()
    game = Game.objects.get()
    dead_position = Adjudication.objects.get().proof["findings"][0]

    shown = boards_shown(
        client, f"/games/{game.pk}/adjudication/", [f"?finding=0&step={step}" for step in range(3)]
    )

    assert dead_position["proof"]["witness"] == ["b7-d7", "b8xd7/X@b8/X@a1"]
    assert shown == [
        ("The board after ply 12", "7/1d5/1Z5/7/6z/2D4/7/7/7 w 10 0-0"),
        ("Witness line, ply 1", "7/1d5/3Z3/7/6z/2D4/7/7/7 b 10 0-0"),
        ("Witness line, ply 2", "7/1(X)5/3d3/7/6z/2D4/7/7/(X)6 w 8 0-0"),
    ]


def test_the_games_page_shows_a_witness_line_to_its_end_whatever_the_game_has_repeated(
    client: Client, submitter: User
) -> None:
    submit_text(account=submitter, text=TO_AND_FRO)
    work_until_done()
    game = Game.objects.get()

    page = client.get(f"/games/{game.pk}/").content.decode()
    end = client.get(f"/games/{game.pk}/?line=1&ply=14").content.decode()

    assert re.findall(r'href="\?line=1&amp;ply=(\d+)"[^>]*>([^<]+)<', page) == [
        ("13", "b7-d7"),
        ("14", "b8xd7/X@b8/X@a1"),
    ]
    assert "Brown: 3-tile from b8 captures the 2-tile on d7" in end


def test_members_see_the_form_of_arbiters_only_if_they_are(
    client: Client, drawn: Game, submitter: User
) -> None:
    client.force_login(submitter, backend="django.contrib.auth.backends.ModelBackend")
    address = f"/games/{drawn.pk}/adjudication/"

    assert "Save the decision" not in client.get(address).content.decode()
    assert client.post(address, {"decision": "confirmed", "reason": "Mine."}).status_code == 404
    assert Adjudication.objects.get().state == "proposed"


def test_a_proof_is_not_shown_to_those_who_may_not_see_all_of_the_game(client: Client, drawn: Game) -> None:
    Game.objects.update(visibility="private")

    assert client.get(f"/games/{drawn.pk}/adjudication/").status_code == 404


def test_games_are_looked_at_again_every_night() -> None:
    """The task that the schedule names is the one that looks for what a newer engine has not seen."""
    (entry,) = [
        entry
        for entry in settings.CELERY_BEAT_SCHEDULE.values()
        if entry["task"] == tasks.adjudicate_what_is_due.name
    ]

    assert entry["schedule"] == crontab(hour=3, minute=17)
    assert current_app.tasks[entry["task"]].run == tasks.adjudicate_what_is_due.run


# White captures the one barragoon that a 2-tile can capture and closes the gap in the wall with it.
LAST_CAPTURE = "7/2z4/7/7/(A)(A)(A)(A)(A)(A)1/7/7/4Z1(X)/7 w 0 0-0"
CLOSING_PLY = "e2xg2/A@g5"
# Flags and miners behind their own bombs, on both sides: no miner ever comes out to open the way to a flag.
BLUE_LOCKED_UP = "nnnboogmbf/nnbpppjjjb/bbtttllllp/scccccccct"
LOCKED_UP = "FBMGOOBNNN/BJJJPPPBNN/PLLLLTTTBB/TCCCCCCCCS"
STRATEGO_HEAD = '[Game "Stratego"]\n[RedSetup "{setup}"]\n[BlueSetup "{setup}"]\n\n'


# A piece goes to and fro from ply 1 on, and nothing is captured.
NO_CAPTURES = "1. a4-a5 j7-j6 2. a5-a4 i7-i6 3. a4-a5 i6-i5 4. a5-a6 j6-j5 5. b4-b5 *\n"
BLUE = "ntlpjogmbf/ccccccccbb/tlllpppjjo/bbbsnnnn2"
RED = "OJJPPPLLLT/BBCCCCCCCC/FBMGOJPLTN"


@pytest.mark.parametrize(
    ("text", "limit", "verdict", "rule", "ply", "position"),
    [
        (
            f'[Game "Barragoon"]\n[Position "{LAST_CAPTURE}"]\n\n1. {CLOSING_PLY} 1/2-1/2\n',
            None,
            "dead",
            "6b",
            1,
            "7/2z4/7/7/(A)(A)(A)(A)(A)(A)(A)/7/7/6Z/7 b 0 0-0",
        ),
        (
            STRATEGO_HEAD.format(setup=LOCKED_UP) + "1. a4-a5 j7-j6 *\n",
            None,
            "no-progress",
            "end",
            0,
            f"{BLUE_LOCKED_UP}/2~~2~~2/2~~2~~2/TCCCCCCCCS/PLLLLTTTBB/BJJJPPPBNN/FBMGOOBNNN r",
        ),
        (
            STRATEGO_HEAD.format(setup=SETUP) + NO_CAPTURES,
            None,
            "two-squares",
            "two squares",
            5,
            f"{BLUE}/2~~2~~tt/T1~~2~~2/1TNNNNSBBB/{RED} b",
        ),
        (
            STRATEGO_HEAD.format(setup=SETUP) + NO_CAPTURES,
            9,
            "limit",
            "event regulation",
            9,
            f"{BLUE}/T1~~2~~2/1T~~2~~tt/2NNNNSBBB/{RED} b",
        ),
    ],
)
def test_each_kind_of_verdict_reaches_the_game_and_its_page_opens_at_its_ply(
    client: Client,
    submitter: User,
    text: str,
    limit: int | None,
    verdict: str,
    rule: str,
    ply: int,
    position: str,
) -> None:
    submit_text(account=submitter, text=text, no_capture_limit=limit)
    work_until_done()

    found = Adjudication.objects.get()
    address = f"/games/{found.game_id}/adjudication/"
    page = client.get(address).content.decode()

    assert (found.verdict, found.rule, found.ply) == (verdict, rule, ply)
    assert Game.objects.get().verdict == verdict
    assert escape(found.message) in page
    assert boards_shown(client, address, [""]) == [(f"The board after ply {ply}", position)]


def test_what_is_past_the_budget_is_undecided(submitter: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "POSITIONS_LOOKED_AT", 1)

    submit_text(account=submitter, text='[Game "Barragoon"]\n\n*\n')
    work_until_done()

    found = Adjudication.objects.get()
    assert (found.verdict, found.rule, found.ply) == ("undecided", "6b", 0)
