"""Input is bounded, and what goes past a bound is an error that says so."""

import io
import itertools
import time

import pytest

from engine.record import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_PLIES,
    MAX_PLIES_IN_ALL,
    MAX_VARIATIONS,
    RecordCode,
    read,
    read_text,
)
from tests.engine.record.texts import codes, read_one, text_of

CYCLE = ["c2-c3", "c8-c7", "c3-c2", "c7-c8"]
GOOD = text_of("1. c2-c3 *")


def plies(count: int) -> str:
    return " ".join(itertools.islice(itertools.cycle(CYCLE), count))


def test_two_thousand_plies_are_read() -> None:
    record = read_one(plies(MAX_PLIES))

    assert record.ok
    assert len(record.main.plies) == MAX_PLIES == 2000


def test_the_ply_after_that_is_one_too_many() -> None:
    record = read_one(plies(MAX_PLIES + 1))

    assert codes(record) == ["too-many-plies"]
    assert len(record.main.plies) == MAX_PLIES
    assert record.errors[0].message == "A record may have 2000 plies; this is one more."


def test_a_variation_counts_the_plies_before_it() -> None:
    assert codes(read_one(f"{plies(MAX_PLIES)} (c7-c6 d2-d4)")) == ["too-many-plies"]


def varied() -> str:
    """One ply less than all lines together may have: a main line of two, and long variations."""
    return f"1. d2-d4 {f'({plies(MAX_PLIES)}) ' * 4} ({plies(1997)}) d8-d6"


def test_ten_thousand_plies_in_all_lines_together_are_read() -> None:
    record = read_one(f"{varied()} (1... c8-c7) *")

    assert record.ok
    assert MAX_PLIES_IN_ALL == 10_000


def test_the_ply_after_those_is_one_error_and_ends_the_record() -> None:
    record = read_one(f"{varied()} (1... c8-c7) 2. c2-c3 c8-c7 *")

    assert [(error.code, error.message) for error in record.errors] == [
        (
            "too-many-plies-in-all",
            "A record may have 10000 plies with all its variations; this is one more.",
        )
    ]
    assert record.main.plies == ["d2-d4", "d8-d6"]


def test_many_variations_past_their_bound_are_one_error() -> None:
    record = read_one("1. d2-d4 " + "(1. c2-c3) " * 10_500 + "*")

    assert codes(record) == ["too-many-variations"]
    assert len(record.main.note(1).variations) == MAX_VARIATIONS


def nested(levels: int) -> str:
    return "1. d2-d4 " + "(1. c2-c3 " * levels + ")" * levels + " *"


def test_sixty_four_levels_of_variations_are_read() -> None:
    assert read_one(nested(MAX_DEPTH)).ok
    assert MAX_DEPTH == 64


def test_the_level_after_that_is_one_too_many() -> None:
    record = read_one(nested(MAX_DEPTH + 1))

    assert codes(record) == ["variations-too-deep"]
    assert record.errors[0].message == "Variations may be nested 64 levels deep."


def padded(size: int) -> str:
    """A record of exactly so many bytes."""
    text = text_of("1. d2-d4 {} d8-d6 *")
    return text.replace("{}", "{" + "x" * (size - len(text)) + "}")


def test_a_record_of_one_mebibyte_is_read() -> None:
    (record,) = read_text(padded(MAX_BYTES))

    assert MAX_BYTES == 1 << 20
    assert record.ok


def test_a_longer_record_is_too_large_and_does_not_stop_the_others() -> None:
    first, second = read_text(padded(MAX_BYTES + 1) + GOOD)

    assert codes(first) == ["record-too-large"]
    assert first.main.plies == ["d2-d4"]
    assert second.ok


def test_bytes_are_counted_not_letters() -> None:
    half = padded(MAX_BYTES // 2 + 100)

    (record,) = read_text(half.replace("x", "ü"))

    assert codes(record) == ["record-too-large"]


def test_the_plies_before_the_cut_stay_readable() -> None:
    filler = "\n".join("x" * 998 for _ in range(1100))
    (record,) = read_text(text_of(f"1. d2-d4 d8-d6\n{{{filler}}}\n2. c2-c3 *"))

    assert codes(record) == ["record-too-large"]
    assert record.main.plies == ["d2-d4", "d8-d6"]


class Endless(io.StringIO):
    """A file that never ends and has no line breaks, as far as anybody reads."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.left = limit

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        assert 0 < size <= 1 << 16
        if self.left <= 0:
            return ""
        self.left -= size
        return "x" * size


def test_a_file_without_line_breaks_is_read_in_pieces() -> None:
    (record,) = read(Endless(50 << 20))

    assert codes(record) == ["game-missing", "record-too-large"]


@pytest.mark.parametrize(
    "moves",
    [
        "(" * 500_000,
        "1. d2-d4 " + "(1. a1-a2) " * 90_000,
        "1. d2-d4 " + "{" * 900_000,
        "[\n" * 300_000,
        "{\n[\n" * 200_000,
        "1. d2-d4\n" + "%\n" * 400_000,
        "$1 " * 300_000,
        "d2-d4 " + "! " * 400_000,
        "9" * 900_000 + ".",
        "1. d2-d4 " + "(1. c2-c3) " * 80_000 + "*",
        "a" * 900_000,
        "d2xd4/" + "X@a1/" * 150_000,
        '[A "' + "\\" * 900_000,
    ],
    ids=lambda moves: moves[:12],
)
def test_hostile_text_is_answered_soon(moves: str) -> None:
    started = time.process_time()

    read_text(text_of(moves))

    assert time.process_time() - started < 10


def test_an_unclosed_comment_before_the_cut_is_reported_as_the_cut() -> None:
    (record,) = read_text(text_of("1. d2-d4 {" + "x" * (MAX_BYTES + 10)))

    assert [error.code for error in record.errors] == [RecordCode.RECORD_TOO_LARGE]
