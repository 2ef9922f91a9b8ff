"""Results by the players: one enters, the other confirms."""

import pytest

from audit.selectors import history_of
from core.errors import Refused
from tests.tournaments.results.builders import account_of, board_of, running_section
from tournaments.models import Event, ResultOrigin, ResultReport, RoundState
from tournaments.results.services.reports import report_result, withdraw_report
from tournaments.results.services.results import enter_result

pytestmark = pytest.mark.django_db


def test_one_player_enters_and_nothing_is_decided_yet() -> None:
    section = running_section()
    pairing = board_of(section)
    report_result(actor=account_of(pairing.first), pairing=pairing, entry=pairing.first, result="1-0")

    assert (board_of(section).result, board_of(section).version) == ("", 1)
    assert list(ResultReport.objects.values_list("entry__starting_rank", "result")) == [(1, "1-0")]


def test_when_the_other_confirms_it_is_the_result() -> None:
    section = running_section()
    pairing = board_of(section)
    report_result(actor=account_of(pairing.first), pairing=pairing, entry=pairing.first, result="0-1")
    report_result(actor=account_of(pairing.second), pairing=pairing, entry=pairing.second, result="0-1")

    confirmed = board_of(section)
    assert (confirmed.result, confirmed.origin, confirmed.version) == ("0-1", ResultOrigin.PLAYERS, 2)
    assert [line.action for line in history_of(section.event)] == [
        "event.result_confirmed",
        "event.result_reported",
        "event.result_reported",
    ]


def test_two_that_differ_decide_nothing_until_one_gives_way_or_the_arbiter_decides() -> None:
    section = running_section()
    pairing = board_of(section)
    report_result(actor=None, pairing=pairing, entry=pairing.first, result="1-0")
    report_result(actor=None, pairing=pairing, entry=pairing.second, result="1/2-1/2")
    assert board_of(section).result == ""

    report_result(actor=None, pairing=pairing, entry=pairing.first, result="1/2-1/2")

    assert board_of(section).result == "1/2-1/2"


def test_saying_it_twice_changes_nothing() -> None:
    section = running_section()
    pairing = board_of(section)
    for _ in range(2):
        report_result(actor=None, pairing=pairing, entry=pairing.first, result="1-0")
    assert history_of(section.event).count() == 1


def test_a_report_can_be_taken_back_while_there_is_no_result() -> None:
    section = running_section()
    pairing = board_of(section)
    report_result(actor=None, pairing=pairing, entry=pairing.first, result="1-0")

    assert withdraw_report(actor=None, pairing=pairing, entry=pairing.first) is True
    assert withdraw_report(actor=None, pairing=pairing, entry=pairing.first) is False
    assert not ResultReport.objects.exists()


def test_what_the_arbiter_entered_is_not_overwritten_by_players() -> None:
    section = running_section()
    pairing = board_of(section)
    enter_result(actor=None, pairing=pairing, result="1-0")

    report_result(actor=None, pairing=pairing, entry=pairing.first, result="1-0")
    with pytest.raises(
        Refused, match=r"The result of this game is 1–0\. If that is wrong, please tell the arbiter"
    ):
        report_result(actor=None, pairing=pairing, entry=pairing.second, result="0-1")
    with pytest.raises(Refused, match="tell the arbiter"):
        withdraw_report(actor=None, pairing=pairing, entry=pairing.second)

    assert board_of(section).result == "1-0"


def test_a_game_that_was_adjourned_can_be_reported_when_it_is_over() -> None:
    section = running_section()
    pairing = board_of(section)
    enter_result(actor=None, pairing=pairing, result="adjourned")
    for entry in (pairing.first, pairing.second):
        report_result(actor=None, pairing=pairing, entry=entry, result="1-0")
    assert board_of(section).result == "1-0"


def test_players_report_their_own_games_only_and_only_wins_draws_and_losses() -> None:
    section = running_section()
    pairing, other = board_of(section), board_of(section, board=2)
    with pytest.raises(Refused, match="not one of the players"):
        report_result(actor=None, pairing=pairing, entry=other.first, result="1-0")
    with pytest.raises(Refused, match="a win, a draw or a loss"):
        report_result(actor=None, pairing=pairing, entry=pairing.first, result="1-0f")


def test_players_report_where_the_event_lets_them_and_until_the_round_is_closed() -> None:
    section = running_section()
    pairing = board_of(section)
    section.rounds.update(state=RoundState.CLOSED)
    with pytest.raises(Refused, match="Round 1 is closed"):
        report_result(actor=None, pairing=pairing, entry=pairing.first, result="1-0")
    Event.objects.update(players_report=False)
    with pytest.raises(Refused, match="the arbiter enters the results"):
        report_result(actor=None, pairing=pairing, entry=pairing.first, result="1-0")
