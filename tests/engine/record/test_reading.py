"""What the reader understands, and what it says about what it does not."""

import io

import pytest

from engine.core import Result, Termination
from engine.record import Line, Note, RecordCode, read, read_text
from tests.engine.record.texts import codes, read_one, text_of


def test_a_plain_record_is_read() -> None:
    record = read_one("1. d2-d4 d8-d6 2. c2-c3 *", White="Ann", Brown="Bob")

    assert record.ok
    assert record.main == Line(["d2-d4", "d8-d6", "c2-c3"])
    assert record.tags["White"] == "Ann"
    assert (record.result, record.termination) == (Result.OPEN, Termination.UNTERMINATED)
    assert record.final is not None
    assert record.final.plies == ["d2-d4", "d8-d6", "c2-c3"]


def test_a_record_without_plies_is_valid() -> None:
    assert read_one("*").main == Line()
    assert read_one("*").ok


def test_a_record_without_result_token_takes_it_from_the_tag() -> None:
    record = read_one("1. d2-d4", Result="1-0", Termination="time")

    assert record.ok
    assert record.result is Result.FIRST_WINS


# tags


def test_escapes_in_tags_are_undone() -> None:
    assert read_one("*", White=r"Ann \"A\" O\\Neill").tags["White"] == r'Ann "A" O\Neill'


def test_unknown_tags_are_kept() -> None:
    assert read_one("*", Opening="Lapwing").tags["Opening"] == "Lapwing"


def test_a_tag_twice_is_an_error() -> None:
    (record,) = read_text('[Game "Barragoon"]\n[White "Ann"]\n[White "Bea"]\n\n*\n')

    (error,) = record.errors
    assert (error.code, error.line, error.column) == (RecordCode.TAG_TWICE, 3, 1)
    assert record.tags["White"] == "Ann"


@pytest.mark.parametrize(
    "tag", ["[White Ann]", '[White "Ann]', '[White "Ann"', '["Ann"]', "[]", '[Wh-ite "Ann"]']
)
def test_what_is_no_tag_is_malformed(tag: str) -> None:
    (record,) = read_text(f'[Game "Barragoon"]\n{tag}\n[Brown "Bob"]\n\n1. d2-d4 *\n')

    assert codes(record) == ["tag-malformed"]
    assert record.errors[0].line == 2
    assert record.tags["Brown"] == "Bob"
    assert record.main.plies == ["d2-d4"]


def test_several_tags_may_stand_on_one_line_with_the_moves() -> None:
    first, second = read_text('[Game "Barragoon"] [White "Ann"] 1. d2-d4 *\n[Game "Barragoon"] 1. c2-c3 *\n')

    assert (first.ok, first.tags["White"], first.main.plies) == (True, "Ann", ["d2-d4"])
    assert (second.ok, second.main.plies) == (True, ["c2-c3"])


def test_a_record_needs_the_game_tag() -> None:
    (record,) = read_text('[White "Ann"]\n\n1. d2-d4 *\n')

    assert codes(record) == ["game-missing"]
    assert record.final is None


def test_the_game_tag_may_be_written_in_any_case() -> None:
    (record,) = read_text('[Game "BARRAGOON"]\n\n*\n')

    assert record.ok
    assert record.rules is not None
    assert record.rules.name == "barragoon"


def test_a_game_nobody_knows_is_an_error() -> None:
    (record,) = read_text('[Game "Chess"]\n\n1. e4 *\n')

    assert codes(record) == ["game-unknown"]
    assert (
        record.errors[0].message
        == '"Chess" is no game the referee knows: write Barragoon, Stratego or Draughts.'
    )


@pytest.mark.parametrize(
    ("tag", "value", "code"),
    [("Result", "2-0", "result-unknown"), ("Termination", "boredom", "termination-unknown")],
)
def test_values_that_do_not_exist_are_errors(tag: str, value: str, code: str) -> None:
    assert codes(read_one("*", **{tag: value})) == [code]


def test_a_start_that_cannot_be_is_reported_at_its_tag() -> None:
    record = read_one("1. d2-d4 *", White="Ann", Setup="ajar")

    (error,) = record.errors
    assert (error.code.value, error.line, error.column, error.rule) == ("setup-unknown", 3, 1, "7")


