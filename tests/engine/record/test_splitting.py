"""Where one record ends and the next begins, also when one is broken."""

import io

import pytest

from engine.record import read_raw, read_text, split
from tests.engine.record.texts import codes, text_of

GOOD = text_of("1. c2-c3 *")


@pytest.mark.parametrize(
    "broken",
    [
        "1. d2-d4 { never closed\n",
        "1. d2-d4 ( 1. c2-c3\n",
        "1. d2-d4 junk\n",
        "1. a1-a2 *\n",
        "1. d2-d4",
        "1. d2-d4 ; {\n",
        "} ) ( {",
        "\x00\x01",
        "1. d2-d4 { a comment with\n[%clk 0:01]\n",
    ],
)
def test_a_broken_record_never_stops_the_others(broken: str) -> None:
    text = f"{GOOD}\n{text_of(broken)}\n{GOOD}\n{GOOD}"

    records = read_text(text)

    assert [record.number for record in records] == [1, 2, 3, 4]
    assert [record.main.plies for record in records if record.number != 2] == [["c2-c3"]] * 3
    assert all(record.ok for record in records if record.number != 2)


def test_lines_are_counted_through_the_whole_file() -> None:
    text = f"\n\n{GOOD}\n\n{text_of('1. d2-d4 { never')}\n{text_of('1. a1-a2 *')}"

    records = read_text(text)

    assert [record.line for record in records] == [3, 8, 12]
    assert [(error.line, error.column) for record in records for error in record.errors] == [
        (10, 10),
        (14, 4),
    ]


def test_records_need_no_empty_line_between_them() -> None:
    records = read_text('[Game "Barragoon"]\n1. d2-d4 *\n[Game "Barragoon"]\n1. c2-c3 *\n')

    assert [record.main.plies for record in records] == [["d2-d4"], ["c2-c3"]]


def test_a_record_of_tags_alone_ends_where_its_first_tag_comes_again() -> None:
    first, second = read_text('[Game "Barragoon"]\n[White "Ann"]\n\n[Game "Barragoon"]\n[White "Bea"]\n\n*\n')

    assert (first.ok, first.tags["White"]) == (True, "Ann")
    assert (second.ok, second.tags["White"]) == (True, "Bea")


def test_an_empty_line_between_tags_does_not_end_the_record() -> None:
    (record,) = read_text('[Game "Barragoon"]\n\n[White "Ann"]\n\n1. d2-d4 *\n')

    assert record.ok
    assert record.tags["White"] == "Ann"


def test_a_broken_tag_line_begins_a_record_after_moves() -> None:
    first, second = read_text(f'{GOOD}\n[Game "Barragoon]\n[White "Ann"]\n\n1. d2-d4 *\n')

    assert first.ok
    assert codes(second) == ["tag-malformed", "game-missing"]


def test_a_bracket_inside_a_comment_begins_nothing() -> None:
    (record,) = read_text(text_of("1. d2-d4 { see\n[%clk 1:00] and\n[ this } *"))

    assert record.ok


def test_a_tag_line_inside_a_comment_ends_the_record() -> None:
    first, second = read_text(text_of("1. d2-d4 { see") + GOOD)

    assert codes(first) == ["comment-not-closed"]
    assert second.ok


def test_text_without_tags_is_a_record_without_a_game() -> None:
    first, second = read_text(f"1. d2-d4 *\n{GOOD}")

    assert codes(first) == ["game-missing"]
    assert second.ok


JOINED = "\n".join(
    [
        text_of("1. c2-b2 ; a good move\nd8-d5 *"),
        text_of("1. d2-d4 { over\ntwo lines }\n\n1... a1-a2 *"),
    ]
)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_lines_end_in_every_way(line_end: str) -> None:
    first, second = read_text(JOINED.replace("\n", line_end))

    assert (first.main.plies, first.ok) == (["c2-b2", "d8-d5"], True)
    assert (second.line, second.main.plies) == (6, ["d2-d4"])
    assert [(error.line, error.column) for error in second.errors] == [(11, 6)]


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_a_record_keeps_its_own_line_ends(line_end: str) -> None:
    text = JOINED.replace("\n", line_end)

    assert "".join(raw.text for raw in split(io.StringIO(text, newline="\n"))) == text


@pytest.mark.parametrize("rest", ["", "[Game "])
def test_a_line_end_that_is_cut_in_two_is_one(rest: str) -> None:
    # Lines are read in pieces of 65,536 characters: the return is the last of one, the line feed the next.
    comment = "{" + "x" * ((1 << 16) - 3) + "}\r"
    text = f'[Game "Barragoon"]\r\n\r\n{comment}\n\r\n1. a1-a2 *\r\n{rest}'

    raw = next(split(io.StringIO(text, newline="\n")))
    record = read_raw(raw)

    assert raw.text == text.removesuffix(rest)
    assert [(error.line, error.column) for error in record.errors] == [(5, 4)]


def test_a_cut_line_end_among_tags_is_no_empty_line() -> None:
    tag = '[Event "' + "x" * ((1 << 16) - 11) + '"]\r'
    (record,) = read_text(f'{tag}\n[Event "Open"]\n[Game "Barragoon"]\n\n*\n')

    assert codes(record) == ["tag-twice"]


@pytest.mark.parametrize("between", ["\n", "", "\n\n\ufeff\n"])
def test_a_byte_order_mark_between_joined_files_is_nothing(between: str) -> None:
    records = read_text(f"\ufeff{GOOD}{between}\ufeff{GOOD}{between}\ufeff\ufeff{GOOD}")

    assert [(record.ok, record.main.plies) for record in records] == [(True, ["c2-c3"])] * 3


def test_a_byte_order_mark_does_not_hide_the_record_behind_an_open_comment() -> None:
    first, second = read_text(f"{text_of('1. d2-d4 { never closed')}\n\ufeff{GOOD}")

    assert codes(first) == ["comment-not-closed"]
    assert second.ok


def test_a_comment_beside_a_tag_does_not_swallow_what_follows() -> None:
    first, second = read_text(f'[Game "Barragoon"]\n[Site "Riga"]{{[Event "Open"]\n{GOOD.lstrip()}')

    assert codes(first) == ["comment-not-closed"]
    assert second.ok


def test_a_comment_with_a_line_that_would_begin_a_record_is_never_taken() -> None:
    tag = '[Event "' + "x" * (1 << 16) + '"]'
    (record,) = read_text(f'[Game "Barragoon"]\n{tag}{{ a\n[Site "Riga"]\nb }}\n1. c2-c3 *\n')

    assert codes(record) == ["comment-not-closed"]
