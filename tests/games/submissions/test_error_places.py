"""Where an error stands, in the lines and columns a reader counts, whatever the file is encoded in."""

import io
from typing import Any

import pytest

from games.models import Submission
from games.submissions.presenters import RecordLine, errors_with_lines
from games.submissions.selectors.records import FoundRecord, SentRecord
from games.submissions.selectors.upload_files import find_records
from games.submissions.services.validation import check_record
from tests.games.records import BARRAGOON, BROKEN


def found_in(data: bytes, name: str = "") -> list[FoundRecord]:
    return list(find_records(io.BytesIO(data), name=name, max_unpacked=1 << 20, max_members=100))


def checked(found: FoundRecord) -> Submission:
    """A row like the one that becomes of it."""
    errors: list[dict[str, Any]] = check_record(
        SentRecord(1, 1, "", "", found.line, found.raw, found.cut, None)
    ).errors
    return Submission(raw=found.raw, line=found.line, errors=errors)


def marked(found: FoundRecord) -> RecordLine:
    (_error, lines), *_more = errors_with_lines(checked(found))
    return next(line for line in lines if line.is_wrong)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_and_shown_alike_however_they_end(line_end: str) -> None:
    data = f"{BARRAGOON}\n{BROKEN}".replace("\n", line_end).encode()

    good, broken = found_in(data)

    assert good.raw + broken.raw == data
    assert checked(good).errors == []
    assert marked(broken) == RecordLine(19, "2. ", "c2-c5", " 1-0")


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("1. d2-d4 (1. d2-d9) *", RecordLine(3, "1. d2-d4 (1. ", "d2-d9", ") *")),
        ("1. d2-d9! *", RecordLine(3, "1. ", "d2-d9", "! *")),
        ("1. d2-d9{far} *", RecordLine(3, "1. ", "d2-d9", "{far} *")),
        ("1. d2-d4 %far *", RecordLine(3, "1. d2-d4 ", "%far", " *")),
    ],
)
def test_only_the_ply_at_fault_is_marked_and_nothing_that_is_said_of_it(
    moves: str, expected: RecordLine
) -> None:
    (found,) = found_in(f'[Game "Barragoon"]\n\n{moves}\n'.encode())

    assert marked(found) == expected


def test_a_comment_to_the_end_of_a_line_ends_at_a_carriage_return() -> None:
    data = b'[Game "Barragoon"]\r\r1. c2-b2 ; a good move\rd8-d5 2. d2-f3 d5xb6/NS@f2 1-0\r'

    (found,) = found_in(data)
    digest = check_record(SentRecord(1, 1, "", "", found.line, found.raw, found.cut, None)).digest

    assert digest is not None
    assert digest.plies == "c2-b2 d8-d5 d2-f3 d5xb6/NS@f2"


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_null_byte_stands_where_a_reader_counts_it(line_end: str) -> None:
    text = '\ufeff[Game "Barragoon"]\n\n1. d2-d4 { èèè\0 } *\n'.replace("\n", line_end)

    (found,) = found_in(text.encode())

    assert [(error["line"], error["column"]) for error in checked(found).errors] == [(3, 15)]
    assert marked(found) == RecordLine(3, "1. d2-d4 { èèè", "�", " } *")
