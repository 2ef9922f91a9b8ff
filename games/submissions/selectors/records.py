"""Records in what was sent: the stored bytes as a stream, the records of one file, and their errors."""

import errno
import io
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from pathlib import PurePosixPath
from typing import IO, Any, Final, NamedTuple

from core.texts import stored_form
from engine import registry
from engine.core import Importer, ImportRefused
from engine.record import RawRecord, Record, read_raw, split
from engine.splitting import split_games
from games.models import Submission, SubmissionSlice, SubmissionState, Upload, UploadPiece

MAX_ERRORS: Final = 100
TEXT_SUFFIXES: Final = frozenset({".txt", ".pgn"})
FOREIGN_SUFFIXES: Final = frozenset({".xml", ".gsn"})
ZIP_SUFFIX: Final = ".zip"
SUFFIXES: Final = TEXT_SUFFIXES | FOREIGN_SUFFIXES | {ZIP_SUFFIX}
ZIP_MAGIC: Final = (b"PK\x03\x04", b"PK\x05\x06")
HEAD_SIZE: Final = 400
PIECE_SIZE: Final = 256 * 1024


class SubmissionCode(StrEnum):
    """Beside the engine's codes. The values are stable."""

    NOTHING_FOUND = "nothing-found"
    NULL_BYTE = "null-byte"
    SEVERAL_RECORDS = "several-records"
    TOO_MANY_RECORDS = "too-many-records"
    FILE_KIND = "file-kind"
    ZIP_BROKEN = "zip-broken"
    ZIP_IN_ZIP = "zip-in-zip"
    ZIP_TOO_LARGE = "zip-too-large"
    CANNOT_BE_WRITTEN = "cannot-be-written"
    CANNOT_BE_CHECKED = "cannot-be-checked"
    NOT_READ = "not-read"


# What has one of these stands for something that was not read, however many records that is: nobody corrects it.
CODES_WITHOUT_RECORD: Final = frozenset(
    {
        SubmissionCode.NOTHING_FOUND,
        SubmissionCode.TOO_MANY_RECORDS,
        SubmissionCode.FILE_KIND,
        SubmissionCode.ZIP_BROKEN,
        SubmissionCode.ZIP_IN_ZIP,
        SubmissionCode.ZIP_TOO_LARGE,
        SubmissionCode.NOT_READ,
    }
)

# Of these it says nothing where in the text they stand.
CODES_WITHOUT_PLACE: Final = CODES_WITHOUT_RECORD | {
    SubmissionCode.CANNOT_BE_WRITTEN,
    SubmissionCode.CANNOT_BE_CHECKED,
}

ErrorData = dict[str, Any]


def make_error(
    code: str,
    message: str,
    *,
    line: int = 1,
    column: int = 1,
    ply: int | None = None,
    move: str = "",
    rule: str = "",
    game: str = "",
) -> ErrorData:
    """An error as it is stored with a submission and answered by the API. `game` says whose rule it is."""
    return {
        "line": line,
        "column": column,
        "ply": ply,
        "move": _storable(move),
        "code": str(code),
        "rule": rule,
        "game": game,
        "message": _storable(message),
        "words": stored_form(message, _storable),
    }


def errors_from_record(record: Record) -> list[ErrorData]:
    game = record.rules.name if record.rules else ""
    return [
        make_error(
            error.code.value,
            error.message,
            line=error.line,
            column=error.column,
            ply=error.ply,
            move=error.move,
            rule=error.rule,
            game=game,
        )
        for error in record.errors[:MAX_ERRORS]
    ]


def error_from_import(error: ImportRefused, *, lines_before: int) -> ErrorData:
    """Of a game in a file of several, which begins behind so many lines."""
    return make_error(
        error.code.value,
        error.message,
        line=lines_before + error.line,
        column=error.column,
        ply=error.ply,
        move=error.move,
        rule=error.rule,
    )


def has_code(errors: list[ErrorData], code: SubmissionCode) -> bool:
    return any(error["code"] == code for error in errors)


def has_place(error: ErrorData) -> bool:
    return error["code"] not in CODES_WITHOUT_PLACE


def is_one_record(errors: list[ErrorData]) -> bool:
    return not any(error["code"] in CODES_WITHOUT_RECORD for error in errors)


def _storable(text: str) -> str:
    """Messages quote what people wrote; PostgreSQL keeps neither null bytes nor halves of characters."""
    return text.replace("\0", "␀").encode("utf-8", "replace").decode()


