"""The rules "board", "move" and "two squares": one legal and one illegal case each."""

import pytest

from engine import stratego
from engine.core import RuleViolation
from tests.engine.stratego.positions import game


def moves_from(position: stratego.Game, square: str) -> set[str]:
    return {step.target for step in position.legal_moves() if step.origin == square}


def refusal(position: stratego.Game, ply: str) -> tuple[str, str, str]:
    """Code, rule and sentence of the violation; the game must be unchanged by it."""
    before = position.position()
    assert not position.is_legal(ply)
    with pytest.raises(RuleViolation) as caught:
        position.push(ply)
    assert position.position() == before
    return str(caught.value.code), caught.value.rule, caught.value.message


def test_a_piece_steps_one_square_along_file_or_rank() -> None:
    assert moves_from(game({"e3": "J"}), "e3") == {"e4", "e2", "d3", "f3"}


def test_a_piece_at_the_edge_and_beside_a_lake_stays_on_dry_board() -> None:
    assert moves_from(game({"a5": "J"}), "a5") == {"a4", "a6", "b5"}
    assert moves_from(game({"b5": "J"}), "b5") == {"a5", "b4", "b6"}


def test_a_scout_runs_any_distance_over_empty_squares() -> None:
    assert moves_from(game({"e4": "C", "e8": "t", "b4": "T"}), "e4") == (
        {"e5", "e6", "e7", "e8"} | {"e3", "e2", "e1"} | {"d4", "c4"} | {"f4", "g4", "h4", "i4", "j4"}
    )


def test_a_scout_stops_before_a_lake() -> None:
    assert moves_from(game({"c2": "C", "a2": "N", "b2": "N"}), "c2") == {
        "c1", "c3", "c4", "d2", "e2", "f2", "g2", "h2", "i2", "j2",
    }  # fmt: skip


def test_bombs_and_flag_never_move() -> None:
    position = game({"e4": "B"})

    assert moves_from(position, "e4") == set()
    assert moves_from(position, "a1") == set()


def test_steps_are_told_apart_as_move_and_attack() -> None:
    position = game(
        {"e4": "J", "e5": "t", "d4": "B", "f4": "B", "e3": "L", "a2": "B", "e2": "B", "d3": "B", "f3": "B"}
    )

    assert [tuple(step) for step in position.legal_moves()] == [("e4", "e5", "attack")]


@pytest.mark.parametrize(
    "text",
    ["", "e4", "e4e5", "e4:e5", "E4-E5", "k4-k5", "e0-e1", "e11-e12", "e04-e5", "e4-e5 ", "e4-e٥", "x" * 99],
)
def test_what_is_no_ply_is_refused_as_such(text: str) -> None:
    assert refusal(game({"e4": "J"}), text)[:2] == ("not-a-ply", "move")


def test_an_endless_word_is_cut_short_in_the_message() -> None:
    assert refusal(game({}), "z" * 500)[2] == (
        f"{'z' * 20 + '…'!r} is no Stratego ply: write two squares with - for a move (a4-a5) "
        "or x for an attack (a4xa5)."
    )


@pytest.mark.parametrize(
    ("ply", "code", "rule", "message"),
    [
        ("e5-e6", "no-piece", "move", "e5 is empty: there is no piece to move."),
        ("c5-c6", "no-piece", "board", "c5 is a lake square: no piece can stand there."),
        ("e8-e7", "not-your-piece", "move", "The piece on e8 is Blue's, and it is Red's turn."),
        ("b2-b3", "cannot-move", "move", "b2 is a bomb: bombs and the flag stay where they were set up."),
        ("a1xb1", "cannot-move", "move", "a1 is a flag: bombs and the flag stay where they were set up."),
        ("e4-e4", "same-square", "move", "e4 to e4 is no move: a piece has to leave its square."),
        (
            "e4-f5",
            "not-straight",
            "move",
            "e4 to f5 is not straight: pieces go along a file or a rank, never diagonally.",
        ),
        ("c4-c5", "into-lake", "board", "c5 is a lake square: no piece enters it."),
        ("e4-e6", "too-far", "move", "e4 is a major: it goes one step, not 2; only scouts go farther."),
        ("c4-c7", "across-lake", "board", "The scout on c4 cannot cross the lake at c5."),
        ("c4xf4", "way-blocked", "move", "The scout on c4 cannot pass the piece on e4."),
        ("e4-d4", "own-piece", "move", "d4 is taken by a piece of Red's own."),
        ("e4xd4", "own-piece", "move", "d4 is taken by a piece of Red's own."),
        (
            "e4-f4",
            "attack-not-marked",
            "attack",
            "A piece of Blue's stands on f4: this is an attack, write e4xf4.",
        ),
        ("e4xe5", "nothing-to-attack", "attack", "e5 is empty: this is a move, write e4-e5."),
    ],
)
def test_each_illegal_ply_has_its_code_rule_and_sentence(
    ply: str, code: str, rule: str, message: str
) -> None:
    # c4-d4-e4: the scout passes d4 only in the case that is blocked by e4.
    men = {"e4": "J", "f4": "s", "c4": "C", "e8": "l", "b2": "B"}
    if ply.endswith("d4"):
        men["d4"] = "N"

    assert refusal(game(men), ply) == (code, rule, message)


