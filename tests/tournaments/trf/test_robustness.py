"""Broken files: every input is either understood or refused with a TrfError, and never loses a byte."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.report_files import VECTORS
from tournaments import trf
from tournaments.trf import TrfError

SMALL = [path.read_bytes() for path in VECTORS if path.stat().st_size < 4000]
CODES = ["001", "012", "132", "142", "152", "162", "202", "240", "250", "260", "299", "310"]
EXTENSIONS = ["XXA", "XXC", "XXP", "XXR", "XXS", "XXZ"]
NOISE = "01239 .,=+-wbWDLHFUZXAP/²٣\t\x00é"


def check(data: bytes) -> None:
    file = trf.parse(data)
    assert file.to_bytes() == data
    refusal = None
    try:
        report = trf.read(file)
    except TrfError as error:
        refusal = error
    if refusal is None:
        assert report.tournament.players
    else:
        assert refusal.line in range(1, max(1, len(file.lines)) + 1)
        assert refusal.column is not None
        assert refusal.column >= 1
        assert str(refusal) == f"line {refusal.line}, column {refusal.column}: {refusal.reason}"


@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    check(data)


@given(
    st.lists(
        st.builds(lambda code, rest: code + rest, st.sampled_from(CODES + EXTENSIONS), st.text(NOISE)),
        max_size=8,
    )
)
@settings(max_examples=300)
def test_lines_of_known_codes_with_noise(lines: list[str]) -> None:
    check(("001    1\n" + "\n".join(lines)).encode())


@given(
    st.sampled_from(SMALL),
    st.lists(st.tuples(st.integers(0, 3999), st.binary(max_size=3), st.integers(0, 12)), max_size=4),
    st.sampled_from([b"\r", b"\n", b"\r\n"]),
)
@settings(max_examples=300)
def test_recorded_tournaments_with_damage(
    data: bytes, damages: list[tuple[int, bytes, int]], end: bytes
) -> None:
    for position, inserted, removed in damages:
        data = data[:position] + inserted + data[position + removed :]
    check(data.replace(b"\n", end))


@given(st.sampled_from(SMALL), st.data())
def test_recorded_tournaments_with_lines_missing_doubled_or_swapped(data: bytes, draw: st.DataObject) -> None:
    lines = data.splitlines(keepends=True)
    check(b"".join(draw.draw(st.lists(st.sampled_from(lines), max_size=2 * len(lines)))))


@given(st.sampled_from(SMALL), st.lists(st.text(NOISE + " abc", max_size=30), max_size=5), st.data())
def test_unknown_lines_anywhere_change_neither_the_tournament_nor_the_other_lines(
    data: bytes, unknown: list[str], draw: st.DataObject
) -> None:
    lines = data.decode().splitlines(keepends=True)
    for text in unknown:
        lines.insert(draw.draw(st.integers(0, len(lines))), f"???{text}\r\n")
    mixed = "".join(lines).encode()
    file = trf.parse(mixed)
    assert file.to_bytes() == mixed
    assert trf.read(file).tournament == trf.read(data).tournament
