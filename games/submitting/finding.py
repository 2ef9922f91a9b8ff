"""Finds the records in what was sent: plain text, files of other programs, and zip files of both.

Everything is read as a stream, and nothing is believed: what is broken becomes an error in its place, and the search
goes on behind it. The order is always the same, so that a search can be taken up again by counting.
"""

import io
from collections.abc import Iterator
from functools import cache
from pathlib import PurePosixPath
from typing import IO, Final, NamedTuple

from engine import registry
from engine.core import Importer
from engine.cutting import cut_into_games
from engine.record import split
from games.submitting.codes import ErrorData, SubmissionCode, error_data

TEXT_SUFFIXES: Final = frozenset({".txt", ".pgn"})
FOREIGN_SUFFIXES: Final = frozenset({".xml", ".gsn"})
ZIP_SUFFIX: Final = ".zip"
SUFFIXES: Final = TEXT_SUFFIXES | FOREIGN_SUFFIXES | {ZIP_SUFFIX}
ZIP_MAGIC: Final = (b"PK\x03\x04", b"PK\x05\x06")
HEAD: Final = 400


class Found(NamedTuple):
    """A record where it stood, or why there is none; `error` is known already then."""

    raw: bytes
    line: int = 1
    member: str = ""
    cut: bool = False
    error: ErrorData | None = None


def records_in(stream: IO[bytes], *, name: str, most_unpacked: int, most_members: int) -> Iterator[Found]:
    """All records of an upload. An upload without any has one error that says so."""
    from games.submitting.zips import records_in_zip  # it finds records in its members by this module

    head = stream.read(HEAD)
    stream.seek(0)
    if head.startswith(ZIP_MAGIC) or suffix_of(name) == ZIP_SUFFIX:
        found = records_in_zip(stream, most_unpacked=most_unpacked, most_members=most_members)
    else:
        found = records_in_file(stream, head)
    anything = False
    for record in found:
        anything = True
        yield record
    if not anything:
        yield refusal(SubmissionCode.NOTHING_FOUND, "There is no record in here.")


def records_in_file(stream: IO[bytes], head: bytes, member: str = "") -> Iterator[Found]:
    """The records of one file that is no zip file; `head` is its beginning, the stream stands before it."""
    importer = importer_for(head)
    if importer is not None:
        for game in cut_into_games(stream, importer.beginning):
            yield Found(game.data, game.line, member, game.cut)
        return
    text = io.TextIOWrapper(stream, encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        for raw in split(text):
            yield Found(raw.text.encode("utf-8", "surrogateescape"), raw.line, member, raw.cut)
    finally:
        text.detach()


def importer_for(data: bytes) -> Importer | None:
    """Who reads a file that begins like this, if it is another program's."""
    head = data[:HEAD]
    return next((importer for importer in _importers() if importer.recognises(head)), None)


@cache
def _importers() -> tuple[Importer, ...]:
    return tuple(importer for name in registry.names() for importer in registry.rules(name).importers)


def suffix_of(name: str) -> str:
    return PurePosixPath(name).suffix.lower()


def refusal(code: SubmissionCode, message: str, member: str = "") -> Found:
    return Found(b"", member=member, error=error_data(code, message))
