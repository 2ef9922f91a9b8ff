"""Result and termination agree with the board; what is missing is filled in."""

import pytest

from engine.core import Result, Termination
from tests.engine.record.texts import codes, read_one

DECIDED = {"Position": "7/7/7/7/3z3/7/7/3D3/7 w 4 0-0"}  # 1. d2xd5 takes the last tile
CYCLE = "c2-c3 c8-c7 c3-c2 c7-c8 "


def verdict(moves: str, **tags: str) -> tuple[str | None, str | None]:
    record = read_one(moves, **tags)
    assert record.ok, record.errors
    return record.result, record.termination


# decided on the board


@pytest.mark.parametrize("token", ["1-0", ""])
@pytest.mark.parametrize("tags", [{}, {"Result": "1-0"}, {"Termination": "normal"}])
def test_a_win_on_the_board_is_filled_in(token: str, tags: dict[str, str]) -> None:
    assert verdict(f"1. d2xd5 {token}", **DECIDED, **tags) == ("1-0", "normal")


@pytest.mark.parametrize("result", ["0-1", "1/2-1/2", "*"])
def test_another_result_contradicts_the_board(result: str) -> None:
    record = read_one(f"1. d2xd5 {result}", **DECIDED)

    (error,) = record.errors
    assert (error.code.value, error.rule, error.line, error.column) == (
        "result-contradicts-board",
        "6a",
        4,
        10,
    )
    assert error.message == f"White has won on the board: the result is 1-0, not {result}."
    assert record.main.plies == ["d2xd5"]


@pytest.mark.parametrize(
    "reason", ["resigned", "agreement", "time", "forfeit", "adjudication", "unterminated"]
)
def test_another_termination_contradicts_the_board(reason: str) -> None:
    record = read_one("1. d2xd5 1-0", **DECIDED, Termination=reason)

    assert codes(record) == ["termination-contradicts-board"]
    assert record.errors[0].line == 3


# not decided on the board


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2"])
@pytest.mark.parametrize("reason", ["resigned", "agreement", "time", "forfeit", "adjudication"])
def test_any_other_result_goes_with_another_reason(result: str, reason: str) -> None:
    assert verdict(f"1. d2-d4 {result}", Termination=reason) == (result, reason)


def test_an_open_game_is_unterminated() -> None:
    assert verdict("1. d2-d4 *", Termination="unterminated") == ("*", "unterminated")
    assert verdict("1. d2-d4 *") == ("*", "unterminated")
    assert verdict("1. d2-d4") == ("*", "unterminated")


@pytest.mark.parametrize(
    ("result", "reason"), [("1-0", "resigned"), ("0-1", "resigned"), ("1/2-1/2", "agreement")]
)
def test_a_missing_reason_is_the_players_own(result: str, reason: str) -> None:
    assert verdict(f"1. d2-d4 {result}") == (result, reason)


@pytest.mark.parametrize("reason", ["resigned", "normal", "time"])
def test_an_open_result_goes_with_unterminated_only(reason: str) -> None:
    assert codes(read_one("1. d2-d4 *", Termination=reason)) == ["termination-contradicts-result"]
    assert codes(read_one("1. d2-d4", Termination=reason)) == ["termination-contradicts-result"]


def test_a_result_does_not_go_with_unterminated() -> None:
    assert codes(read_one("1. d2-d4 1-0", Termination="unterminated")) == ["termination-contradicts-result"]


@pytest.mark.parametrize("result", ["1-0", "0-1"])
def test_a_normal_win_must_be_on_the_board(result: str) -> None:
    record = read_one(f"1. d2-d4 {result}", Termination="normal")

    assert codes(record) == ["termination-contradicts-board"]


def test_tag_and_token_must_agree() -> None:
    record = read_one("1. d2-d4 0-1", Result="1-0", Termination="time")

    assert codes(record) == ["result-differs"]
    assert (record.errors[0].line, record.errors[0].column) == (5, 10)


# draws under 6c


def test_an_accepted_offer_after_a_repetition_is_a_normal_draw() -> None:
    assert verdict(f"{CYCLE * 3} (=) 1/2-1/2") == ("1/2-1/2", "normal")
    assert verdict(f"{CYCLE * 3} (=) 1/2-1/2", Termination="normal") == ("1/2-1/2", "normal")


@pytest.mark.parametrize("moves", [CYCLE * 3, f"{CYCLE * 3} (=) d2-d4", f"{CYCLE * 2} (=)"])
def test_a_normal_draw_needs_the_offer_on_the_last_ply(moves: str) -> None:
    assert codes(read_one(f"{moves} 1/2-1/2", Termination="normal")) == ["draw-not-offered"]


def test_an_offer_that_stands_may_stay_unanswered() -> None:
    assert verdict(f"{CYCLE * 3} (=) *") == ("*", "unterminated")


def test_a_declined_offer_brings_the_duty_to_deviate() -> None:
    record = read_one(f"{CYCLE * 3} (=) c2-c3 *")

    (error,) = record.errors
    assert (error.code.value, error.rule, error.ply, error.move) == ("must-deviate", "6c", 13, "7. c2-c3")


def test_result_and_termination_are_enums() -> None:
    record = read_one("1. d2-d4 1-0", Termination="time")

    assert record.result is Result.FIRST_WINS
    assert record.termination is Termination.TIME
