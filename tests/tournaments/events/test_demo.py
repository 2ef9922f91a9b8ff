"""The demo club's events."""

import pytest

from games.demo import load_demo_games
from games.models import Adjudication
from players.demo import load_demo_club
from tests.jobs.job_runner import run_jobs
from tournaments.event_records import waiting_records
from tournaments.events.services.demo import load_demo_events
from tournaments.models import Entry, Event, FinalTable, Pairing, Round
from tournaments.results.selectors import boards_needing_decision

pytestmark = pytest.mark.django_db


def test_an_event_of_each_state_with_rounds_results_and_a_waiting_list() -> None:
    load_demo_club()
    load_demo_games()
    load_demo_events()

    events = {event.name.rsplit(" ", 1)[0]: event for event in Event.objects.all()}
    assert {name: event.state for name, event in events.items()} == {
        "Spring Meadow Open": "rated",
        "Club championship": "running",
        "Lapwing Knockout Cup": "running",
        "Winter Open": "open",
        "Stratego evening": "draft",
        "Chess evening": "rated",
        "Masters": "running",
    }
    rounds = {
        name: list(
            Round.objects.filter(section__event=event).order_by("number").values_list("state", flat=True)
        )
        for name, event in events.items()
    }
    assert rounds["Spring Meadow Open"] == ["closed"] * 3
    assert rounds["Club championship"] == ["closed"] * 3 + ["published"]
    assert rounds["Lapwing Knockout Cup"] == ["closed", "published"]
    assert rounds["Masters"] == ["closed", "published", "published"]
    open_boards = Pairing.objects.filter(round__section__event=events["Club championship"], result="")
    assert open_boards.count() == 4
    assert FinalTable.objects.filter(section__event=events["Spring Meadow Open"]).exists()
    entered = Entry.objects.filter(section__event=events["Winter Open"])
    assert (entered.filter(state="confirmed").count(), entered.filter(state="waiting").count()) == (8, 2)


def test_an_arbiter_has_records_that_differ_and_a_verdict_that_was_overruled() -> None:
    load_demo_club()
    load_demo_games()
    load_demo_events()

    event = Event.objects.get(name__startswith="Club championship")
    (line,) = boards_needing_decision(event)
    assert (line.pairing.copies_differ, len(waiting_records(line.pairing))) == (True, 1)
    overruled = Adjudication.objects.get(state="overruled")
    board = Pairing.objects.get(game=overruled.game)
    assert (overruled.verdict, overruled.result, overruled.game.result) == ("repetition", "1-0", "1-0")
    assert (board.result, board.origin, overruled.game.recorded_result) == ("1-0", "decision", "1/2-1/2")
    run_jobs()
    assert Adjudication.objects.filter(state="overruled").count() == 1
