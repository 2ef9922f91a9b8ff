"""The end of the game: rule 6a and the express rule."""

import pytest

from engine.barragoon import BROWN, WHITE, Code, Game
from engine.core import Outcome, Termination
from tests.engine.barragoon.boards import board, game, refused

WALLED_IN = ("Za1", "(X)a2", "(X)b1", "(A)a3", "(A)c1", "(A)b2")  # White's 2-tile on a1 cannot move


def outcome_of(*pieces: str, turn: str = "w", express: str = "0-0") -> Outcome | None:
    return game(*pieces, turn=turn, express=express).outcome()


def test_the_game_goes_on_at_the_start() -> None:
    assert Game().outcome() is None
    assert Game(open=True).outcome() is None


def test_a_player_to_move_without_a_movable_tile_has_lost() -> None:
    assert outcome_of(*WALLED_IN, "dg9", "(X)d9") == Outcome(BROWN, Termination.NORMAL, "6a")


def test_it_matters_only_at_the_start_of_ones_own_turn() -> None:
    assert outcome_of(*WALLED_IN, "dg9", "(X)d9", turn="b") is None


def test_a_player_to_move_without_tiles_has_lost() -> None:
    assert outcome_of("dg9", "(X)d9") == Outcome(BROWN, Termination.NORMAL, "6a")
    assert outcome_of("Dg9", "(X)d9", turn="b") == Outcome(WHITE, Termination.NORMAL, "6a")


def test_if_neither_side_can_move_the_one_to_move_loses() -> None:
    stuck = (*WALLED_IN, "zg9", "(X)g8", "(X)f9", "(A)g7", "(A)e9", "(A)f8")

    assert outcome_of(*stuck) == Outcome(BROWN, Termination.NORMAL, "6a")
    assert outcome_of(*stuck, turn="b") == Outcome(WHITE, Termination.NORMAL, "6a")


def test_with_no_tiles_at_all_the_one_to_move_loses() -> None:
    assert outcome_of() == Outcome(BROWN, Termination.NORMAL, "6a")


def test_a_game_that_is_over_takes_no_ply() -> None:
    violation = refused(game("Dd2", "(X)d9", turn="b"), "d2-d4")

    assert (violation.code, violation.rule) == (Code.GAME_OVER, "6a")
    assert violation.message == "The game was over before this ply: Brown has no tile that can move."


def test_a_game_that_is_over_has_no_moves() -> None:
    assert list(game("Dd2", "(X)d9", turn="b").legal_moves()) == []


# the express rule


@pytest.mark.parametrize(
    ("level", "tiles", "lost"),
    [
        (0, ("Da1",), False),
        (1, ("Da1",), True),
        (1, ("Da1", "Da4"), False),
        (2, ("Da1", "Da4"), True),
        (2, ("Da1", "Da4", "De1"), False),
    ],
)
def test_with_a_level_so_many_movable_tiles_are_too_few(
    level: int, tiles: tuple[str, ...], *, lost: bool
) -> None:
    outcome = outcome_of(*tiles, "dg9", "(X)d9", express=f"{level}-0")

    assert outcome == (Outcome(BROWN, Termination.NORMAL, "6a") if lost else None)


def test_tiles_that_cannot_move_do_not_count() -> None:
    assert outcome_of(*WALLED_IN, "Dg1", "dg9", "(X)d9", express="1-0") == Outcome(
        BROWN, Termination.NORMAL, "6a"
    )


def test_each_side_has_its_own_level() -> None:
    pieces = ("Da1", "Da4", "dg9", "(X)d9")

    assert outcome_of(*pieces, express="1-1") is None
    assert outcome_of(*pieces, express="1-1", turn="b") == Outcome(WHITE, Termination.NORMAL, "6a")
    assert outcome_of(*pieces, express="1-0", turn="b") is None


def test_a_game_lost_by_the_express_rule_takes_no_ply() -> None:
    started = game("Da1", "dg9", "(X)d9", express="1-0")

    violation = refused(started, "a1-a4")

    assert violation.code is Code.GAME_OVER
    assert violation.message == (
        "The game was over before this ply: at express level 1 White needs more than 1 tile that can move."
    )
    assert list(started.legal_moves()) == []


def test_express_levels_can_be_given_at_the_start() -> None:
    started = Game(express=(1, 2))

    assert started.express == (1, 2)
    assert started.position().endswith(" w 24 1-2")


def test_levels_given_with_a_position_replace_its_own() -> None:
    started = Game(position=board("Da1", "dg9", "(X)d9", express="2-2"), express=(0, 0))

    assert started.outcome() is None


def test_the_outcome_follows_a_ply_and_its_taking_back() -> None:
    started = game("Dd2", "zd5", reserve=2)

    assert started.outcome() is None
    started.push("d2xd5")
    assert started.outcome() == Outcome(WHITE, Termination.NORMAL, "6a")
    started.pop()
    assert started.outcome() is None