# notes


def test_comments_glyphs_and_offers_go_with_their_ply() -> None:
    record = read_one("{ before } 1. d2-d4 $14 ! { good } ; to the end\n d8-d6?! (=) *")

    assert record.main.notes == {
        0: Note(remarks=["before"]),
        1: Note(glyphs=[14, 1], remarks=["good", "to the end"]),
        2: Note(glyphs=[6], offer=True),
    }


@pytest.mark.parametrize(
    ("glyph", "number"),
    [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("$0", 0), ("$255", 255)],
)
def test_glyphs_are_numbers(glyph: str, number: int) -> None:
    assert read_one(f"1. d2-d4 {glyph} *").main.notes[1].glyphs == [number]


@pytest.mark.parametrize("glyph", ["$", "$256", "$1234", "!!!", "???"])
def test_other_glyphs_are_unknown(glyph: str) -> None:
    record = read_one(f"1. d2-d4 {glyph} *")

    assert codes(record) == ["glyph-unknown"]
    assert record.main.plies == ["d2-d4"]


def test_a_glyph_needs_a_ply() -> None:
    assert codes(read_one("$1 1. d2-d4 *")) == ["glyph-without-ply"]


def test_clock_comments_and_line_breaks_in_comments_are_kept() -> None:
    record = read_one("1. d2-d4 {[%clk 1:30:00]\n[%emt 5]} d8-d6 *")

    assert record.main.notes[1].comments == ["[%clk 1:30:00]\n[%emt 5]"]


def test_comments_before_the_tags_and_after_the_result_are_kept() -> None:
    (record,) = read_text('; my collection\n[Game "Barragoon"]\n\n1. d2-d4 * {agreed}\n')

    assert record.ok
    assert record.main.notes == {0: Note(remarks=["my collection"]), 1: Note(remarks=["agreed"])}


def test_escaped_lines_are_skipped() -> None:
    (record,) = read_text(
        '% one\n[Game "Barragoon"]\n% two [\n[White "Ann"]\n\n1. d2-d4\n%three {\n% four\nd8-d6 *\n'
    )

    assert record.ok
    assert record.main.plies == ["d2-d4", "d8-d6"]
    assert record.tags["White"] == "Ann"


def test_a_percent_sign_elsewhere_is_no_escape() -> None:
    assert codes(read_one("1. d2-d4 %x *")) == ["unexpected-text"]


def test_an_offer_needs_a_ply_and_is_made_once() -> None:
    assert codes(read_one("(=) 1. d2-d4 *")) == ["offer-without-ply"]
    assert codes(read_one("1. d2-d4 (=) (=) *")) == ["offer-twice"]


def test_an_unclosed_comment_is_an_error_where_it_opens() -> None:
    record = read_one("1. d2-d4 d8-d6\n{ never closed\n 2. c2-c3 *")

    (error,) = record.errors
    assert (error.code, error.line, error.column) == (RecordCode.COMMENT_NOT_CLOSED, 4, 1)
    assert record.main.plies == ["d2-d4", "d8-d6"]


# move numbers


@pytest.mark.parametrize(
    "moves",
    [
        "d2-d4 d8-d6 c2-c3 *",
        "1.d2-d4 d8-d6 2.c2-c3 *",
        "1 d2-d4 1 d8-d6 2 c2-c3 *",
        "1. d2-d4 1... d8-d6 2. c2-c3 2... *",
        "1. d2-d4 1. d8-d6 2. c2-c3 *",
        "1.\n\nd2-d4\td8-d6 2. { here } c2-c3 *",
    ],
)
def test_move_numbers_are_optional_but_right(moves: str) -> None:
    assert read_one(moves).ok


@pytest.mark.parametrize(
    "moves", ["2. d2-d4 *", "1... d2-d4 *", "1. d2-d4 2. d8-d6 *", "01. d2-d4 *", "0. d2-d4 *"]
)
def test_wrong_move_numbers_are_errors(moves: str) -> None:
    assert codes(read_one(moves)) == ["move-number-wrong"]


def test_the_right_number_is_named() -> None:
    record = read_one("1. d2-d4 2. d8-d6 *")

    assert record.errors[0].message == "The move number 2. is wrong: 1... comes here."


