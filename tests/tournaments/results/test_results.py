"""Results by an arbiter: entering, clearing, deciding, correcting, and two arbiters at one board."""

import pytest

from audit.selectors import history_of
from core.errors import Conflict, Refused
from tests.tournaments.builders import make_account, make_round
from tests.tournaments.results.builders import account_of, board_of, running_section
from tournaments.models import Event, EventState, PairingResult, ResultOrigin, ResultReport, RoundState
from tournaments.results.services.reports import report_result
from tournaments.results.services.results import enter_result

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("result", [value for value in PairingResult.values if value])
def test_every_kind_of_result_can_be_entered_and_stands_in_the_log(result: str) -> None:
    arbiter = make_account("Ada Arbiter")
    pairing = board_of(running_section())

    entered = enter_result(actor=arbiter, pairing=pairing, result=result, seen=1)

    assert (entered.result, entered.origin, entered.version) == (result, ResultOrigin.ARBITER, 2)
    assert entered.result_at is not None
    line = history_of(pairing.round.section.event).get()
    assert (line.action, line.actor_name) == ("event.result_entered", "Ada Arbiter")
    assert line.after == {
        "section": "Main",
        "round": 1,
        "board": 1,
        "first": pairing.first.person_id,
        "second": pairing.second.person_id,
        "result": result,
        "origin": "arbiter",
    }


def test_entering_a_result_counts_as_a_change_of_the_event() -> None:
    section = running_section()
    enter_result(actor=None, pairing=board_of(section), result="1-0")
    assert Event.objects.get().change_number == 1


def test_the_same_result_again_changes_nothing_whoever_was_faster() -> None:
    section = running_section()
    pairing = board_of(section)
    enter_result(actor=None, pairing=pairing, result="1-0", seen=1)

    again = enter_result(actor=make_account("Bea"), pairing=pairing, result="1-0", seen=1)

    assert again.version == 2
    assert history_of(section.event).count() == 1


def test_the_second_of_two_arbiters_is_told_what_the_first_did_and_to_which_board() -> None:
    section = running_section()
    pairing, other = board_of(section), board_of(section, board=2)
    enter_result(actor=make_account("Ada Arbiter"), pairing=pairing, result="1-0", seen=1)
    enter_result(actor=make_account("Bea"), pairing=other, result="0-1", seen=1)

    with pytest.raises(Conflict, match=r"^At .* Ada Arbiter changed board 1\. The result is now: 1–0\.$"):
        enter_result(actor=None, pairing=pairing, result="1/2-1/2", seen=1)

    assert board_of(section).result == "1-0"


def test_a_cleared_result_has_no_origin_and_the_players_report_anew() -> None:
    section = running_section()
    pairing = board_of(section)
    report_result(actor=None, pairing=pairing, entry=pairing.first, result="1-0")
    enter_result(actor=None, pairing=pairing, result="1-0")

    cleared = enter_result(actor=None, pairing=pairing, result="")

    assert (cleared.result, cleared.origin, cleared.result_at) == ("", "", None)
    assert not ResultReport.objects.exists()
    assert [line.action for line in history_of(section.event)] == [
        "event.result_cleared",
        "event.reports_forgotten",
        "event.result_entered",
        "event.result_reported",
    ]


def test_a_decision_needs_its_reason_and_keeps_it() -> None:
    section = running_section()
    pairing = board_of(section)
    with pytest.raises(Refused, match="reason for your decision"):
        enter_result(actor=None, pairing=pairing, result="0-0", decision=True, reason="  ")

    decided = enter_result(
        actor=None, pairing=pairing, result="0-0", decision=True, reason="Both had\nleft the room."
    )

    assert (decided.origin, decided.reason) == (ResultOrigin.DECISION, "Both had left the room.")
    assert history_of(section.event).first().reason == "Both had left the room."  # type: ignore[union-attr]


def test_an_adjourned_game_gets_its_result_later_without_a_reason_even_after_the_round_was_closed() -> None:
    section = running_section()
    pairing = board_of(section)
    enter_result(actor=None, pairing=pairing, result="adjourned")
    section.rounds.update(state=RoundState.CLOSED)
    make_round(section, 2, [(1, 2, "")])

    later = enter_result(actor=None, pairing=pairing, result="1/2-1/2")

    assert (later.result, later.origin) == ("1/2-1/2", ResultOrigin.ARBITER)


@pytest.mark.parametrize("built_on", ["closed", "paired"])
def test_a_correction_of_what_others_built_on_needs_a_reason_and_is_logged_as_one(built_on: str) -> None:
    section = running_section()
    pairing = board_of(section, boards=[(1, 3, "1-0"), (4, 2, "0-1")])
    if built_on == "closed":
        section.rounds.update(state=RoundState.CLOSED)
    else:
        make_round(section, 2, [(1, 2, "")], state=RoundState.PAIRED)
    with pytest.raises(Refused, match="say why this one is changed"):
        enter_result(actor=None, pairing=pairing, result="0-1")

    corrected = enter_result(actor=None, pairing=pairing, result="0-1", reason="Colours were mixed up.")

    assert (corrected.result, corrected.reason) == ("0-1", "Colours were mixed up.")
    line = history_of(section.event).first()
    assert line is not None
    assert (line.action, line.reason) == ("event.result_corrected", "Colours were mixed up.")
    assert (line.before["result"], line.after["result"]) == ("1-0", "0-1")


def test_a_typing_error_in_the_present_round_needs_no_reason() -> None:
    section = running_section()
    pairing = board_of(section, boards=[(1, 3, "1-0"), (4, 2, "0-1")])
    assert enter_result(actor=None, pairing=pairing, result="0-1", seen=1).result == "0-1"


@pytest.mark.parametrize(
    ("event_state", "round_state", "words"),
    [
        (EventState.FINISHED, RoundState.CLOSED, "Reopen it first"),
        (EventState.RATED, RoundState.CLOSED, "Reopen it first"),
        (EventState.OPEN, RoundState.PUBLISHED, "has not started yet"),
        (EventState.RUNNING, RoundState.PAIRED, "Publish it first"),
    ],
)
def test_results_are_entered_while_the_event_runs_and_into_published_rounds(
    event_state: EventState, round_state: RoundState, words: str
) -> None:
    section = running_section()
    pairing = board_of(section, state=round_state)
    Event.objects.update(state=event_state)
    with pytest.raises(Refused, match=words):
        enter_result(actor=None, pairing=pairing, result="1-0")
    assert Event.objects.get().change_number == 0


@pytest.mark.parametrize("nonsense", ["2-0", "1–0", "\0", "x" * 500])
def test_what_is_no_result_is_refused_with_a_sentence(nonsense: str) -> None:
    with pytest.raises(Refused, match="is not a result"):
        enter_result(actor=None, pairing=board_of(running_section()), result=nonsense)


def test_a_reason_longer_than_its_column_is_refused() -> None:
    with pytest.raises(Refused, match="500 characters"):
        enter_result(actor=None, pairing=board_of(running_section()), result="1-0", reason="x" * 501)


def test_players_confirming_what_the_arbiter_types_is_no_conflict() -> None:
    section = running_section()
    pairing = board_of(section)
    for entry in (pairing.first, pairing.second):
        report_result(actor=account_of(entry), pairing=pairing, entry=entry, result="1-0")

    same = enter_result(actor=None, pairing=pairing, result="1-0", seen=1)

    assert (same.result, same.origin) == ("1-0", ResultOrigin.PLAYERS)