class FoundRecord(NamedTuple):
    """The record in its upload, or why there is none; then `error` is already known."""

    raw: bytes
    line: int = 1
    member: str = ""
    cut: bool = False
    error: ErrorData | None = None


def find_records_in_file(stream: IO[bytes], head: bytes, member: str = "") -> Iterator[FoundRecord]:
    """The records of one file that is no zip file; `head` is its beginning, the stream stands before it."""
    importer = importer_for(head)
    if importer is not None:
        for game in split_games(stream, importer.beginning):
            yield FoundRecord(game.data, game.line, member, game.cut)
        return
    text = io.TextIOWrapper(stream, encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        for raw in split(text):
            yield FoundRecord(raw.text.encode("utf-8", "surrogateescape"), raw.line, member, raw.cut)
    finally:
        text.detach()


def importer_for(data: bytes) -> Importer | None:
    """Who reads a file that begins like this, if it is another program's."""
    head = data[:HEAD_SIZE]
    return next((importer for importer in _importers() if importer.recognises(head)), None)


@cache
def _importers() -> tuple[Importer, ...]:
    return tuple(importer for name in registry.names() for importer in registry.rules(name).importers)


def suffix_of(name: str) -> str:
    return PurePosixPath(name).suffix.lower()


def refused_record(code: SubmissionCode, message: str, member: str = "") -> FoundRecord:
    return FoundRecord(b"", member=member, error=make_error(code, message))


class UploadReader(io.RawIOBase):
    """A readable, seekable file over the pieces of an upload."""

    def __init__(self, upload: Upload) -> None:
        self._upload = upload
        self._place = 0
        self._piece_number = -1
        self._piece = b""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._upload.size}[whence]
        if start + offset < 0:
            # As of a file on disk: the zip module counts on it with very short files.
            raise OSError(errno.EINVAL, "there is nothing before the beginning of a file")
        self._place = start + offset
        return self._place

    def tell(self) -> int:
        return self._place

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type]
        if self._place >= self._upload.size or not view:
            return 0
        number, offset = divmod(self._place, PIECE_SIZE)
        if number != self._piece_number:
            self._piece = bytes(UploadPiece.objects.get(upload=self._upload, number=number).data)
            self._piece_number = number
        found = self._piece[offset : offset + len(view)]
        view[: len(found)] = found
        self._place += len(found)
        return len(found)


class SentRecord(NamedTuple):
    """A record as it was sent, and what has to be known to read it."""

    submission: int
    ordinal: int
    member: str
    file_name: str
    line: int
    raw: bytes
    cut: bool
    corrects: int | None

    @classmethod
    def of(cls, submission: Submission) -> "SentRecord":
        return cls(
            submission.pk,
            submission.ordinal,
            submission.member,
            submission.upload.file_name,
            submission.line,
            bytes(submission.raw),
            submission.cut,
            submission.corrects_id,
        )


def read_submission(submission: Submission) -> Record | None:
    """The record with its valid plies, also of a broken one; None if there is nothing to be read."""
    sent = SentRecord.of(submission)
    importer = importer_for(sent.raw)
    if importer is None:
        return read_raw(raw_record(sent))
    try:
        return importer.convert(sent.raw, sent.member or sent.file_name)
    except ImportRefused as refusal:
        return refusal.prefix


def raw_record(sent: SentRecord) -> RawRecord:
    return RawRecord(sent.ordinal, sent.line, sent.raw.decode("utf-8", "surrogateescape"), sent.cut)


def waiting_records(item: SubmissionSlice) -> list[SentRecord]:
    return records_by_slice([item])[item.pk]


def records_by_slice(items: Sequence[SubmissionSlice]) -> dict[int, list[SentRecord]]:
    """The records of these slices that wait for the referee. One query."""
    waiting = Submission.objects.filter(slice__in=items, state=SubmissionState.RECEIVED).order_by("ordinal")
    found: dict[int, list[SentRecord]] = {item.pk: [] for item in items}
    for part, pk, ordinal, member, name, line, raw, cut, corrects in waiting.values_list(
        "slice", "pk", "ordinal", "member", "upload__file_name", "line", "raw", "cut", "corrects"
    ):
        found[part].append(SentRecord(pk, ordinal, member, name, line, bytes(raw), cut, corrects))
    return found
