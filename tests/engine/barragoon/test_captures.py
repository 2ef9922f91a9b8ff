"""Captures and what is placed after them: rules 3.2, 4.4 and 4.5."""

import pytest

from engine.barragoon import Code, Position
from tests.engine.barragoon.boards import game, refused

# White's 3-tile can capture a tile on d5; Brown has another one, so it is not the last.
TILE = ("Dd2", "zd5", "zg9", "(X)e9")
BARRAGOON = ("Dd2", "(X)d5", "zg9", "(X)e9")


def test_after_a_captured_tile_the_loser_places_first_and_the_capturer_second() -> None:
    started = game(*TILE, reserve=10)

    started.push("d2xd5/NE@a1/S@a2")

    position = Position.parse(started.position())
    assert (position.at("a1"), position.at("a2"), position.at("d5"), position.at("d2")) == (
        "(NE)",
        "(S)",
        "D",
        "",
    )
    assert started.reserve == 8


def test_the_capturers_old_square_is_empty_by_then() -> None:
    started = game(*TILE, reserve=10)

    started.push("d2xd5/X@d2/X@a1")

    assert Position.parse(started.position()).at("d2") == "(X)"


def test_both_barragoons_cannot_go_on_one_square() -> None:
    violation = refused(game(*TILE, reserve=10), "d2xd5/X@a1/N@a1")

    assert (violation.code, violation.rule) == (Code.PLACEMENT_ON_OCCUPIED, "4.4")


@pytest.mark.parametrize("square", ["d5", "g9", "e9"])
def test_barragoons_go_on_empty_squares_only(square: str) -> None:
    violation = refused(game(*TILE, reserve=10), f"d2xd5/X@a1/X@{square}")

    assert (violation.code, violation.rule) == (Code.PLACEMENT_ON_OCCUPIED, "4.4")
    assert violation.message == f"{square} is not empty: a barragoon goes on an empty square."


@pytest.mark.parametrize("ply", ["d2xd5", "d2xd5/X@a1"])
def test_due_placements_must_be_written(ply: str) -> None:
    violation = refused(game(*TILE, reserve=10), ply)

    assert (violation.code, violation.rule) == (Code.PLACEMENT_MISSING, "4.4")


def test_there_is_no_third_placement() -> None:
    violation = refused(game(*TILE, reserve=10), "d2xd5/X@a1/X@a2/X@a3")

    assert (violation.code, violation.rule) == (Code.PLACEMENT_NOT_DUE, "4.4")


def test_a_plain_move_places_nothing() -> None:
    violation = refused(game(*TILE), "d2-c4/X@a1")

    assert (violation.code, violation.rule) == (Code.PLACEMENT_NOT_DUE, "4.3")


# 4.5


def test_a_captured_barragoon_is_put_back_at_once() -> None:
    started = game(*BARRAGOON, reserve=5)

    started.push("d2xd5/A@d2")

    position = Position.parse(started.position())
    assert (position.at("d2"), position.at("d5"), started.reserve) == ("(A)", "D", 5)


def test_a_captured_barragoon_must_be_put_back() -> None:
    violation = refused(game(*BARRAGOON), "d2xd5")

    assert (violation.code, violation.rule) == (Code.PLACEMENT_MISSING, "4.5")


def test_a_captured_barragoon_cannot_go_where_it_was() -> None:
    violation = refused(game(*BARRAGOON), "d2xd5/X@d5")

    assert (violation.code, violation.rule) == (Code.PLACEMENT_ON_OCCUPIED, "4.5")


def test_a_captured_barragoon_is_put_back_once() -> None:
    violation = refused(game(*BARRAGOON, reserve=5), "d2xd5/X@a1/X@a2")

    assert (violation.code, violation.rule) == (Code.PLACEMENT_NOT_DUE, "4.5")


def test_barragoons_can_be_captured_with_an_empty_reserve() -> None:
    assert game(*BARRAGOON, reserve=0).is_legal("d2xd5/X@a1")


# 3.2


def test_a_forgotten_barragoon_is_out_of_play_for_good() -> None:
    started = game(*BARRAGOON, reserve=5)

    started.push("d2xd5/-")

    assert started.reserve == 5
    assert started.position().count("(X)") == 1


@pytest.mark.parametrize("placements", ["/-/N@a1", "/N@a1/-", "/-/-"])
def test_forgotten_barragoons_left_the_reserve_all_the_same(placements: str) -> None:
    started = game(*TILE, reserve=10)

    started.push(f"d2xd5{placements}")

    assert started.reserve == 8
    assert started.position().count("(N)") == placements.count("N")


# 4.4: the last tile


def test_after_a_last_tile_nothing_has_to_be_placed() -> None:
    started = game("Dd2", "zd5", reserve=10)

    started.push("d2xd5")

    assert started.reserve == 8
    assert started.outcome() is not None


def test_after_a_last_tile_placements_may_be_shown() -> None:
    started = game("Dd2", "zd5", reserve=10)

    started.push("d2xd5/NE@a1/S@a2")

    assert Position.parse(started.position()).at("a2") == "(S)"


def test_placements_after_a_last_tile_are_checked() -> None:
    assert refused(game("Dd2", "zd5", reserve=10), "d2xd5/X@d5/X@a1").code is Code.PLACEMENT_ON_OCCUPIED


def test_after_a_last_tile_one_placement_of_two_is_not_enough() -> None:
    assert refused(game("Dd2", "zd5", reserve=10), "d2xd5/X@a1").code is Code.PLACEMENT_MISSING


# the reserve


def test_with_one_in_reserve_one_barragoon_is_placed() -> None:
    started = game(*TILE, reserve=1)

    violation = refused(started, "d2xd5/X@a1/X@a2")
    started.push("d2xd5/X@a1")

    assert violation.code is Code.PLACEMENT_NOT_DUE
    assert violation.message == "The reserve holds 1 for this capture, so there is no further placement."
    assert started.reserve == 0


def test_with_an_empty_reserve_nothing_is_placed() -> None:
    started = game(*TILE, reserve=0)

    assert refused(started, "d2xd5/X@a1/X@a2").code is Code.PLACEMENT_NOT_DUE
    assert started.is_legal("d2xd5")


def test_the_reserve_lasts_for_twelve_captures_and_a_thirteenth_takes_a_last_tile() -> None:
    # Twelve tiles gone and both sides' last ones left: the reserve is empty, nothing can be placed.
    started = game("Dd2", "zd5", reserve=0)

    started.push("d2xd5")

    assert started.reserve == 0
    assert started.outcome() is not None


def test_placements_of_a_last_tile_cannot_exceed_the_reserve() -> None:
    assert refused(game("Dd2", "zd5", reserve=0), "d2xd5/X@a1/X@a2").code is Code.PLACEMENT_NOT_DUE


def test_pop_takes_placements_and_captures_back() -> None:
    started = game(*TILE, reserve=10)
    before = started.position()
    started.push("d2xd5/X@d2/NE@a1")

    assert started.pop() == "d2xd5/X@d2/NE@a1"

    assert started.position() == before
    assert started.is_legal("d2xd5/X@d2/NE@a1")
