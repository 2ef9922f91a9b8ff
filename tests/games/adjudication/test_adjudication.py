"""What the referee says about games, and how it is shown."""

import re
from collections.abc import Sequence
from html import unescape

import pytest
from celery import current_app
from celery.schedules import crontab
from django.conf import settings
from django.test import Client
from django.utils.html import escape

from games import tasks
from games.adjudication import jobs, services
from games.adjudication.services import confirm, order_adjudication, order_due_adjudications
from games.models import Adjudication, AdjudicationOrder, Game
from games.submissions.services.uploads import submit_text
from players.models import User
from tests.engine.stratego.gravon.files import SETUP
from tests.games.records import BARRAGOON, STRATEGO
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db


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


def test_a_position_that_came_back_three_times_is_a_repetition(submitter: User) -> None:
    cycle = "49-44 3-8 {0}. 44-49 8-3"
    moves = f"1. {cycle.format(2)} 3. {cycle.format(4)}"
    text = f'[Game "Draughts"]\n[Position "W:W36,K49:BK3,15"]\n\n{moves} 1/2-1/2\n'
    submit_text(account=submitter, text=text)
    run_jobs()

    found = Adjudication.objects.get()

    assert (found.verdict, found.rule, found.ply) == ("repetition", "repetition", 8)
    assert [finding["kind"] for finding in found.proof["findings"]] == ["position-repetition"]


def test_the_events_limit_without_captures_is_looked_at(submitter: User) -> None:
    submit_text(account=submitter, text=STRATEGO, no_capture_limit=3)
    run_jobs()

    found = Adjudication.objects.get()

    assert (found.verdict, found.rule, found.ply) == ("limit", "event regulation", 3)


def test_the_same_version_adjudicates_once_however_often_it_is_ordered(drawn: Game) -> None:
    order_adjudication(games=[drawn.pk, drawn.pk])
    run_jobs()

    assert Adjudication.objects.count() == 1
    assert not AdjudicationOrder.objects.exclude(state="done").exists()
    assert order_due_adjudications() == 0


def test_a_newer_engine_looks_again_at_night_and_erases_nothing(
    drawn: Game, arbiter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    confirm(actor=arbiter, adjudication=Adjudication.objects.get(), reason="As the rules say.")
    monkeypatch.setattr(jobs, "engine_version", "99")
    monkeypatch.setattr(services, "engine_version", "99")

    tasks.adjudicate_what_is_due()
    run_jobs()

    states = Adjudication.objects.order_by("pk").values_list("state", "verdict")
    assert list(states) == [("confirmed", "repetition"), ("proposed", "repetition")]
    assert Game.objects.get().adjudicated_with == "99"
    assert order_due_adjudications() == 0


def boards_shown(client: Client, address: str, queries: Sequence[str]) -> list[tuple[str, str]]:
    """The heading and the position of the board that the page shows at each of these addresses."""
    shown = []
    for query in queries:
        page = client.get(f"{address}{query}").content.decode()
        heading = re.search(r'<h2 id="board-heading">\s*(.*?)\s*</h2>', page)
        position = re.search(r'alt="The board [^:]*: (.*?)"', page)
        assert heading is not None
        assert position is not None
        shown.append((heading[1], unescape(position[1])))
    return shown


def test_the_witness_line_can_be_stepped_through(client: Client, submitter: User) -> None:
    submit_text(account=submitter, text=BARRAGOON)
    run_jobs()
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
    run_jobs()
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
    run_jobs()
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

    assert "Save decision" not in client.get(address).content.decode()
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
    run_jobs()

    found = Adjudication.objects.get()
    address = f"/games/{found.game_id}/adjudication/"
    page = client.get(address).content.decode()

    assert (found.verdict, found.rule, found.ply) == (verdict, rule, ply)
    assert Game.objects.get().verdict == verdict
    assert escape(found.message) in page
    assert boards_shown(client, address, [""]) == [(f"The board after ply {ply}", position)]


def test_what_is_past_the_budget_is_undecided(submitter: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MAX_POSITIONS", 1)

    submit_text(account=submitter, text='[Game "Barragoon"]\n\n*\n')
    run_jobs()

    found = Adjudication.objects.get()
    assert (found.verdict, found.rule, found.ply) == ("undecided", "6b", 0)
