"""Glyphs, comments and variations are bounded, and a record that is known to be valid is read without playing it."""

import random

import pytest

from engine.record import (
    MAX_COMMENTS,
    MAX_GLYPHS,
    MAX_VARIATIONS,
    read_stored,
    read_text,
    read_valid,
    write,
)
from tests.engine.record.texts import codes, read_one
from tests.games.replay.records import ANNOTATED, random_barragoon, random_stratego, stratego_text

MANY_VARIATIONS = (
    "A record may have 500 variations; this one, at ply 1, is one more: leave some out, or send the analysis as "
    "records of their own."
)
WITH_EVERYTHING = (
    '[Game "Barragoon"]\n; before\n\n{ start } 1. d2-d4 (=) $1 { a } (1. c2-c3 ; with } brace\n(1. e2-e3 { b }) '
    "1... c8-c7 $7) { c } 1... d8-d6 (=) 1/2-1/2 { after the end }"
)
GLYPHS = [f"${number}" for number in range(10, 10 + MAX_GLYPHS)]


def test_the_bounds_are_those_of_the_format() -> None:
    assert (MAX_GLYPHS, MAX_COMMENTS, MAX_VARIATIONS) == (8, 16, 500)


def test_as_many_notes_as_allowed_are_read() -> None:
    comments = "{ So. } " * MAX_COMMENTS
    record = read_one(f"{comments} 1. d2-d4 {' '.join(GLYPHS)} {comments} (1. c2-c3 {comments}) *")

    assert record.ok


@pytest.mark.parametrize(
    ("moves", "code", "message"),
    [
        (
            f"1. d2-d4 {' '.join(GLYPHS)} !! *",
            "too-many-glyphs",
            "Ply 1 may have 8 glyphs; !! is one more: leave some out.",
        ),
        (
            f"1. d2-d4 d8-d6 {'{ So. } ' * 17} *",
            "too-many-comments",
            "Ply 2 may have 16 comments; this is one more: join some of them.",
        ),
        (
            f"{'{ So. } ' * 17} 1. d2-d4 *",
            "too-many-comments",
            "The start may have 16 comments; this is one more: join some of them.",
        ),
        (
            f"1. d2-d4 {'(1. c2-c3) ' * 501} *",
            "too-many-variations",
            MANY_VARIATIONS,
        ),
    ],
)
def test_one_more_is_refused_with_the_place_and_what_to_do(moves: str, code: str, message: str) -> None:
    record = read_one(moves)

    assert [(error.code, error.message) for error in record.errors] == [(code, message)]
    assert (record.errors[0].line, record.errors[0].column > 1) == (3, True)


def test_the_place_is_that_of_the_first_note_too_many() -> None:
    record = read_one(f"1. d2-d4\n{' '.join(GLYPHS)}\n$99 *")

    assert (record.errors[0].line, record.errors[0].column) == (5, 1)


def test_comments_between_the_tags_count_as_those_before_the_first_ply() -> None:
    (record,) = read_text('[Game "Barragoon"]\n' + "; A word.\n" * 10 + "\n" + "{ So. } " * 7 + "1. d2-d4 *")

    assert codes(record) == ["too-many-comments"]


def test_variations_in_variations_count_as_well() -> None:
    pair = "(1. c2-c3 (1. e2-e3) ) "

    assert codes(read_one(f"1. d2-d4 {pair * 250} *")) == []
    assert codes(read_one(f"1. d2-d4 {pair * 250} (1. b1-b2) *")) == ["too-many-variations"]


def test_a_stored_record_may_be_older_than_the_bounds() -> None:
    text = f'[Game "Barragoon"]\n\n1. d2-d4 {" ".join(GLYPHS)} $99 {"{ So. } " * 20} {"(1. c2-c3) " * 501} *'

    record = read_stored(text)

    assert record.ok
    assert len(record.main.notes[1].variations) == 501
    assert read_valid(text).main == record.main


@pytest.mark.parametrize(
    "text",
    [
        ANNOTATED,
        stratego_text(),
        random_barragoon(random.Random(3), 60),
        random_stratego(random.Random(4), 120),
        WITH_EVERYTHING,
    ],
)
def test_a_valid_record_reads_the_same_without_the_referee(text: str) -> None:
    (record,) = read_text(text)
    assert record.ok

    quick = read_valid(write(record))

    assert quick.main == record.main
    assert (quick.tags, quick.rules) == (read_text(write(record))[0].tags, record.rules)
