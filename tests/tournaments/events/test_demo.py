"""The demo club's events."""

import pytest

from games.demo import load_demo_games
from players.demo import load_demo_club
from tournaments.events.services.demo import load_demo_events
from tournaments.models import Entry, Event, FinalTable, Pairing, Round

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
    open_boards = Pairing.objects.filter(round__section__event=events["Club championship"], result="")
    assert open_boards.count() == 6
    assert FinalTable.objects.filter(section__event=events["Spring Meadow Open"]).exists()
    entered = Entry.objects.filter(section__event=events["Winter Open"])
    assert (entered.filter(state="confirmed").count(), entered.filter(state="waiting").count()) == (8, 2)
