"""Where one record ends and the next begins, also when one is broken."""

import pytest

from engine.record import read_text
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
