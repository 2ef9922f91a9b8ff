"""The line layer: whatever is read can be written again, byte for byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.report_files import VECTORS
from tournaments.trf import Encoding, LineEnd, TrfFile, TrfLine, parse


def test_there_are_all_119_recorded_tournaments() -> None:
    assert len(VECTORS) == 119


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"], ids=["CR", "LF", "CRLF"])
def test_every_recorded_tournament_comes_back_byte_for_byte(end: bytes) -> None:
    for path in VECTORS:
        data = path.read_bytes().replace(b"\n", end)
        file = parse(data)
        assert len(file.lines) == data.count(end)
        assert file.to_bytes() == data


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", ()),
        (b"012 a", (TrfLine("012 a", ""),)),
        (b"a\rb\nc\r\nd", (TrfLine("a", "\r"), TrfLine("b", "\n"), TrfLine("c", "\r\n"), TrfLine("d", ""))),
        (b"\n\r\r\n", (TrfLine("", "\n"), TrfLine("", "\r"), TrfLine("", "\r\n"))),
        (b"a \t \n", (TrfLine("a \t ", "\n"),)),
        (b"a\x0bb\x0cc\n", (TrfLine("a\x0bb\x0cc", "\n"),)),
    ],
)
def test_line_ends_are_told_apart_and_kept(data: bytes, lines: tuple[TrfLine, ...]) -> None:
    file = parse(data)
    assert file.lines == lines
    assert file.to_bytes() == data


def test_a_line_knows_its_code() -> None:
    assert [line.code for line in parse(b"012 Open\nXXR 9\n0").lines] == ["012", "XXR", "0"]


def test_utf_8_with_its_mark_stays_as_it_is() -> None:
    data = b"\xef\xbb\xbf012 K\xc3\xb6ln\r\n"
    file = parse(data)
    assert file.lines == (TrfLine("012 Köln", "\r\n"),)
    assert file.byte_order_mark
    assert file.to_bytes() == data


def test_what_is_not_utf_8_is_read_as_latin_1() -> None:
    data = b"012 K\xf6ln\r"
    file = parse(data)
    assert (file.lines, file.encoding) == ((TrfLine("012 Köln", "\r"),), Encoding.LATIN_1)
    assert file.to_bytes() == data


def test_changing_one_line_leaves_the_others_untouched() -> None:
    file = parse(b"012 Old \r\n### note  \rXXX unknown\n").with_text(1, "012 New")
    assert file.to_bytes() == b"012 New\r\n### note  \rXXX unknown\n"


@given(st.binary(max_size=300))
def test_any_bytes_come_back(data: bytes) -> None:
    assert parse(data).to_bytes() == data


@given(st.text(max_size=300))
def test_any_text_comes_back(text: str) -> None:
    assert parse(text).to_text() == text


@given(st.lists(st.text(st.characters(exclude_characters="\r\n"))), st.sampled_from(list(LineEnd)))
def test_no_line_is_lost_or_gained(texts: list[str], end: LineEnd) -> None:
    lines = tuple(TrfLine(text, end.value) for text in texts)
    assert parse(TrfFile(lines).to_text()).lines == lines