def test_numbers_begin_with_the_second_player_if_he_moves_first() -> None:
    position = "1vd1dv1/2zdz2/7/7/7/7/7/2ZDZ2/1VD1DV1 b 24 0-0"

    assert read_one("1... d8-d6 2. d2-d4 d6-d8 *", Position=position).ok
    assert codes(read_one("1. d8-d6 d2-d4 1... d6-d8 *", Position=position)) == ["move-number-wrong"]


# errors of plies


def test_an_error_names_everything_about_the_ply() -> None:
    record = read_one("1. d2-d4 d8-d6 2. c2-c3\n  c8xc6/X@a1 *")

    (error,) = record.errors
    played = ("d2-d4", "d8-d6", "c2-c3")
    assert error == (1, 4, 3, 4, "2. … c8xc6/X@a1", error.code, "4.3", error.message, played)
    assert error.code.value == "not-a-capture"
    assert str(error) == (
        "record 1, line 4, column 3: 2. … c8xc6/X@a1: "
        "c6 is empty: nothing is captured there; write - instead of x. (4.3)"
    )


def test_the_plies_before_the_error_stay_readable() -> None:
    record = read_one("1. d2-d4 { good } d8-d6 2. a1-a2 a9-a8 *", Result="*")

    assert record.main == Line(["d2-d4", "d8-d6"], {1: Note(remarks=["good"])})
    assert record.final is not None
    assert record.final.plies == ["d2-d4", "d8-d6"]
    assert record.result is Result.OPEN


def test_nothing_follows_a_ply_that_ended_the_game() -> None:
    position = "7/7/7/7/3z3/7/7/3D3/7 w 4 0-0"
    record = read_one("1. d2xd5 d5-d8 *", Position=position)

    (error,) = record.errors
    assert (error.code.value, error.ply, error.rule) == ("game-over", 2, "6a")


@pytest.mark.parametrize(
    "text", ["1. d2-d4 [x] *", "1. d2-d4 } *", "1. d2-d4 , *", '1. d2-d4 "d8-d6" *', "1. -d2 *"]
)
def test_text_that_is_nothing_is_an_error(text: str) -> None:
    assert codes(read_one(text)) == ["unexpected-text"]


@pytest.mark.parametrize("text", ["1. d2-d4 * d8-d6", "1-0 0-1", "* 1.", "* (", "* [", "* $1", "* (=)"])
def test_nothing_follows_the_result(text: str) -> None:
    assert codes(read_one(text)) == ["text-after-result"]


# variations


def test_variations_are_checked_from_where_they_branch() -> None:
    record = read_one("1. d2-d4 (1. c2-c3 c8-c7 (1... d8-d6 { why not })) (1. e2-e3) 1... d8-d6 *")

    inner = Line(["d8-d6"], {1: Note(remarks=["why not"])})
    first = Line(["c2-c3", "c8-c7"], {2: Note(remarks=[inner])})
    assert record.ok
    assert record.main == Line(["d2-d4", "d8-d6"], {1: Note(remarks=[first, Line(["e2-e3"])])})


def test_an_error_in_a_variation_leaves_the_rest_readable() -> None:
    record = read_one("1. d2-d4 (1. c2-c3 c8-c4 (junk) d8-d6) d8-d6 (1... a1-a2) 2. c2-c3 *")

    assert [(error.code.value, error.ply) for error in record.errors] == [
        ("wrong-distance", 2),
        ("no-tile", 2),
    ]
    assert record.main.plies == ["d2-d4", "d8-d6", "c2-c3"]
    assert record.main.notes[1].variations == [Line(["c2-c3"])]
    assert 2 not in record.main.notes


