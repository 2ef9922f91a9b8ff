"""The end of an event: guards, the frozen table, the rating lists, and taking it back."""

import datetime

import pytest
from django.utils import timezone

from audit.selectors import history_of
from core.errors import Refused
from games.archive.jobs import order_due_ratings
from games.models import Game
from players.models import Person, RatedResult, ResultSource
from tests.games.archive.free_games import confirm
from tests.jobs.job_runner import run_jobs
from tests.tournaments.builders import make_event, make_round, make_section
from tests.tournaments.results.builders import board_of, recognise_clubs, running_section, send_record
from tournaments.events.services.lifecycle import (
    archive_event,
    finish_event,
    rate_due_events,
    reopen_event,
    unarchive_event,
)
from tournaments.events.services.ratings import rating_results
from tournaments.models import (
    Bye,
    ByeKind,
    Event,
    EventState,
    FinalTable,
    Pairing,
    PairingResult,
    Round,
    RoundState,
    Section,
)
from tournaments.results.services.results import enter_result

pytestmark = pytest.mark.django_db


def played(rounds: int = 1, *, planned: int = 1, **fields: object) -> Section:
    """A section of four with closed rounds."""
    section = make_section(make_event(state=EventState.RUNNING, **fields), players=4, planned_rounds=planned)
    boards = (
        [(1, 3, "1-0"), (4, 2, "1/2-1/2")],
        [(2, 1, "0-1"), (3, 4, "0-1f")],
        [(1, 4, "1-0"), (2, 3, "0-1")],
    )
    for number in range(1, rounds + 1):
        make_round(section, number, boards[number - 1], state=RoundState.CLOSED)
    return section


def counted() -> list[tuple[int, int, int | None, int, int, bool, bool]]:
    rows = RatedResult.objects.filter(source__taken_back_at=None).order_by("pk")
    return [
        (
            row.played_on.day,
            row.first_id,
            row.second_id,
            row.first_half_points,
            row.second_half_points,
            row.forfeit,
            row.rated,
        )
        for row in rows
    ]


def test_finishing_freezes_the_table_and_hands_the_results_over() -> None:
    section = played(2, planned=2)

    event = finish_event(actor=None, event=section.event)

    assert event.state == EventState.RATED
    table = FinalTable.objects.get(section=section).table
    assert [(row["rank"], row["number"], row["points"]) for row in table["rows"]] == [
        (1, 1, "2"),
        (2, 4, "1½"),
        (3, 2, "½"),
        (4, 3, "0"),
    ]
    ids = {entry.starting_rank: entry.person_id for entry in section.entries.all()}
    assert counted() == [
        (2, ids[1], ids[3], 2, 0, False, True),
        (2, ids[4], ids[2], 1, 1, False, True),
        (2, ids[2], ids[1], 0, 2, False, True),
        (2, ids[3], ids[4], 0, 2, True, True),
    ]
    source = ResultSource.objects.get()
    assert (source.kind, source.key, source.title, source.club) == (
        "event",
        str(event.pk),
        "Spring Open",
        event.club,
    )
    assert [line.action for line in history_of(event)] == ["event.rated", "event.finished"]


def test_a_finished_event_is_not_finished_again() -> None:
    section = played()
    finish_event(actor=None, event=section.event)
    with pytest.raises(Refused, match="Spring Open is already finished"):
        finish_event(actor=None, event=section.event)


def test_open_rounds_and_games_are_all_named() -> None:
    section = played()
    make_round(section, 2, [(1, 2, "adjourned"), (3, 4, "1-0")], state=RoundState.CLOSED)
    make_round(section, 3, [(1, 4, "1-0"), (2, 3, "")])
    make_round(section, 4, [(1, 2, "")], state=RoundState.PAIRED)
    with pytest.raises(Refused) as refusal:
        finish_event(actor=None, event=section.event)
    assert str(refusal.value) == (
        "Main, round 2, board 1: adjourned. Main, round 3, board 2: no result yet. "
        "Main, round 3 is not closed. Main, round 4 is paired, but not published: play it, or delete it."
    )
    assert not FinalTable.objects.exists()


