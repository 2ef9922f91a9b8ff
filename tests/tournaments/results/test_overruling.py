"""An overruled verdict in an event: the board, the table and what is rated follow the arbiter's result."""

import pytest

from audit.selectors import history_of
from core.errors import Refused
from games.adjudication.services import overrule
from games.models import Adjudication, Game
from players.models import User
from tests.tournaments.builders import make_account
from tests.tournaments.results.builders import board_of, running_section, send_record
from tournaments.events.services.ratings import rating_results
from tournaments.models import Event, EventState, ResultOrigin, RoundState, Section
from tournaments.tables.selectors.standings import compute_table
from tournaments.tournament_data import load_section_data

pytestmark = pytest.mark.django_db


@pytest.fixture
def section() -> Section:
    """Its limit of two plies gives the referee something to propose about the record of board 1."""
    section = running_section(no_capture_limit=2)
    send_record(board_of(section))
    assert Adjudication.objects.get().verdict == "limit"
    return section


@pytest.fixture
def arbiter() -> User:
    return make_account("Ada Arbiter")


def decide(arbiter: User, result: str, reason: str = "He touched the tile.") -> None:
    overrule(actor=arbiter, adjudication=Adjudication.objects.get(), result=result, reason=reason)


def test_board_and_table_follow(section: Section, arbiter: User) -> None:
    decide(arbiter, "0-1")

    board = board_of(section)
    assert (board.result, board.origin, board.reason) == (
        "0-1",
        ResultOrigin.DECISION,
        "He touched the tile.",
    )
    assert (board.record_contradicts, board.game) == (False, Game.objects.get())
    points = {row["number"]: row["points"] for row in compute_table(load_section_data(section))["rows"]}
    assert (points[board.first.starting_rank], points[board.second.starting_rank]) == ("0", "1")
    newest = history_of(section.event).first()
    assert newest is not None
    assert (newest.action, newest.actor, newest.reason) == (
        "event.result_decided",
        arbiter,
        "He touched the tile.",
    )


def test_what_is_rated_follows(section: Section, arbiter: User) -> None:
    section.rounds.update(state=RoundState.CLOSED)

    decide(arbiter, "0-1")

    (rated,) = [game for game in rating_results(section.event) if game.second_half_points == 2]
    assert rated.first == board_of(section).first.person_id


def test_an_open_game_clears_the_board(section: Section, arbiter: User) -> None:
    decide(arbiter, "*", "To be played on.")

    board = board_of(section)
    assert (board.result, board.origin) == ("", "")


def test_a_closed_round_is_corrected_with_the_decisions_reason(section: Section, arbiter: User) -> None:
    section.rounds.update(state=RoundState.CLOSED)

    decide(arbiter, "0-1", "R" * 1500)

    newest = history_of(section.event).first()
    assert newest is not None
    assert (newest.action, len(newest.reason)) == ("event.result_corrected", 500)
    assert board_of(section).result == "0-1"


def test_a_finished_event_has_to_be_reopened_first_and_nothing_is_half_done(
    section: Section, arbiter: User
) -> None:
    Event.objects.update(state=EventState.FINISHED)

    with pytest.raises(Refused, match="Reopen the event first"):
        decide(arbiter, "0-1")

    assert (Game.objects.get().result, board_of(section).result) == ("1-0", "1-0")
    assert Adjudication.objects.get().state == "proposed"


def test_a_result_that_the_board_has_already_changes_nothing_there(section: Section, arbiter: User) -> None:
    before = board_of(section)

    decide(arbiter, "1-0")

    board = board_of(section)
    assert (board.version, board.origin) == (before.version, before.origin)
    assert Adjudication.objects.get().state == "overruled"