def test_an_unclosed_variation_is_an_error_where_it_opens() -> None:
    record = read_one("1. d2-d4 (1. c2-c3 (1. e2-e3) *")

    assert codes(record) == ["unexpected-text"]
    record = read_one("1. d2-d4 (1. c2-c3 (1. e2-e3) c8-c7")
    (error,) = record.errors
    assert (error.code, error.column) == (RecordCode.VARIATION_NOT_CLOSED, 10)
    assert record.main.plies == ["d2-d4"]


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ("1. d2-d4 ) *", "variation-not-opened"),
        ("1. d2-d4 () *", "variation-empty"),
        ("1. d2-d4 ({ nothing }) *", "variation-empty"),
        ("(1. d2-d4) *", "variation-without-ply"),
        ("1. d2-d4 ((1. c2-c3)) *", "variation-without-ply"),
        ("1. d2-d4 (1. c2-c3 1-0) *", "unexpected-text"),
    ],
)
def test_variations_must_be_whole(moves: str, code: str) -> None:
    assert codes(read_one(moves)) == [code]


@pytest.mark.parametrize("variation", ["()", "((1. c2-c3))", "(1. c2-c3 (=) (=))", "(1. c2-c3 ($1) c8-c7)"])
def test_the_main_line_is_read_on_behind_a_broken_variation(variation: str) -> None:
    record = read_one(f"1. d2-d4 {variation} d8-d6 *")

    assert len(record.errors) == 1
    assert record.main.plies == ["d2-d4", "d8-d6"]


def test_an_offer_survives_a_variation_on_its_ply() -> None:
    cycle = "c2-c3 c8-c7 c3-c2 c7-c8 " * 3
    record = read_one(f"{cycle} (=) (6... d8-d6) 1/2-1/2")

    assert record.ok
    assert record.termination is Termination.NORMAL


def test_a_record_with_very_many_errors_stops_at_twenty() -> None:
    record = read_one("1. d2-d4 " + "(1. a1-a2) " * 100 + "d8-d6 *")

    assert codes(record) == ["no-tile"] * 20


# streams


def test_records_are_read_one_by_one() -> None:
    text = text_of("1. d2-d4 *") + "\n" + text_of("1. c2-c3 *")
    stream = io.StringIO(text)
    records = read(stream)

    assert next(records).main.plies == ["d2-d4"]
    assert stream.tell() < len(text)
    assert next(records).main.plies == ["c2-c3"]
    assert next(records, None) is None


def test_bytes_that_are_no_utf_8_are_an_error_of_their_record() -> None:
    data = (
        text_of("1. d2-d4 *", White="Jörg").encode("latin-1") + text_of("1. c2-c3 *", White="Jörg").encode()
    )
    stream = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="surrogateescape")

    first, second = read(stream)

    assert [(error.code.value, error.line, error.column) for error in first.errors] == [("not-utf-8", 2, 10)]
    assert first.main.plies == ["d2-d4"]
    assert first.tags["White"] == "J\ufffdrg"
    assert second.ok
    assert second.tags["White"] == "Jörg"


def test_a_byte_order_mark_and_windows_line_ends_are_fine() -> None:
    text = "\ufeff" + text_of("1. d2-d4 { a\nb } *").replace("\n", "\r\n")
    (record,) = read_text(text)

    assert record.ok
    assert record.main.notes[1].comments == ["a\nb"]


def test_an_empty_text_has_no_records() -> None:
    assert read_text("") == []
    assert read_text("\n \n% nothing\n\n") == []


@pytest.mark.parametrize(
    ("moves", "played"),
    [
        ("1. d2-d4 d8-d6 2. c2-c9 *", ["d2-d4", "d8-d6"]),
        ("1. d2-d4 d8-d6 (1... c8-c6 2. c2-c4 c6-c9) 2. b1-a3 *", ["d2-d4", "c8-c6", "c2-c4"]),
        ("1. d2-d4 d8-d6 (1... c8-c9) 2. b1-a3 c2-c9 *", ["d2-d4"]),
        ("1. d2-d4 d8-d6 (1... c8-c6 (1... c8-c7 2. c2-c9)) 2. b1-a3 *", ["d2-d4", "c8-c7"]),
        ("1. d2-d4 d8-d6 1-0", ["d2-d4", "d8-d6"]),
    ],
    ids=["main-line", "variation", "first-of-two", "nested", "not-in-the-moves"],
)
def test_the_board_before_the_first_error_is_that_of_its_line(moves: str, played: list[str]) -> None:
    (record,) = read_text(f'[Game "Barragoon"]\n[Termination "normal"]\n\n{moves}\n')

    game = record.before_error()

    assert record.errors
    assert game is not None
    assert game.plies == played
