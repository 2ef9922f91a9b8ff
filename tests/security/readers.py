"""What reads the files of strangers, and what each of them promises of any bytes."""

from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

from hypothesis import strategies as st

from core.errors import Refused
from games.submissions.selectors.upload_files import find_records
from players.people.selectors.table_rows import read_row
from players.people.selectors.tables import read_table
from players.people.services.photos import PHOTO_SIZES, prepare_photo
from tests.engine.record.promises import check
from tournaments import trf

CORPUS: Final = Path(__file__).parent / "corpus"
MAX_EDITS: Final = 6


def read_record(data: bytes) -> None:
    check(data.decode("utf-8", "surrogateescape"))


def read_upload(data: bytes) -> None:
    """Whatever it is: text, the files of other programs, a packed folder."""
    for found in find_records(BytesIO(data), name="", max_unpacked=1 << 20, max_members=20):
        assert found.raw or found.error


def read_people(data: bytes) -> None:
    try:
        table = read_table(data)
    except Refused:
        return
    for line in table.lines:
        row = read_row(table, line)
        assert (row.person is None) == bool(row.problem)


def read_report(data: bytes) -> None:
    file = trf.parse(data)
    assert file.to_bytes() == data
    try:
        trf.read(file)
    except trf.TrfError:
        return


def read_photo(data: bytes) -> None:
    try:
        photo = prepare_photo(data)
    except Refused:
        return
    assert set(photo.squares) == set(PHOTO_SIZES)


READERS: Final[Mapping[str, Callable[[bytes], None]]] = {
    "records": read_record,
    "uploads": read_upload,
    "tables": read_people,
    "reports": read_report,
    "pictures": read_photo,
}
# Words by which a reader tells what comes next.
_WORDS: Final[Mapping[str, tuple[bytes, ...]]] = {
    "records": (
        b'[Game "Stratego"]\n',
        b'[Result "1-0"]\n',
        b"(",
        b")",
        b"{",
        b"}",
        b"$1 ",
        b"1... ",
        b"\r",
        b"\0",
    ),
    "tables": (b";", b",", b"\t", b'"', b"Name", b"Born", b"\r\n", b"\xef\xbb\xbf", b"'=1"),
    "reports": (b"001 ", b"012 ", b"XXR 9\n", b"0000 - U", b"132 ", b"\r\n", b"BBW", b"9999"),
    "pictures": (b"IHDR", b"\xff\xd8", b"\xff\xc0", b"RIFF", b"\x7f\xff\xff\xff", b"eXIf"),
}


def files_of(kind: str) -> list[bytes]:
    """The corpus of a reader; uploads may be anything."""
    folders = list(CORPUS.iterdir()) if kind == "uploads" else [CORPUS / kind]
    return [file.read_bytes() for folder in sorted(folders) for file in sorted(folder.iterdir())]


@st.composite
def damaged(draw: st.DrawFn, kind: str) -> bytes:
    """A file of the corpus with a few pieces cut out, repeated, moved, or replaced by others."""
    data = draw(st.sampled_from(files_of(kind)))
    words = _WORDS.get(kind, sum(_WORDS.values(), ()))
    for _ in range(draw(st.integers(0, MAX_EDITS))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from((0, 1, 2, 4, 16, 64, 256))))
        match draw(st.integers(0, 4)):
            case 0:
                data = data[:start] + data[end:]
            case 1:
                data = data[:end] + data[start:end] * draw(st.integers(1, 3)) + data[end:]
            case 2:
                data = data[:start] + draw(st.sampled_from(words)) + data[end:]
            case 3:
                data = data[:start] + draw(st.binary(max_size=8)) + data[end:]
            case 4:
                other = draw(st.sampled_from(files_of(kind)))
                data = data[:start] + other[start:]
    return data
