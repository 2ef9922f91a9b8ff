"""Set-ups: reading, helpful complaints, mirror image, and which way round they stand on the board."""

import pytest

from engine import stratego
from engine.core import FIRST, SECOND, Side, TagError
from engine.stratego.pieces import PIECES
from engine.stratego.setup import from_squares

ROWS = "FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB"


def complaint(text: str) -> tuple[str, str, str]:
    with pytest.raises(stratego.SetupError) as caught:
        stratego.Setup.parse(text)
    return str(caught.value.code), caught.value.rule, caught.value.message


def test_the_table_of_pieces_adds_up_to_forty() -> None:
    assert {row.letter: row.number for row in PIECES.values()} == {
        "M": 1, "G": 1, "O": 2, "J": 3, "P": 4, "L": 4, "T": 4, "N": 5, "C": 8, "S": 1, "B": 6, "F": 1,
    }  # fmt: skip
    assert sum(row.number for row in PIECES.values()) == 40


def test_a_set_up_reads_back_as_it_was_written() -> None:
    assert str(stratego.Setup.parse(ROWS)) == ROWS


def test_red_sets_up_from_a1_to_j4() -> None:
    squares = stratego.Setup.parse(ROWS).squares(FIRST)

    named = {stratego.NAMES[square]: kind.letter for square, kind in squares.items()}
    assert (named["a1"], named["j1"], named["a2"], named["a4"], named["j4"]) == ("F", "N", "B", "T", "B")
    assert len(named) == 40


def test_blue_sets_up_from_his_own_left_which_is_j10() -> None:
    squares = stratego.Setup.parse(ROWS).squares(SECOND)

    named = {stratego.NAMES[square]: kind.letter for square, kind in squares.items()}
    assert (named["j10"], named["a10"], named["j9"], named["j7"], named["a7"]) == ("F", "N", "B", "T", "B")
    assert len(named) == 40


@pytest.mark.parametrize("side", [FIRST, SECOND])
def test_a_set_up_can_be_read_off_the_board_again(side: Side) -> None:
    setup = stratego.Setup.parse(ROWS)

    assert from_squares(setup.squares(side), side) == setup


def test_a_mirrored_set_up_exchanges_left_and_right() -> None:
    setup = stratego.Setup.parse(ROWS)

    assert str(setup.mirrored()) == "NTLPJOGMBF/CCCCCCCCBB/TLLLPPPJJO/BBBSNNNNTT"
    assert setup.mirrored().mirrored() == setup


def test_a_missing_row_is_named() -> None:
    assert complaint("FBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT") == (
        "setup-shape",
        "setup",
        "A set-up is four rows of ten letters joined by /, back row first; here are 3 rows.",
    )


def test_a_short_row_is_named() -> None:
    assert complaint("FBMGOJPLTN/BBCCCCCCC/OJJPPPLLLT/TTNNNNSBBB") == (
        "setup-shape",
        "setup",
        "A set-up is four rows of ten letters joined by /, back row first; row 2 has 9 letters.",
    )


def test_a_letter_that_is_no_piece_is_named_with_its_place() -> None:
    assert complaint("FBMGOJPLTX/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB") == (
        "setup-letter",
        "setup",
        "Row 1, place 10 is 'X', which is no piece; the letters are M G O J P L T N C S B F.",
    )


def test_small_letters_are_refused_with_the_capital_to_write() -> None:
    assert complaint("fBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTNNNNSBBB") == (
        "setup-letter",
        "setup",
        "Row 1, place 1 is 'f': write it as a capital, 'F'.",
    )


def test_wrong_counts_say_what_is_missing_and_what_is_too_many() -> None:
    assert complaint("SBMGOJPLTN/BBCCCCCCCC/OJJPPPLLLT/TTCCNNSBBB") == (
        "setup-pieces",
        "setup",
        (
            "A set-up has 40 pieces of fixed kinds; missing: 2 miners (N), 1 flag (F); "
            "too many: 2 scouts (C), 1 spy (S)."
        ),
    )


@pytest.mark.parametrize(
    ("tags", "tag", "code"),
    [
        ({"BlueSetup": ROWS}, "RedSetup", "setup-missing"),
        ({"RedSetup": ROWS}, "BlueSetup", "setup-missing"),
        ({"RedSetup": ROWS, "BlueSetup": "F"}, "BlueSetup", "setup-shape"),
        ({"RedSetup": ROWS.replace("S", "s"), "BlueSetup": ROWS}, "RedSetup", "setup-letter"),
        ({"RedSetup": ROWS.replace("S", "F"), "BlueSetup": ROWS}, "RedSetup", "setup-pieces"),
        ({"RedSetup": ROWS, "BlueSetup": ROWS, "TwoSquares": "0"}, "TwoSquares", "two-squares-limit"),
        ({"RedSetup": ROWS, "BlueSetup": ROWS, "TwoSquares": "five"}, "TwoSquares", "two-squares-limit"),
        ({"RedSetup": ROWS, "BlueSetup": ROWS, "TwoSquares": "1001"}, "TwoSquares", "two-squares-limit"),
    ],
)
def test_a_bad_tag_is_named_with_its_code(tags: dict[str, str], tag: str, code: str) -> None:
    with pytest.raises(TagError) as caught:
        stratego.RULES.start(tags)

    assert (caught.value.tag, caught.value.code) == (tag, code)


def test_the_default_limit_is_left_out_of_canonical_tags() -> None:
    tags = {"RedSetup": ROWS, "BlueSetup": ROWS, "TwoSquares": "5", "Event": "Club evening"}

    assert stratego.RULES.canonical_tags(tags) == {"RedSetup": ROWS, "BlueSetup": ROWS}


def test_another_limit_is_spelt_one_way() -> None:
    tags = {"TwoSquares": "03", "BlueSetup": ROWS, "RedSetup": ROWS}

    assert list(stratego.RULES.canonical_tags(tags).items()) == [
        ("RedSetup", ROWS),
        ("BlueSetup", ROWS),
        ("TwoSquares", "3"),
    ]