def test_an_event_that_ends_early_says_why() -> None:
    section = played(1, planned=5)
    with pytest.raises(Refused, match="Main has had 1 of 5 rounds"):
        finish_event(actor=None, event=section.event)

    finish_event(actor=None, event=section.event, reason="The light went out.")

    assert history_of(section.event).filter(action="event.finished").get().reason == "The light went out."


def test_an_event_that_has_not_started_cannot_be_finished() -> None:
    with pytest.raises(Refused, match="has not started yet"):
        finish_event(actor=None, event=make_event())


def test_an_event_whose_last_day_is_to_come_is_rated_on_that_day_by_itself() -> None:
    tomorrow = timezone.localdate() + datetime.timedelta(days=1)
    section = played(starts_on=timezone.localdate(), ends_on=tomorrow)

    event = finish_event(actor=None, event=section.event)
    assert (event.state, rate_due_events(), counted()) == (EventState.FINISHED, 0, [])
    with pytest.raises(Refused, match="go to the rating lists on"):
        archive_event(actor=None, event=event)

    Event.objects.update(ends_on=timezone.localdate())
    assert rate_due_events() == 1
    assert rate_due_events() == 0
    assert Event.objects.get().state == EventState.RATED
    assert len(counted()) == 2


def test_results_of_an_unrated_section_are_marked_and_the_event_is_finished_but_not_rated() -> None:
    section = played()
    Section.objects.update(rated=False)
    event = finish_event(actor=None, event=section.event)
    assert event.state == EventState.FINISHED
    assert [row[-1] for row in counted()] == [False, False]
    assert rate_due_events() == 0


def test_byes_of_the_odd_one_out_are_told_other_absences_are_not() -> None:
    section = played()
    round_ = Round.objects.get()
    round_.pairings.filter(board=2).delete()
    for rank, kind in ((2, ByeKind.PAIRING), (4, ByeKind.HALF_POINT)):
        Bye.objects.create(round=round_, entry=section.entries.get(starting_rank=rank), kind=kind)
    found = rating_results(section.event)
    assert [(each.first_half_points, each.second is None) for each in found] == [(2, False), (2, True)]


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("1-0", (2, 0, False)),
        ("1/2-1/2", (1, 1, False)),
        ("0-1", (0, 2, False)),
        ("0-0", (0, 0, False)),
        ("1-0f", (2, 0, True)),
        ("0-1f", (0, 2, True)),
        ("0-0f", (0, 0, True)),
    ],
)
def test_every_result_reaches_the_lists_as_what_it_is(result: str, expected: tuple[int, int, bool]) -> None:
    section = played()
    Pairing.objects.filter(board=2).delete()
    Pairing.objects.update(result=PairingResult(result))
    (found,) = rating_results(section.event)
    assert (found.first_half_points, found.second_half_points, found.forfeit) == expected


@pytest.mark.parametrize(
    ("visibility", "leads_to"),
    [("public", "game"), ("club", "round"), ("private", "round"), ("embargoed", "round")],
)
def test_rating_lists_lead_nobody_to_records_that_are_for_few(visibility: str, leads_to: str) -> None:
    section = running_section()
    send_record(board_of(section))
    Game.objects.update(visibility=visibility)
    section.rounds.update(state=RoundState.CLOSED)

    addresses = {"game": f"/games/{Game.objects.get().pk}/", "round": section.rounds.get().get_absolute_url()}

    assert [each.url for each in rating_results(section.event)] == [addresses[leads_to]]


