"""Captures: flying kings, the most pieces, pieces that leave the board only at the end, and how they are written."""

import pytest

from engine.core import RuleViolation
from engine.draughts import Game


def plies(fen: str) -> list[str]:
    return list(Game(position=fen).legal_plies())


@pytest.mark.parametrize(
    ("fen", "legal"),
    [
        ("W:W32:B28", ["32x23"]),  # forwards
        ("W:W23:B28", ["23x32"]),  # backwards
        ("W:W32:B17,18,28", ["32x21"]),  # on and on
        ("W:W31,32:B27,28", ["31x33"]),  # two before one
        ("W:W32,33:B10,19,28,29", ["32x5"]),  # three before one
        ("W:W13:B8,9,19", ["13x2", "13x4", "13x24"]),  # a choice
        ("W:W32:BK28,18,27", ["32x12"]),  # a king counts as much as a man
        ("B:W23:B19", ["19x28"]),
    ],
)
def test_men_capture_in_every_direction_and_the_most(fen: str, legal: list[str]) -> None:
    assert plies(fen) == legal


def test_a_king_captures_from_afar_and_lands_where_he_likes() -> None:
    assert plies("W:WK46:B28") == ["46x5", "46x10", "46x14", "46x19", "46x23"]


def test_a_king_does_not_jump_two_pieces_that_stand_close_together() -> None:
    assert all("x" not in ply for ply in plies("W:WK46:B23,28"))


def test_captured_pieces_stay_in_the_way_until_the_capture_is_over() -> None:
    """The king takes 11 or 33 last, and cannot come back along the same diagonal for the other."""
    game = Game(position="W:WK30:B11,18,19,33")
    taken = {ply.text: ply.taken.bit_count() for ply in game.ply_details()}

    assert taken == {"30x6": 3, "30x39": 3, "30x44": 3, "30x50": 3}


def test_a_man_that_passes_the_last_row_stays_a_man() -> None:
    game = Game(position="W:W13:B9,10,20")
    game.push("13x24")

    assert game.position() == "B:W24:B"


def test_a_man_that_ends_on_the_last_row_becomes_a_king() -> None:
    game = Game(position="W:W13:B9")
    game.push("13x4")

    assert game.position() == "B:WK4:B"


def test_a_capture_may_end_where_it_began() -> None:
    game = Game(position="W:W37:B21,22,31,32")
    assert plies(game.position()) == ["37x37"]

    game.push("37x37")

    assert game.position() == "B:W37:B"
    assert game.pop() == "37x37"
    assert game.position() == "W:W37:B21,22,31,32"


AMBIGUOUS = "W:WK26:B9,23,29,37,39"


def test_captures_that_share_both_ends_name_all_squares() -> None:
    texts = plies(AMBIGUOUS)

    assert texts == ["26x42x20x3", "26x48x25x3"]
    assert [_after(text) for text in texts] == ["B:WK3:B23,39", "B:WK3:B23,29"]


def test_of_several_ways_to_the_same_capture_the_smallest_squares_are_written() -> None:
    game = Game(position="W:WK30:B11,18,19,33")
    game.push("30x13x22x6")

    assert game.plies == ["30x6"]


def test_all_squares_may_be_named_where_two_would_do() -> None:
    game = Game(position="W:W32:B18,28")
    game.push("32x23x12")

    assert game.plies == ["32x12"]


@pytest.mark.parametrize("text", ["26x3", "26x42", "26x42x3", "26x42x25x3", "26x42x20x3x3", "23x42x20x3"])
def test_a_capture_that_is_not_told_fully_or_rightly_is_refused(text: str) -> None:
    game = Game(position=AMBIGUOUS)
    assert not game.is_legal(text)
    with pytest.raises(RuleViolation):
        game.push(text)

    assert (game.plies, game.position()) == ([], AMBIGUOUS)


def _after(text: str) -> str:
    game = Game(position=AMBIGUOUS)
    game.push(text)
    return game.position()
