"""The pages keep their word: pictures are current, every error code has an example, examples run."""

import doctest
import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import barragoon
from engine.barragoon import Code, Position
from engine.record import (
    MAX_BYTES,
    MAX_COMMENTS,
    MAX_DEPTH,
    MAX_PLIES,
    MAX_PLIES_IN_ALL,
    MAX_VARIATIONS,
    RecordCode,
    read_text,
    write,
)
from tests.engine.barragoon.doc_boards import FOLDER, pictures

ROOT = Path(__file__).parents[2]
NOTATION = ROOT / "docs" / "notation.md"
RULES = ROOT / "docs" / "rules" / "barragoon.md"
CYCLE = ["c2-c3", "c8-c7", "c3-c2", "c7-c8"]


# pictures


@pytest.mark.parametrize("name", sorted(pictures()))
def test_a_picture_is_as_the_engine_draws_it_today(name: str) -> None:
    assert (FOLDER / name).read_text() == pictures()[name], (
        "python -m tests.engine.barragoon.doc_boards draws it anew"
    )


def test_every_picture_of_a_page_exists_and_every_picture_is_shown() -> None:
    shown = {
        (page.parent / target).resolve()
        for page in (NOTATION, RULES)
        for target in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text())
    }

    assert shown == {FOLDER / name for name in pictures()}


# error codes


def examples() -> Iterator[tuple[str, str, str]]:
    """Code, record text (empty if the page only describes it) and message, as the page has them."""
    sections = re.split(r"^#### ", NOTATION.read_text(), flags=re.MULTILINE)[1:]
    for section in sections:
        code = re.match(r"`([a-z0-9-]+)`", section)
        record = re.search(r"```\n(.*?)```", section, flags=re.DOTALL)
        message = re.search(r"^> (.+)$", section, flags=re.MULTILINE)
        assert code
        assert message, section
        yield code[1], record[1] if record else "", message[1]


# Examples too long for a page, or no text at all.
LONG: dict[str, Callable[[], str]] = {
    RecordCode.NOT_UTF_8: lambda: b'[Game "Barragoon"]\n[White "J\xf6rg"]\n\n*\n'.decode(
        "utf-8", "surrogateescape"
    ),
    RecordCode.RECORD_TOO_LARGE: lambda: '[Game "Barragoon"]\n\n{' + "x" * MAX_BYTES + "} *\n",
    RecordCode.TOO_MANY_PLIES: lambda: (
        '[Game "Barragoon"]\n\n' + " ".join(itertools.islice(itertools.cycle(CYCLE), MAX_PLIES + 1))
    ),
    RecordCode.TOO_MANY_PLIES_IN_ALL: lambda: (
        '[Game "Barragoon"]\n\n1. d2-d4 '
        + f"({' '.join(itertools.islice(itertools.cycle(CYCLE), MAX_PLIES))}) "
        * (MAX_PLIES_IN_ALL // MAX_PLIES)
        + "*"
    ),
    RecordCode.TOO_MANY_VARIATIONS: lambda: (
        '[Game "Barragoon"]\n\n1. d2-d4 ' + "(1. c2-c3) " * (MAX_VARIATIONS + 1) + "*"
    ),
    RecordCode.TOO_MANY_COMMENTS: lambda: (
        '[Game "Barragoon"]\n\n1. d2-d4 ' + "{ So it is. } " * (MAX_COMMENTS + 1) + "*"
    ),
    RecordCode.VARIATIONS_TOO_DEEP: lambda: (
        '[Game "Barragoon"]\n\n1. d2-d4 ' + "(1. c2-c3 " * (MAX_DEPTH + 1) + ")" * (MAX_DEPTH + 1) + " *"
    ),
}


def test_every_code_has_an_example() -> None:
    assert sorted(code for code, _, _ in examples()) == sorted([*RecordCode, *Code])


@pytest.mark.parametrize(
    ("code", "text", "message"), list(examples()), ids=[code for code, _, _ in examples()]
)
def test_an_example_has_exactly_the_error_it_is_for(code: str, text: str, message: str) -> None:
    (record,) = read_text(text or LONG[code]())

    assert [
        (error.code, error.message + (f" ({error.rule})" if error.rule else "")) for error in record.errors
    ] == [(code, message)]


# examples that are valid


def test_the_records_before_the_error_codes_are_valid_and_canonical() -> None:
    page = NOTATION.read_text().partition("## Errors")[0]
    records = re.findall(r"^```\n(\[Game.*?)```", page, flags=re.DOTALL | re.MULTILINE)

    assert len(records) == 2
    for text in records:
        (record,) = read_text(text)
        assert record.errors == ()
        assert write(record) == text


def test_the_position_on_the_page_is_the_start() -> None:
    (text,) = re.findall(r"^```\n(\S+ [wb] \d+ \d-\d)\n```", NOTATION.read_text(), flags=re.MULTILINE)

    assert Position.parse(text).text == Position.start().text == text


def test_the_examples_of_the_readme_run() -> None:
    results = doctest.testfile(
        str(ROOT / "engine" / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )

    assert results.attempted > 20
    assert results.failed == 0


def test_the_example_of_the_package_runs() -> None:
    results = doctest.testmod(barragoon)

    assert (results.attempted, results.failed) == (4, 0)
