"""The repetition rule 6c: offer, acceptance, decline, the duty to deviate, the forced draw."""

from engine.barragoon import Code, Game
from engine.barragoon.repetition import Duty, repeated_period
from engine.core import Outcome, Termination
from tests.engine.barragoon.boards import game, refused

CYCLE = ["c2-c3", "c8-c7", "c3-c2", "c7-c8"]
DRAW = Outcome(None, Termination.NORMAL, "6c")


def repeated(started: Game, cycle: list[str], times: int = 3) -> Game:
    for ply in cycle * times:
        started.push(ply)
    return started


# the threefold sequence


def test_three_equal_runs_are_a_repetition() -> None:
    assert repeated_period(CYCLE * 3) == 4


def test_two_runs_are_not() -> None:
    assert repeated_period(CYCLE * 2) == 0


def test_the_runs_may_begin_anywhere() -> None:
    assert repeated_period(["d2-d4", *CYCLE * 3, "c2-c3"]) == 4


def test_only_even_periods_count() -> None:
    assert repeated_period(["a", "b", "c"] * 3) == 0
    assert repeated_period(["a", "b", "c"] * 6) == 6


def test_the_runs_must_be_the_last_plies() -> None:
    assert repeated_period([*CYCLE * 3, "d2-d4"]) == 0


def test_plies_with_other_placements_are_not_equal() -> None:
    assert (
        repeated_period(["a1xc1/X@a1", "m", "c1xa1/X@c1", "n"] * 2 + ["a1xc1/N@a1", "m", "c1xa1/X@c1", "n"])
        == 0
    )


# the offer


def test_a_repetition_alone_ends_nothing() -> None:
    started = repeated(Game(), CYCLE)

    assert started.outcome() is None
    assert started.accepted_draw() is None


def test_an_offer_after_a_repetition_can_be_accepted() -> None:
    started = repeated(Game(), CYCLE)
    started.offer_draw()

    assert started.accepted_draw() == DRAW
    assert started.outcome() is None


def test_the_offer_may_be_written_with_the_ply() -> None:
    started = repeated(Game(), CYCLE)
    started.pop()

    assert started.is_legal("c7-c8 (=)")
    started.push("c7-c8 (=)")

    assert started.accepted_draw() == DRAW
    assert started.plies[-1] == "c7-c8"


def test_an_offer_is_written_once() -> None:
    started = Game()

    assert refused(started, "d2-d4 (=) (=)").code is Code.PLY_MALFORMED


def test_an_offer_without_a_repetition_is_no_draw_under_the_rules() -> None:
    started = Game()
    started.push("d2-d4 (=)")

    assert started.accepted_draw() is None
    assert started.must_deviate_from() == ""


def test_taking_the_ply_back_takes_the_offer_back() -> None:
    started = repeated(Game(), CYCLE)
    started.offer_draw()
    started.pop()
    started.push("c7-c8")

    assert started.accepted_draw() is None
    assert started.is_legal("c2-c3")


# the duty


def declined() -> Game:
    """White is to move after declining Brown's offer."""
    started = repeated(Game(), CYCLE)
    started.offer_draw()
    return started


def test_the_decliner_must_leave_the_cycle() -> None:
    violation = refused(declined(), "c2-c3")

    assert (violation.code, violation.rule) == (Code.MUST_DEVIATE, "6c")
    assert (
        violation.message == "After the declined draw the repetition must be left: c2-c3 would continue it."
    )


def test_the_continuing_move_is_not_among_the_legal_ones() -> None:
    moves = [f"{step.origin}-{step.target}" for step in declined().legal_moves()]

    assert "c2-c3" not in moves
    assert len(moves) == 27


def test_the_duty_ends_with_the_first_ply_that_leaves_the_cycle() -> None:
    started = declined()
    started.push("c2-c4")
    started.push("c8-c7")

    assert started.must_deviate_from() == ""
    assert started.is_legal("c4-c3")


def test_taking_a_deviation_back_brings_the_duty_back() -> None:
    started = declined()
    started.push("c2-c4")
    started.pop()

    assert refused(started, "c2-c3").code is Code.MUST_DEVIATE


def test_without_an_offer_there_is_no_duty() -> None:
    assert repeated(Game(), CYCLE).is_legal("c2-c3")


def test_a_capture_leaves_the_cycle_by_another_placement() -> None:
    started = game("Za1", "(X)c1", "dg9", "(X)d9")
    repeated(started, ["a1xc1/X@a1", "g9-g7", "c1xa1/X@c1", "g7-g9"])
    started.offer_draw()

    assert refused(started, "a1xc1/X@a1").code is Code.MUST_DEVIATE
    assert ("a1", "c1", "barragoon") in list(started.legal_moves())
    assert started.is_legal("a1xc1/N@a1")
    assert started.is_legal("a1xc1/-")


CORNERED = ("Za1", "(A)a2", "(A)b2", "(A)c1", "(A)c2")  # White can only go between a1 and b1


def cornered() -> Game:
    """White, who has no other ply than a1-b1, is to move after declining."""
    started = game(*CORNERED, "ze8", "dg9", "(X)d9")
    repeated(started, ["a1-b1", "e8-e7", "b1-a1", "e7-e8"])
    started.offer_draw()
    return started


def test_who_has_no_other_ply_may_continue_the_cycle() -> None:
    started = cornered()

    assert [tuple(step) for step in started.legal_moves()] == [("a1", "b1", "move")]
    assert started.is_legal("a1-b1")


def test_the_duty_then_passes_to_the_other_player() -> None:
    started = cornered()
    started.push("a1-b1")

    assert refused(started, "e8-e7").code is Code.MUST_DEVIATE
    started.push("e8-d8")
    assert started.must_deviate_from() == ""


def test_a_second_offer_does_not_start_the_duty_anew() -> None:
    started = cornered()
    started.push("a1-b1 (=)")

    assert started.accepted_draw() == DRAW
    assert refused(started, "e8-e7").code is Code.MUST_DEVIATE


# the forced draw


def test_a_whole_further_cycle_of_only_plies_is_a_draw() -> None:
    duty: Duty | None = Duty(4)
    plies = CYCLE * 3
    for ply in CYCLE:
        assert duty is not None
        assert not duty.is_draw
        assert duty.next_ply(plies) == ply
        duty = duty.after(ply, plies)
        plies.append(ply)

    assert duty == Duty(4, 4)
    assert duty.is_draw


def test_a_deviation_ends_the_duty() -> None:
    assert Duty(4, 2).after("d2-d4", CYCLE * 3) is None