def test_no_sentence_names_the_kind_of_an_opposing_piece() -> None:
    position = game({"e4": "J", "e5": "m"})

    told = [refusal(position, ply)[2] for ply in ("e5-e6", "e4-e5")]

    assert told == [
        "The piece on e5 is Blue's, and it is Red's turn.",
        "A piece of Blue's stands on e5: this is an attack, write e4xe5.",
    ]


def to_and_fro(position: stratego.Game, there: str, back: str, turns: int) -> None:
    """Red goes there and back this many turns; meanwhile Blue walks in a circle."""
    walk = ["j9-j8", "j8-i8", "i8-i9", "i9-j9"]
    for turn in range(turns):
        position.push(back if turn % 2 else there)
        position.push(walk[turn % 4])


def test_the_sixth_turn_between_two_squares_is_illegal() -> None:
    position = game({"e4": "J"})
    to_and_fro(position, "e4-e5", "e5-e4", 5)

    assert refusal(position, "e5-e4") == (
        "two-squares",
        "two squares",
        (
            "This piece has gone between e4 and e5 in 5 turns in a row, "
            "at most 5 are allowed: it has to go to a third square, or another piece has to move."
        ),
    )
    assert moves_from(position, "e5") == {"e6", "f5"}


def test_the_fifth_turn_between_two_squares_is_legal() -> None:
    position = game({"e4": "J"})
    to_and_fro(position, "e4-e5", "e5-e4", 4)

    assert position.is_legal("e4-e5")


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_the_limit_is_a_parameter(limit: int) -> None:
    position = game({"e4": "J"}, two_squares=limit)
    to_and_fro(position, "e4-e5", "e5-e4", limit)

    here = ("e5", "e4") if limit % 2 else ("e4", "e5")
    assert refusal(position, "-".join(here))[0] == "two-squares"


def test_another_piece_moving_starts_the_count_anew() -> None:
    position = game({"e4": "J"})
    to_and_fro(position, "e4-e5", "e5-e4", 5)
    position.push("a2-a3")
    position.push("j8-i8")

    assert position.is_legal("e5-e4")


def test_a_third_square_starts_the_count_anew() -> None:
    position = game({"e4": "J"})
    to_and_fro(position, "e4-e5", "e5-e4", 5)
    for ply in ("e5-e6", "j8-i8", "e6-e5", "i8-i9", "e5-e4", "i9-j9"):
        position.push(ply)

    assert position.is_legal("e4-e5")


def test_a_scout_running_between_two_squares_is_counted_too() -> None:
    position = game({"e4": "C"})
    to_and_fro(position, "e4-e8", "e8-e4", 5)

    assert refusal(position, "e8-e4")[0] == "two-squares"
    assert {"e7", "e5", "e3"} <= moves_from(position, "e8")


def test_an_attack_that_wins_counts_as_a_turn_between_the_two_squares() -> None:
    position = game({"e4": "M", "e7": "t"})
    for ply in ("e4-e5", "e7-e6", "e5-e4", "e6-e5", "e4xe5", "j9-j8", "e5-e4", "j8-i8", "e4-e5", "i8-i9"):
        position.push(ply)

    assert refusal(position, "e5-e4")[0] == "two-squares"


def test_an_attack_back_onto_the_square_is_barred_as_well() -> None:
    position = game({"e4": "M", "d4": "t"})
    to_and_fro(position, "e4-e5", "e5-e4", 4)
    for ply in ("e4-e5", "d4-e4"):
        position.push(ply)

    assert refusal(position, "e5xe4")[0] == "two-squares"


def test_each_player_has_a_count_of_his_own() -> None:
    position = game({"e4": "J", "e7": "j"})
    for _ in range(2):
        for ply in ("e4-e5", "e7-e8", "e5-e4", "e8-e7"):
            position.push(ply)
    position.push("e4-e5")
    position.push("e7-e8")

    assert refusal(position, "e5-e4")[0] == "two-squares"
    position.push("e5-e6")
    assert refusal(position, "e8-e7")[0] == "two-squares"


def test_taking_back_gives_the_turns_back_too() -> None:
    position = game({"e4": "J"})
    to_and_fro(position, "e4-e5", "e5-e4", 5)
    position.pop()
    position.pop()

    position.push("e4-e5")
    position.push("j9-j8")

    assert refusal(position, "e5-e4")[0] == "two-squares"


def test_nothing_can_be_taken_back_at_the_start() -> None:
    with pytest.raises(IndexError, match="no ply has been played"):
        game({}).pop()


def test_a_draw_offer_on_a_ply_is_refused() -> None:
    with pytest.raises(RuleViolation) as caught:
        game({}).offer_draw()

    assert (caught.value.code, caught.value.rule) == ("no-draw-offers", "end")