def test_express_levels_come_from_the_record_or_else_from_the_regulations() -> None:
    section = running_section(first_express=1, second_express=0)
    send_record(board_of(section), WhiteExpress="2")
    enter_result(actor=None, pairing=board_of(section, board=2), result="0-1")
    section.rounds.update(state=RoundState.CLOSED)
    found = rating_results(section.event)
    assert [(each.first_level, each.second_level, each.archived_game is None) for each in found] == [
        (2, 0, False),
        (1, 0, True),
    ]


def test_reopening_takes_everything_back_and_finishing_again_counts_the_corrected_results() -> None:
    section = played()
    event = finish_event(actor=None, event=section.event)
    with pytest.raises(Refused, match="say why the event is opened again"):
        reopen_event(actor=None, event=event, reason="")

    event = reopen_event(actor=None, event=event, reason="Board 1 was wrong.")
    assert (event.state, counted(), FinalTable.objects.count()) == (EventState.RUNNING, [], 0)

    enter_result(actor=None, pairing=board_of(section), result="0-1", reason="Board 1 was wrong.")
    finish_event(actor=None, event=event)
    assert [row[3:5] for row in counted()] == [(0, 2), (1, 1)]
    assert FinalTable.objects.get().table["rows"][0]["number"] == 3


def test_archiving_keeps_everything_closed_until_it_is_taken_out_again() -> None:
    event = finish_event(actor=None, event=played().event)
    event = archive_event(actor=None, event=event)
    assert archive_event(actor=None, event=event).state == EventState.ARCHIVED
    with pytest.raises(Refused, match="Take it out first"):
        reopen_event(actor=None, event=event, reason="x")

    assert unarchive_event(actor=None, event=event).state == EventState.RATED
    assert reopen_event(actor=None, event=event, reason="x").state == EventState.RUNNING
    with pytest.raises(Refused, match="Finish it first"):
        archive_event(actor=None, event=event)


def test_a_game_that_counted_as_a_free_one_counts_with_its_event_once() -> None:
    section = running_section(2)
    make_round(section, 1, [(1, 2, "")])
    pairing = board_of(section)
    Person.objects.update(listed=True)
    recognise_clubs()
    Event.objects.update(name="Named later")
    send_record(pairing, meant=False)
    confirm(Game.objects.get())
    run_jobs()
    assert ResultSource.objects.get(taken_back_at=None).kind == "game"

    Event.objects.update(name="Spring Open")
    send_record(pairing)
    run_jobs()
    assert not ResultSource.objects.filter(taken_back_at=None).exists()

    section.rounds.update(state=RoundState.CLOSED)
    finish_event(actor=None, event=section.event, reason="One game.")
    row = RatedResult.objects.get(source__taken_back_at=None)
    assert (row.source.kind, row.archived_game) == ("event", board_of(section).game_id)
    assert order_due_ratings() == 0


def test_the_event_of_a_club_that_is_not_recognised_takes_no_free_game_away() -> None:
    section = running_section(2)
    make_round(section, 1, [(1, 2, "")])
    pairing = board_of(section)
    Person.objects.update(listed=True)
    Event.objects.update(name="Named later")
    send_record(pairing, meant=False)
    Game.objects.update(club=None)
    confirm(Game.objects.get())
    run_jobs()
    Event.objects.update(name="Spring Open")

    send_record(pairing)
    run_jobs()

    assert board_of(section).game_id is not None
    assert ResultSource.objects.get(taken_back_at=None).kind == "game"
    assert order_due_ratings() == 0


def test_a_record_of_an_unfinished_event_under_embargo_becomes_public_at_its_end() -> None:
    section = running_section(2, records_public="event")
    make_round(section, 1, [(1, 2, "")])
    send_record(board_of(section))
    section.rounds.update(state=RoundState.CLOSED)
    event = finish_event(actor=None, event=section.event, reason="One game.")
    assert Game.objects.get().visibility == "public"
    reopen_event(actor=None, event=event, reason="x")
    assert Game.objects.get().visibility == "embargoed"
