"""Moves, the end of a game, words, and what the referee says to a ply that is not legal."""

import pytest

from engine.core import FIRST, SECOND, Outcome, RuleViolation, Step, Termination
from engine.draughts import Game
from engine.draughts.violations import find_violation


def test_men_move_forwards_one_square() -> None:
    assert [tuple(step) for step in Game(position="W:W28,31:B5").legal_moves()] == [
        ("28", "22", "move"),
        ("28", "23", "move"),
        ("31", "26", "move"),
        ("31", "27", "move"),
    ]
    assert [step.target for step in Game(position="B:W50:B17,26").legal_moves()] == ["21", "22", "31"]


def test_kings_move_as_far_as_the_way_is_free() -> None:
    targets = [step.target for step in Game(position="W:WK28,19,39:B6").legal_moves() if step.origin == "28"]

    assert targets == ["11", "17", "22", "23", "32", "33", "37", "41", "46"]


def test_a_capture_is_a_step_of_its_kind() -> None:
    assert list(Game(position="W:W32:B28").legal_moves()) == [Step("32", "23", "capture")]


@pytest.mark.parametrize(
    ("fen", "winner"),
    [
        ("W:W:B1", SECOND),  # no piece left
        ("B:W50:B", FIRST),
        ("W:W36:B27,31", SECOND),  # no move left
        ("W:W36:B31", None),
        ("W:WK46:B37,41", SECOND),
    ],
)
def test_who_cannot_move_has_lost(fen: str, winner: object) -> None:
    game = Game(position=fen)

    assert game.outcome() == (None if winner is None else Outcome(winner, Termination.NORMAL, "end"))  # type: ignore[arg-type]
    assert bool(list(game.legal_plies())) == (winner is None)


def test_plies_can_be_taken_back_to_the_start() -> None:
    game = Game()
    keys = game.keys()
    for ply in ("32-28", "19-23", "28x19", "14x23 (=)"):
        game.push(ply)
    assert game.plies == ["32-28", "19-23", "28x19", "14x23"]

    assert [game.pop() for _ in range(4)] == ["14x23", "28x19", "19-23", "32-28"]

    assert (game.position(), game.keys()) == ("W:W31-50:B1-20", keys)
    with pytest.raises(IndexError):
        game.pop()
    with pytest.raises(IndexError):
        game.offer_draw()


@pytest.mark.parametrize(
    ("fen", "ply", "words"),
    [
        ("W:W32:B5", "32-28", "White: man from 32 moves to 28"),
        ("B:W6:B45", "45-50 (=)", "Black: man from 45 moves to 50, and becomes a king, and offers a draw"),
        ("W:WK46:B28", "46x5", "White: king from 46 captures the piece on 28 and lands on 5"),
        (
            "W:W32:B18,28",
            "32x12",
            "White: man from 32 captures 2 pieces, on 18 and 28, and lands on 12",
        ),
    ],
)
def test_a_ply_in_words(fen: str, ply: str, words: str) -> None:
    assert Game(position=fen).words(ply) == words


def test_nothing_is_hidden() -> None:
    game = Game()

    assert game.position("open") == game.position()
    with pytest.raises(ValueError, match="no view"):
        game.position("white")


def test_the_squares_of_the_last_ply_and_what_it_took() -> None:
    game = Game(position="W:W32:B18,K28")
    assert (game.last_squares(), game.marks()) == ((), ())
    game.push("32x12")

    assert game.last_squares() == ("32", "12", "18", "28")
    assert [(mark.square, mark.symbol) for mark in game.marks()] == [
        ("18", "black-man"),
        ("28", "black-king"),
    ]


def test_a_legal_ply_has_no_violation() -> None:
    with pytest.raises(ValueError, match="is legal"):
        find_violation(Game().snapshot(), "32-28")


@pytest.mark.parametrize(
    ("fen", "ply", "code", "rule"),
    [
        ("W:W32:B5", "e2-e4", "not-a-ply", "notation"),
        ("W:W32:B5", "032-28", "not-a-ply", "notation"),
        ("W:W32:B5", "32-28-22", "not-a-ply", "notation"),
        ("W:W32:B5", "32-" + "28" * 50, "not-a-ply", "notation"),
        ("W:W32:B5", "32-51", "square-unknown", "notation"),
        ("W:W32:B5", "0-5", "square-unknown", "notation"),
        ("W:W36:B27,31", "36-31", "game-over", "end"),
        ("W:W32:B5", "33-28", "no-piece", "move"),
        ("W:W32:B5", "5-10", "not-your-piece", "move"),
        ("W:W32:B27,28", "32-26", "must-capture", "capture"),
        ("W:W32:B28", "32-23", "capture-not-marked", "capture"),
        ("W:W32:B5", "32x28", "not-a-capture", "capture"),
        ("W:W32:B5", "32x23", "cannot-capture", "capture"),
        ("W:W32,50:B28", "50x44", "cannot-capture", "capture"),
        ("W:W32:B17,18,28", "32x12", "captures-too-few", "majority"),
        ("W:W32:B17,18,28", "32x23x12", "captures-too-few", "majority"),
        ("W:WK26:B9,23,29,37,39", "26x3", "ambiguous-capture", "notation"),
        ("W:W32,28:B5", "32-28", "square-occupied", "move"),
        ("W:W32:B5", "32-29", "not-diagonal", "move"),
        ("W:W32:B5", "32-32", "not-diagonal", "move"),
        ("W:W32:B5", "32-37", "backwards", "move"),
        ("W:W32:B5", "32-23", "too-far", "move"),
        ("W:WK46,28:B15", "46-19", "way-blocked", "move"),
    ],
)
def test_what_is_wrong_with_a_ply(fen: str, ply: str, code: str, rule: str) -> None:
    game = Game(position=fen)
    before = game.position()

    assert not game.is_legal(ply)
    with pytest.raises(RuleViolation) as caught:
        game.push(ply)

    assert (caught.value.code, caught.value.rule) == (code, rule)
    assert (game.position(), game.plies) == (before, [])
