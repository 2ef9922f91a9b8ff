"""Set-ups and position strings: rules 1 and 7."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.barragoon import BROWN, WHITE, Code, Express, Game, Position
from engine.core import PositionError
from tests.engine.barragoon.boards import board
from tests.engine.barragoon.random_positions import random_position

CLOSED = "1vd1dv1/2zdz2/7/1(X)3(X)1/(X)1(X)1(X)1(X)/1(X)3(X)1/7/2ZDZ2/1VD1DV1 w 24 0-0"


def error_of(text: str) -> PositionError:
    with pytest.raises(PositionError) as caught:
        Position.parse(text)
    return caught.value


def test_the_closed_start_is_the_published_one() -> None:
    assert Game().position() == CLOSED
    assert Game().turn is WHITE


def test_the_open_start_shows_all_turns() -> None:
    assert Game(open=True).position() == CLOSED.replace("X", "A")


def test_a_side_has_two_2_tiles_three_3_tiles_and_two_4_tiles() -> None:
    position = Position.parse(CLOSED)

    assert [position.at(square) for square in ("b1", "f1", "c1", "e1", "d2", "c2", "e2")] == list("VVDDDZZ")
    assert [position.at(square) for square in ("b9", "f9", "c9", "e9", "d8", "c8", "e8")] == list("vvdddzz")
    assert [position.at(square) for square in ("b4", "f4", "a5", "c5", "e5", "g5", "b6", "f6")] == ["(X)"] * 8


@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_position_survives_the_round_trip(rng: object) -> None:
    text = random_position(rng)  # type: ignore[arg-type]

    assert Position.parse(text).text == text


def test_a_parsed_position_knows_all_its_parts() -> None:
    position = Position.parse(board("Za1", "vg9", "(NE)d5", turn="b", reserve=3, express="1-2"))

    assert (position.turn, position.reserve, position.express) == (BROWN, 3, Express(1, 2))
    assert (position.at("a1"), position.at("g9"), position.at("d5"), position.at("d4")) == (
        "Z",
        "v",
        "(NE)",
        "",
    )


def test_runs_may_be_written_in_parts_and_are_joined() -> None:
    assert Position.parse("7/7/7/7/7/7/7/7/Z1113 w 0 0-0").text.split()[0].endswith("/Z6")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7/7/7/7/7/7/7/7/7",
        "7/7/7/7/7/7/7/7/7 w 0",
        "7/7/7/7/7/7/7/7/7 w 0 0-0 x",
        "7/7/7/7/7/7/7/7 w 0 0-0",
        "7/7/7/7/7/7/7/7/7/7 w 0 0-0",
        "7/7/7/7/7/7/7/7/8 w 0 0-0",
        "7/7/7/7/7/7/7/7/0Z6 w 0 0-0",
        "7/7/7/7/7/7/7/7/6 w 0 0-0",
        "7/7/7/7/7/7/7/7/Q6 w 0 0-0",
        "7/7/7/7/7/7/7/7/(NN)6 w 0 0-0",
        "7/7/7/7/7/7/7/7/(x)6 w 0 0-0",
        "7/7/7/7/7/7/7/7/(X6 w 0 0-0",
        "7/7/7/7/7/7/7/7/X6 w 0 0-0",
        "7/7/7/7/7/7/7/7/７ w 0 0-0",
        "7/7/7/7/7/7/7/7/7 W 0 0-0",
        "7/7/7/7/7/7/7/7/7 w -1 0-0",
        "7/7/7/7/7/7/7/7/7 w 05 0-0",
        "7/7/7/7/7/7/7/7/7 w ٣ 0-0",
        "7/7/7/7/7/7/7/7/7 w 0 3-0",
        "7/7/7/7/7/7/7/7/7 w 0 0",
        "7" * 5000,
    ],
)
def test_bad_position_strings_are_malformed(text: str) -> None:
    assert error_of(text).code is Code.POSITION_MALFORMED


def test_the_error_names_the_rank() -> None:
    assert error_of("7/7/7/6/7/7/7/7/7 w 0 0-0").message == "Rank 6 has 6 squares instead of 7."


def test_more_than_seven_tiles_a_side_are_impossible() -> None:
    error = error_of("7/7/7/7/7/7/7/Z6/ZZZZZZZ w 0 0-0")

    assert (error.code, error.rule) == (Code.POSITION_IMPOSSIBLE, "1")
    assert error.message == "White has 8 tiles; a side has 7 at most."


def test_more_than_32_barragoons_are_impossible() -> None:
    error = error_of("(X)6/7/7/7/7/7/7/7/7 w 32 0-0")

    assert error.code is Code.POSITION_IMPOSSIBLE
    assert error.message == ("There are 1 barragoons on the board and 32 in the reserve; the game has 32.")


def test_how_many_of_a_sides_tiles_are_2_tiles_is_left_open() -> None:
    assert Position.parse("7/7/7/7/7/7/7/7/ZZZ4 w 0 0-0").at("c1") == "Z"


@settings(deadline=None)
@given(st.text())
def test_no_text_raises_anything_but_a_position_error(text: str) -> None:
    try:
        position = Position.parse(text)
    except PositionError:
        return
    assert Position.parse(position.text) == position


@settings(deadline=None)
@given(st.integers(0, len(CLOSED)), st.text(alphabet="ZDVzdv(XNESWA)/1234567 wb-0", max_size=3))
def test_a_changed_position_string_is_read_or_refused(index: int, inserted: str) -> None:
    text = CLOSED[:index] + inserted + CLOSED[index + 1 :]
    try:
        position = Position.parse(text)
    except PositionError:
        return
    assert Position.parse(position.text) == position


def test_barragoon_has_only_the_open_view() -> None:
    started = Game()

    assert started.position("open") == started.position()
    with pytest.raises(ValueError, match="no view red"):
        started.position("red")
