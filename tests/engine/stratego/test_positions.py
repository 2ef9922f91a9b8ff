"""Position strings: round trips, and a helpful error for each way to get one wrong."""

import random

import pytest

from engine import stratego
from engine.core import FIRST, SECOND, PositionError
from tests.engine.stratego.positions import board, random_men


def complaint(text: str) -> tuple[str, str]:
    with pytest.raises(PositionError) as caught:
        stratego.Position.parse(text)
    return str(caught.value.code), caught.value.message


def test_the_start_position_is_written_from_rank_ten_down() -> None:
    game = stratego.Game(
        red="FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB", blue="NTLPJOGMBF/CCCCCCCCBB/OJJPPPLLLT/SBBBTTNNNN"
    )

    assert game.position() == (
        "fbmgojpltn/bbcccccccc/tlllpppjjo/nnnnttbbbs/2~~2~~2/2~~2~~2/"
        "TTNNNNSBBB/OJJPPPLLLT/BBCCCCCCCC/FBMGOJPLTN r"
    )


def test_random_positions_read_back_as_they_were_written() -> None:
    chance = random.Random("positions")
    for _ in range(300):
        text = board(random_men(chance), chance.choice("rb"))

        assert stratego.Position.parse(text).text == text
        assert stratego.Game(position=text).position() == text


def test_an_empty_rank_is_written_with_ten() -> None:
    text = board({"a1": "F", "j10": "f", "e5": "C"}, "b")

    assert text == "9f/10/10/10/2~~2~~2/2~~C1~~2/10/10/10/F9 b"
    assert stratego.Position.parse(text).text == text


def test_face_down_pieces_can_be_read_but_not_played_on() -> None:
    text = board({"a1": "?", "j10": "!", "e5": "C"})
    position = stratego.Position.parse(text)

    assert position.squares[0] == stratego.Man(FIRST, None)
    assert position.squares[99] == stratego.Man(SECOND, None)
    assert position.text == text
    with pytest.raises(PositionError) as caught:
        stratego.Game(position=text)
    assert (caught.value.code, caught.value.rule, caught.value.message) == (
        "position-hidden",
        "hidden information",
        "The piece on a1 is face down: a game can only go on from an open position.",
    )


EMPTY = "10/10/10/10/2~~2~~2/2~~2~~2/10/10/10/10 r"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", 'it is a board and a side, one space between: "… r"'),
        (EMPTY + " r", 'it is a board and a side, one space between: "… r"'),
        (EMPTY[:-1] + "w", "the side to move is 'w'; write r for Red or b for Blue"),
        (EMPTY.replace("10/", "", 1), "there are 9 ranks, not 10"),
        (EMPTY.replace("10 r", "9 r"), "rank 1 has fewer than ten squares"),
        (EMPTY.replace("10 r", "10F r"), "rank 1 has more than ten squares"),
        (EMPTY.replace("10 r", "55 r"), "rank 1 has a run of empty squares that is not 1 to 10"),
        (EMPTY.replace("10 r", "0F9 r"), "rank 1 has a run of empty squares that is not 1 to 10"),
        (EMPTY.replace("10 r", "X9 r"), "'X' on a1 is no piece"),
        (EMPTY.replace("10 r", "~9 r"), "a1 is no lake square"),
        (EMPTY.replace("2~~2~~2", "10", 1), "rank 6 has empty squares where a lake (~) is"),
        (EMPTY.replace("2~~2~~2", "2C~2~~2", 1), "c6 is a lake square: write ~"),
        ("9" * 300, "it has 300 characters, more than any Stratego position needs"),
        (EMPTY.replace("10 r", "٣F6 r"), "'٣' on a1 is no piece"),
    ],
)
def test_a_malformed_position_says_what_is_wrong(text: str, what: str) -> None:
    assert complaint(text) == ("position-malformed", f"This is no Stratego position: {what}.")


def test_too_many_of_a_kind_are_refused() -> None:
    assert complaint(board({"a1": "M", "a2": "M"})) == (
        "position-pieces",
        "Red has 2 of the marshal: at most 1 allowed.",
    )


def test_more_than_forty_pieces_are_refused_even_face_down() -> None:
    squares = [f"{file}{rank}" for rank in (1, 2, 3, 4, 7) for file in "abcdefghij"][:41]

    assert complaint(board(dict.fromkeys(squares, "!"))) == (
        "position-pieces",
        "Blue has 41 pieces: at most 40 are allowed.",
    )


def test_set_ups_and_a_position_together_are_a_mistake_of_the_caller() -> None:
    rows = "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"

    with pytest.raises(ValueError, match="not from both"):
        stratego.Game(rows, rows, position=EMPTY)
    with pytest.raises(ValueError, match="two set-ups"):
        stratego.Game(rows)
