"""An event that was begun on one site goes on on another: the same tables, the same next round, the same file."""

from typing import Any

import pytest

from players.models import Club, User
from tests.tournaments.builders import make_club, make_event, make_section
from tests.tournaments.event_files.builders import (
    comparable,
    exported,
    imported,
    leave_site,
    organiser_of,
    play_round,
    seats_of,
    standings_of,
)
from tests.tournaments.rounds.builders import publish_next_round
from tournaments.entries.services.places import withdraw_entry
from tournaments.events.services.lifecycle import archive_event, finish_event
from tournaments.models import Absence, Entry, Event, EventState, KeptApart, Section

pytestmark = pytest.mark.django_db


@pytest.fixture
def laptop() -> User:
    return organiser_of(make_club(), "Olga Organ")


def other_site() -> tuple[User, Club]:
    leave_site()
    club = make_club("Federation")
    return organiser_of(club, "Frida Fed"), club


def make_started(**fields: object) -> Section:
    players = fields.pop("players", 7)
    game = fields.pop("game", "barragoon")
    section = make_section(make_event(state=EventState.RUNNING, game=game), players=players, **fields)
    for entry in section.entries.all():
        entry.club_name = "Knights" if (entry.starting_rank or 0) % 3 else "Rooks"
        entry.categories = "U20" if (entry.starting_rank or 0) % 2 else ""
        entry.save()
    return section


SYSTEMS: list[Any] = [
    pytest.param({"system": "swiss"}, id="swiss"),
    pytest.param({"system": "swiss", "game": "stratego"}, id="stratego"),
    pytest.param(
        {"system": "swiss", "accelerated": True, "planned_rounds": 6, "players": 10}, id="accelerated"
    ),
    pytest.param(
        {"system": "swiss", "keep_clubs_apart": True, "tie_breaks": "DE,SB,LOT", "lots_seed": 4711},
        id="lots",
    ),
    pytest.param({"system": "swiss", "games_per_match": 2}, id="matches"),
    pytest.param(
        {"system": "swiss", "point_unit": 1, "win_points": 3, "draw_points": 1, "pairing_bye_points": 3},
        id="3-1-0",
    ),
    pytest.param({"system": "round_robin", "tie_breaks": "SB,WIN"}, id="round robin"),
    pytest.param({"system": "keizer"}, id="keizer"),
]


@pytest.mark.parametrize("fields", SYSTEMS)
def test_an_event_in_its_third_round_goes_on_elsewhere(laptop: User, fields: dict[str, Any]) -> None:
    section = make_started(**fields)
    event = section.event
    one, other = section.entries.order_by("starting_rank")[:2]
    KeptApart.objects.create(section=section, one=one, other=other, strictly=False)
    games = section.games_per_match
    play_round(section, laptop, *(["1-0", "1/2-1/2", "0-1", "1-0f", "1-0"] * games))
    Absence.objects.create(entry=section.entries.get(starting_rank=4), round_number=2, kind="half")
    Absence.objects.create(entry=section.entries.get(starting_rank=5), round_number=4, kind="zero")
    play_round(section, laptop, *(["0-0f", "0-1", "1-0", "1/2-1/2", "0-1"] * games))
    withdraw_entry(actor=laptop, entry=section.entries.get(starting_rank=3))
    play_round(section, laptop, *(["1-0", "0-1", "1-0", "1-0", "0-1"] * games))
    before, file = standings_of(event), exported(event, laptop)
    next_seats = seats_of(publish_next_round(section, laptop))

    frida, federation = other_site()
    here = imported(file, actor=frida, club=federation)

    assert here.state == EventState.RUNNING
    assert standings_of(here) == before
    assert comparable(exported(here, frida)) == comparable(file)
    assert seats_of(publish_next_round(here.sections.get(), frida)) == next_seats


def test_a_knockout_with_a_match_for_the_third_place_goes_on_elsewhere(laptop: User) -> None:
    section = make_started(system="knockout", third_place=True, players=6, games_per_match=2)
    play_round(section, laptop, "1-0", "0-1", "1-0", "0-1")
    play_round(section, laptop, "1-0", "1/2-1/2", "0-1", "1-0")
    event = section.event
    before, file = standings_of(event), exported(event, laptop)
    next_seats = seats_of(publish_next_round(section, laptop))

    frida, federation = other_site()
    here = imported(file, actor=frida, club=federation)

    assert standings_of(here) == before
    assert comparable(exported(here, frida)) == comparable(file)
    assert seats_of(publish_next_round(here.sections.get(), frida)) == next_seats


@pytest.mark.parametrize("archived", [False, True])
def test_a_finished_event_has_the_same_final_table_elsewhere(laptop: User, *, archived: bool) -> None:
    event = make_event(state=EventState.RUNNING)
    for name in ("Open", "Ladies"):
        section = make_section(event, players=5, name=name, position=1 + (name == "Ladies"), planned_rounds=2)
        play_round(section, laptop, "1-0", "1/2-1/2")
        play_round(section, laptop, "0-1", "1-0")
    finish_event(actor=laptop, event=event)
    if archived:
        archive_event(actor=laptop, event=event)
    event = Event.objects.get(pk=event.pk)
    before, file = standings_of(event), exported(event, laptop)

    frida, federation = other_site()
    here = imported(file, actor=frida, club=federation)

    assert here.state == event.state
    assert standings_of(here) == before
    assert comparable(exported(here, frida)) == comparable(file)


def test_entries_before_the_start_go_along_with_the_waiting_list(laptop: User) -> None:
    section = make_section(make_event(state=EventState.OPEN), players=3, entry_limit=2)
    Entry.objects.filter(rating=2070).update(state="waiting", fee_paid=True)
    file = exported(section.event, laptop)

    frida, federation = other_site()
    here = imported(file, actor=frida, club=federation)

    assert here.state == EventState.OPEN
    assert list(here.sections.get().entries.order_by("rating").values_list("state", "fee_paid", "starting_rank")) == [
        ("waiting", True, None), ("confirmed", False, None), ("confirmed", False, None),
    ]  # fmt: skip
    assert comparable(exported(here, frida)) == comparable(file)
