"""The rule "end": flag, nothing but bombs and flag, both so, no legal move."""

import pytest

from engine import stratego
from engine.core import FIRST, SECOND, Outcome, PositionError, RuleViolation, Side, Termination
from tests.engine.stratego.positions import board, game


def ended(winner: Side | None) -> Outcome:
    return Outcome(winner, Termination.NORMAL, "end")


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert game({}).outcome() is None


@pytest.mark.parametrize("letter", list("MGOJPLTNCS"))
def test_every_movable_piece_wins_by_capturing_the_flag(letter: str) -> None:
    position = game({"j10": "n", "e5": letter, "e6": "f"})

    position.push("e5xe6")

    assert position.outcome() == ended(FIRST)


def test_blue_wins_by_capturing_the_flag() -> None:
    position = game({"a1": "N", "e5": "F", "e6": "t"}, "b")

    position.push("e6xe5")

    assert position.outcome() == ended(SECOND)


def test_nothing_is_legal_after_the_end() -> None:
    position = game({"j10": "n", "e5": "T", "e6": "f"})
    position.push("e5xe6")

    assert list(position.legal_moves()) == []
    with pytest.raises(RuleViolation) as caught:
        position.push("j9-j8")
    assert (caught.value.code, caught.value.rule, caught.value.message) == (
        "game-over",
        "end",
        "The game is over: Red has won.",
    )


def test_a_game_goes_on_when_its_end_is_taken_back() -> None:
    position = game({"j10": "n", "e5": "T", "e6": "f"})
    position.push("e5xe6")

    position.pop()

    assert position.outcome() is None
    assert position.is_legal("e5xe6")


def test_losing_the_last_movable_piece_as_defender_loses_at_once() -> None:
    position = stratego.Game(position=board({"a1": "F", "e5": "J", "e6": "t", "j10": "f", "j9": "b"}))

    position.push("e5xe6")

    assert position.outcome() == ended(FIRST)
    assert position.turn is SECOND


def test_losing_the_last_movable_piece_as_attacker_loses_though_the_winner_is_to_move() -> None:
    position = stratego.Game(position=board({"a1": "F", "e5": "J", "e6": "b", "j10": "f", "j9": "t"}))

    position.push("e5xe6")

    assert position.outcome() == ended(SECOND)
    assert position.turn is SECOND


def test_one_attack_that_leaves_both_with_bombs_and_flag_is_a_draw() -> None:
    position = stratego.Game(position=board({"a1": "F", "a2": "B", "e5": "J", "e6": "j", "j10": "f"}))

    position.push("e5xe6")

    assert position.outcome() == ended(None)
    with pytest.raises(RuleViolation, match="The game is over: it is a draw"):
        position.push("a2-a3")


def test_capturing_the_flag_with_the_last_piece_wins() -> None:
    position = stratego.Game(position=board({"a1": "F", "e5": "J", "e6": "f", "j9": "t"}))

    position.push("e5xe6")

    assert position.outcome() == ended(FIRST)


def test_a_player_walled_in_by_his_own_bombs_has_lost() -> None:
    walled = {"a1": "T", "a2": "B", "b1": "B", "j1": "F", "e6": "t", "j10": "f"}
    position = stratego.Game(position=board(walled, "b"))

    position.push("e6-e5")

    assert position.outcome() == ended(SECOND)


def test_a_walled_in_player_loses_only_when_he_is_to_move() -> None:
    walled = {"a1": "T", "a2": "B", "b1": "B", "j1": "F", "e6": "t", "j10": "f"}

    assert stratego.Game(position=board(walled, "b")).outcome() is None
    assert stratego.Game(position=board(walled, "r")).outcome() == ended(SECOND)


def test_a_player_who_can_only_attack_has_not_lost() -> None:
    position = stratego.Game(
        position=board({"a1": "T", "a2": "B", "b1": "m", "j1": "F", "e6": "t", "j10": "f"})
    )

    assert position.outcome() is None
    assert list(position.legal_plies()) == ["a1xb1"]


def test_the_two_squares_rule_can_take_the_last_move() -> None:
    corridor = {"a1": "T", "b1": "B", "b2": "B", "a3": "B", "j1": "F", "e6": "t", "j10": "f"}
    position = stratego.Game(position=board(corridor))
    walk = ["e6-e5", "e5-f5", "f5-f6", "f6-e6"]
    for turn in range(4):
        position.push("a2-a1" if turn % 2 else "a1-a2")
        position.push(walk[turn % 4])
    position.push("a1-a2")
    assert position.outcome() is None

    position.push("e6-e5")

    assert position.outcome() == ended(SECOND)


def test_the_two_squares_rule_does_not_take_a_scout_past_its_last_square() -> None:
    corridor = {"a1": "C", "b1": "B", "b2": "B", "b3": "B", "a4": "B", "j1": "F", "e6": "t", "j10": "f"}
    position = stratego.Game(position=board(corridor), two_squares=1)
    position.push("a1-a2")
    position.push("e6-e5")
    position.push("a2-a3")
    position.push("e5-f5")

    assert position.outcome() is None
    assert list(position.legal_plies()) == ["a3-a1"]


def test_red_can_be_walled_in_by_his_set_up_and_loses_before_the_first_ply() -> None:
    walled = "FNMGOJPLTN/NNNCCCCCCC/OJJPPPLLLT/BBTTBBSCBB"
    ordinary = "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"

    assert stratego.Game(walled, ordinary).outcome() == ended(SECOND)
    assert stratego.Game(walled, walled).outcome() == ended(SECOND)


def test_blue_walled_in_by_his_set_up_loses_when_his_turn_comes() -> None:
    position = stratego.Game(
        "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB", "FNMGOJPLTN/NNNCCCCCCC/OJJPPPLLLT/BBTTBBSCBB"
    )
    assert position.outcome() is None

    position.push("a4-a5")

    assert position.outcome() == ended(FIRST)


@pytest.mark.parametrize(
    ("men", "winner"),
    [
        ({"a1": "T", "j10": "f", "j9": "t"}, SECOND),
        ({"a1": "T", "a2": "F", "j9": "t"}, FIRST),
        ({"a1": "F", "j10": "f", "j9": "t"}, SECOND),
        ({"a1": "F", "a2": "T", "j10": "f"}, FIRST),
        ({"a1": "F", "j10": "f", "j9": "b"}, None),
    ],
)
def test_a_position_can_be_decided_before_anything_is_played(
    men: dict[str, str], winner: Side | None
) -> None:
    assert stratego.Game(position=board(men)).outcome() == ended(winner)


def test_a_position_with_neither_flag_is_refused() -> None:
    with pytest.raises(PositionError, match="Neither side has a flag"):
        stratego.Game(position=board({"a1": "T", "j10": "t"}))


def test_there_is_no_draw_to_accept() -> None:
    assert game({}).accepted_draw() is None
