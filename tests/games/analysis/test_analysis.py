"""Analyses: what is saved is a valid record, nobody else reads it unless it is shared, and no help in a game."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from engine.record import read_text
from games.analysis.selectors import read_analysis, tree_of
from games.analysis.services import analyse_position
from games.models import Analysis, Game, Visibility
from games.policies import may_analyse
from players.models import User
from tests.engine.barragoon.boards import board
from tests.games.replay.stored_games import annotated_game
from tests.tournaments.builders import make_club, make_event, make_round, make_section
from tournaments.models import EventState, Pairing

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture
def browser(client: Client, submitter: User) -> Client:
    client.force_login(submitter, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def analysis(submitter: User) -> Analysis:
    return analyse_position(account=submitter, kind="barragoon", title="An idea")


def node(parent: int | None, ply: str, **more: Any) -> dict[str, Any]:
    return {"parent": parent, "ply": ply, "comments": [], "glyphs": [], "arrows": [], **more}


TREE = [
    node(None, "", comments=["From the start"]),
    node(0, "c2-b2", glyphs=[1], comments=["Good {really}"], arrows=["b2b4", "c1c3"]),
    node(0, "d2-d4"),
    node(1, "d8-d5"),
    node(1, "d8-d6", glyphs=[6]),
    node(4, "d2-d4"),
]


def save(browser: Client, analysis: Analysis, tree: object, version: int = 1, title: str = "An idea") -> Any:
    address = reverse("save-analysis", args=[analysis.key])
    return browser.post(
        address, json.dumps({"title": title, "version": version, "nodes": tree}), content_type=JSON
    )


def test_a_tree_with_all_that_is_said_comes_back_and_is_a_record(browser: Client, analysis: Analysis) -> None:
    assert save(browser, analysis, TREE, title="Better").json() == {"version": 2}

    analysis.refresh_from_db()
    wanted = [dict(row) for row in TREE]
    wanted[1]["comments"] = ["Good (really)"]  # braces end a comment
    assert (analysis.title, tree_of(read_analysis(analysis))) == ("Better", wanted)
    text = browser.get(reverse("analysis-record", args=[analysis.key])).content.decode()
    (record,) = read_text(text)
    assert not record.errors
    assert "[%cal b2b4,c1c3]" in text


def test_what_was_saved_elsewhere_meanwhile_is_not_overwritten(browser: Client, analysis: Analysis) -> None:
    save(browser, analysis, TREE)

    assert save(browser, analysis, TREE).json() == {"version": 2}  # the same again: the answer was lost
    assert save(browser, analysis, TREE[:2]).status_code == 409
    analysis.refresh_from_db()
    assert len(tree_of(read_analysis(analysis))) == len(TREE)


@pytest.mark.parametrize(
    "tree",
    [
        [node(None, ""), node(0, "a1-a9")],
        [node(None, ""), node(1, "c2-b2")],
        [node(None, ""), node(0, "c2-b2", glyphs=[99])],
        [node(None, ""), node(0, "c2-b2", arrows=["]; c2"])],
        [node(None, ""), node(0, "c2-b2", comments=["\ud800"])],
        [node(None, ""), node(0, "c2-b2", comments="x")],
        [],
        {"ply": 1},
        [[[]]],
    ],
)
def test_what_is_no_tree_is_refused(browser: Client, analysis: Analysis, tree: object) -> None:
    answer = save(browser, analysis, tree)

    assert answer.status_code == 400
    assert answer.json()["problem"]
    analysis.refresh_from_db()
    assert analysis.version == 1


def test_a_title_with_half_a_character_is_refused(browser: Client, analysis: Analysis) -> None:
    assert save(browser, analysis, TREE, title="half: \ud800").status_code == 400


def test_a_notebook_is_private_until_a_link_is_shared(browser: Client, analysis: Analysis) -> None:
    stranger = Client()
    stranger.force_login(
        User.objects.create(email="bo@example.org", password="!", display_name="Bo"),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    own = ("analysis", "analysis-record")
    link = reverse("shared-analysis", args=[analysis.share_key])
    assert {stranger.get(reverse(name, args=[analysis.key])).status_code for name in own} == {404}
    assert save(stranger, analysis, TREE).status_code == 404
    assert stranger.get(link).status_code == 404

    browser.post(reverse("share-analysis", args=[analysis.key]), {"shared": "1"})
    shown = Client().get(link)
    assert shown.status_code == 200
    assert str(analysis.key) not in shown.content.decode()
    browser.post(reverse("share-analysis", args=[analysis.key]), {"shared": "0"})
    assert Client().get(link).status_code == 404


def test_a_game_is_analysed_with_its_plies_and_not_passed_on_if_it_is_withheld(
    browser: Client, submitter: User
) -> None:
    game = annotated_game()
    page = f"{reverse('analyses')}?game={game.pk}&ply=2"
    assert page.replace("&", "&amp;") in browser.get(f"{game.get_absolute_url()}?ply=2").content.decode()
    browser.post(page, {"title": "Where it was lost"})

    made = Analysis.objects.get()
    plies = [each["ply"] for each in tree_of(read_analysis(made))[1:]]
    assert plies == game.text.plies.split()
    browser.post(reverse("share-analysis", args=[made.key]), {"shared": "1"})
    link = reverse("shared-analysis", args=[made.share_key])
    assert Client().get(link).status_code == 200
    for visibility, club in ((Visibility.PRIVATE, None), (Visibility.CLUB, make_club())):
        Game.objects.update(visibility=visibility, club=club)
        assert Client().get(link).status_code == 404


def test_a_game_of_an_event_that_goes_on_is_not_analysed(submitter: User) -> None:
    game = annotated_game()
    Game.objects.update(result="*")
    game.refresh_from_db()
    assert may_analyse(submitter, game)
    event = make_event(state=EventState.RUNNING)
    make_round(make_section(event, players=2), 1, [(1, 2, "")])
    Pairing.objects.update(game=game)
    assert not may_analyse(submitter, game)


def ask(browser: Client, name: str, position: object, kind: object = "barragoon") -> Any:
    return browser.post(reverse(name), json.dumps({"kind": kind, "position": position}), content_type=JSON)


def test_positions_are_checked_and_proven_dead_or_alive(browser: Client, settings: Settings) -> None:
    alive = ask(browser, "dead-position", "7/7/7/7/7/7/7/7/Z1z4 w 0 0-0").json()
    assert (alive["verdict"], alive["witness"]) == ("alive", ["a1xc1"])
    assert "a1xc1" in alive["words"]

    start = board("Vb1", "zd3", reserve=31)
    assert ask(browser, "check-position", start).json()["isLegal"] is True
    assert ask(browser, "check-position", "nonsense").json()["isLegal"] is False
    for position, kind in (
        ("x" * 500, "barragoon"),
        (3, "barragoon"),
        ("x", "chess"),
        (None, None),
        ("\0", "barragoon"),
    ):
        assert ask(browser, "check-position", position, kind).status_code == 400
    assert ask(browser, "dead-position", "nonsense").json()["witness"] == []
    settings.DEAD_POSITIONS_PER_HOUR = 1
    assert ask(browser, "dead-position", start).status_code in (400, 429)


def test_an_analysis_begins_with_any_position_a_record_can_begin_with(browser: Client) -> None:
    position = board("Vb1", "zd3", reserve=31)
    browser.post(reverse("analyses"), {"title": "Ending", "kind": "barragoon", "position": position})
    assert read_analysis(Analysis.objects.get()).tags["Position"] == position

    for kind, text in (("barragoon", "nonsense"), ("stratego", position), ("stratego", "")):
        answer = browser.post(reverse("analyses"), {"title": "Ending", "kind": kind, "position": text})
        assert answer.status_code == 200, kind
    assert Analysis.objects.count() == 1
