"""All records of an upload: plain text, files of other programs, and zip files of both, opened with care.

Everything is read as a stream, and nothing is believed: what is broken becomes an error in its place, and the search
goes on behind it. The order is always the same, so that a search can be taken up again by counting.
"""

import io
import struct
import zipfile
from bisect import bisect_left
from collections.abc import Iterator
from typing import IO, Final

from django.conf import settings

from engine.texts import Sentence
from engine.zip_files import ZIP_ERRORS, has_known_method, is_encrypted
from games.models import Upload
from games.models.submission import MAX_FILE_NAME_LENGTH
from games.submissions.selectors.records import (
    FOREIGN_SUFFIXES,
    HEAD_SIZE,
    TEXT_SUFFIXES,
    ZIP_MAGIC,
    ZIP_SUFFIX,
    FoundRecord,
    SubmissionCode,
    find_records_in_file,
    refused_record,
    suffix_of,
)

_BROKEN: Final = (*ZIP_ERRORS, OSError)

# The end of a zip file, which says how long its list of members is. That list is read into memory as a whole.
_END: Final = struct.Struct("<4s4H2LH")
_END_MAGIC: Final = b"PK\x05\x06"
_MAX_COMMENT_LENGTH: Final = 0xFFFF
_ZIP64_MAGIC: Final = b"PK\x06\x07"
_ZIP64_LOCATOR: Final = 20
_BYTES_OF_A_MEMBER: Final = 46 + 80  # in that list, with a name of some length

# Records pack to a tenth or so; the very same one over and over, to a hundredth. Nobody minds a small file.
_MAX_PACKING_RATIO: Final = 200
_SMALL: Final = 1 << 20
_MAC_FOLDER: Final = "__MACOSX"
_MAC_COPY: Final = "._"
_LITTER: Final = frozenset({".ds_store", "thumbs.db", "desktop.ini"})

# In a member's entry in the list, and in its header before its bytes: where the high byte of the flags stands.
_ENTRY_SIZE: Final = 46
_ENTRY_MAGIC: Final = b"PK\x01\x02"
_FLAGS_IN_ENTRY: Final = 9
_LENGTHS_IN_ENTRY: Final = 28  # of the name, the extra field and the comment
_HEADER_IN_ENTRY: Final = 42
_FLAGS_IN_HEADER: Final = 7
_NAME_IS_UTF_8: Final = 0x08


class _UnpackedTooMuch(Exception):
    """More comes out of a member than it said, or than is left to be unpacked."""


def records_of_upload(upload: Upload, stream: IO[bytes]) -> Iterator[FoundRecord]:
    """All records of an upload whose bytes are in the stream, up to the limits of the site."""
    most = settings.GAMES_MOST_RECORDS
    found = find_records(
        stream, name=upload.file_name, max_unpacked=settings.GAMES_MOST_UNPACKED_BYTES, max_members=most
    )
    for number, record in enumerate(found, start=1):
        if number > most:
            yield refused_record(
                SubmissionCode.TOO_MANY_RECORDS,
                Sentence(
                    "An upload may have %(most)s records: the rest was not read. Please upload it on its "
                    "own.",
                    most=most,
                ),
                record.member,
            )
            return
        yield record


def find_records(
    stream: IO[bytes], *, name: str, max_unpacked: int, max_members: int
) -> Iterator[FoundRecord]:
    """All records of an upload. An upload without any has one error that says so."""
    head = stream.read(HEAD_SIZE)
    stream.seek(0)
    if head.startswith(ZIP_MAGIC) or suffix_of(name) == ZIP_SUFFIX:
        found = find_records_in_zip(stream, max_unpacked=max_unpacked, max_members=max_members)
    else:
        found = find_records_in_file(stream, head)
    anything = False
    for record in found:
        anything = True
        yield record
    if not anything:
        yield refused_record(SubmissionCode.NOTHING_FOUND, Sentence("There is no record in here."))


def find_records_in_zip(stream: IO[bytes], *, max_unpacked: int, max_members: int) -> Iterator[FoundRecord]:
    problem = problem_with_list(stream, max_members)
    if problem:
        yield problem
        return
    try:
        archive = _opened(stream)
        members = archive.infolist()
    except _BROKEN as error:
        yield refused_record(
            SubmissionCode.ZIP_BROKEN, Sentence("The zip file cannot be opened: %(error)s.", error=str(error))
        )
        return
    if len(members) > max_members:
        yield refused_record(
            SubmissionCode.ZIP_TOO_LARGE,
            Sentence("The zip file has too many files in it: at most %(most)s are read.", most=max_members),
        )
        return
    budget = _Budget(max_unpacked)
    for member in members:
        try:
            yield from _records_in_member(archive, member, budget)
        except _UnpackedTooMuch:
            yield _too_large(member, max_unpacked)


def _opened(stream: IO[bytes]) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(stream)
    except UnicodeDecodeError:  # a name that says to be UTF-8 and is not: no reason to lose the others
        return zipfile.ZipFile(LegacyNamesStream(stream))


def _too_large(member: zipfile.ZipInfo, most: int) -> FoundRecord:
    return refused_record(
        SubmissionCode.ZIP_TOO_LARGE,
        Sentence(
            "With this file the zip file unpacks to more than %(most)s bytes: not read. Please upload it "
            "on its own.",
            most=most,
        ),
        _shown_name(member),
    )


class _Budget:
    """How many unpacked bytes may still come out of a zip file."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.left = most


class _Member(io.RawIOBase):
    """A member that is being unpacked, counted against the budget."""

    def __init__(self, unpacked: IO[bytes], budget: _Budget) -> None:
        self._unpacked = unpacked
        self._budget = budget

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type]
        data = self._unpacked.read(len(view))
        self._budget.left -= len(data)
        if self._budget.left < 0:
            raise _UnpackedTooMuch
        view[: len(data)] = data
        return len(data)


def _records_in_member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, budget: _Budget
) -> Iterator[FoundRecord]:
    name = _shown_name(member)
    suffix = suffix_of(name)
    if member.is_dir() or _is_litter(name):
        return
    if suffix == ZIP_SUFFIX:
        yield refused_record(
            SubmissionCode.ZIP_IN_ZIP,
            Sentence("This is a zip file inside a zip file: unpack it first."),
            name,
        )
    elif suffix not in TEXT_SUFFIXES | FOREIGN_SUFFIXES:
        yield refused_record(
            SubmissionCode.FILE_KIND, Sentence("This is no .txt, .pgn, .xml or .gsn file: not read."), name
        )
    elif not has_known_method(member):
        yield refused_record(
            SubmissionCode.ZIP_BROKEN,
            Sentence("This file is packed in a way that is not supported: use deflate."),
            name,
        )
    elif is_encrypted(member):
        yield refused_record(
            SubmissionCode.ZIP_BROKEN, Sentence("This file is encrypted: pack it without a password."), name
        )
    elif _is_a_bomb(member):
        yield refused_record(
            SubmissionCode.ZIP_TOO_LARGE,
            Sentence(
                "This file unpacks to %(size)s bytes, more than %(most)s times as many as are packed: no "
                "records do. It was not read.",
                size=member.file_size,
                most=_MAX_PACKING_RATIO,
            ),
            name,
        )
    elif member.file_size > budget.left:
        yield _too_large(member, budget.most)
    else:
        yield from _records_unpacked(archive, member, budget, name)


def _records_unpacked(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, budget: _Budget, name: str
) -> Iterator[FoundRecord]:
    try:
        with archive.open(member) as unpacked, io.BufferedReader(_Member(unpacked, budget)) as stream:
            head = stream.peek(HEAD_SIZE)[:HEAD_SIZE]
            if head.startswith(ZIP_MAGIC):
                yield refused_record(
                    SubmissionCode.ZIP_IN_ZIP,
                    Sentence("This is a zip file inside a zip file: unpack it first."),
                    name,
                )
                return
            anything = False
            for found in find_records_in_file(stream, head, name):
                anything = True
                yield found
        if not anything:
            yield refused_record(
                SubmissionCode.NOTHING_FOUND, Sentence("There is no record in this file."), name
            )
    except _BROKEN as error:
        yield refused_record(
            SubmissionCode.ZIP_BROKEN,
            Sentence("This file in the zip file is broken: %(error)s.", error=str(error)),
            name,
        )


def _is_a_bomb(member: zipfile.ZipInfo) -> bool:
    """By what the list says, which is believed no further: no more is ever unpacked of a member than it says."""
    return member.file_size > max(_SMALL, _MAX_PACKING_RATIO * member.compress_size)


def problem_with_list(stream: IO[bytes], max_members: int) -> FoundRecord | None:
    """Look at the end of the file before the list of members is read, for that list is as long as it says."""
    size = stream.seek(0, io.SEEK_END)
    stream.seek(max(0, size - _END.size - _MAX_COMMENT_LENGTH))
    tail = stream.read(_END.size + _MAX_COMMENT_LENGTH)
    stream.seek(0)
    at = tail.rfind(_END_MAGIC)
    if at < 0 or len(tail) - at < _END.size:
        return refused_record(
            SubmissionCode.ZIP_BROKEN, Sentence("The zip file cannot be opened: its end is missing.")
        )
    length_of_list = _END.unpack_from(tail, at)[5]
    if tail[max(0, at - _ZIP64_LOCATOR) : at].startswith(_ZIP64_MAGIC):
        return refused_record(
            SubmissionCode.ZIP_BROKEN,
            Sentence("The zip file is of the kind for very large ones (zip64): pack fewer files."),
        )
    if length_of_list > max_members * _BYTES_OF_A_MEMBER:
        return refused_record(
            SubmissionCode.ZIP_TOO_LARGE,
            Sentence(
                "The zip file has too many files in it, or too long names: at most %(most)s files are read.",
                most=max_members,
            ),
        )
    return None


def _shown_name(member: zipfile.ZipInfo) -> str:
    """For people to read, never a path to write to."""
    name = "".join(letter if letter.isprintable() else "?" for letter in member.filename)
    return name if len(name) <= MAX_FILE_NAME_LENGTH else f"…{name[1 - MAX_FILE_NAME_LENGTH :]}"


def _is_litter(name: str) -> bool:
    """What operating systems put into zip files without being asked."""
    parts = name.split("/")
    return parts[0] == _MAC_FOLDER or parts[-1].startswith(_MAC_COPY) or parts[-1].lower() in _LITTER


class LegacyNamesStream(io.RawIOBase):
    """The same bytes, but for the flags of members with such names: those are read in the alphabet of old zip files."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        size = stream.seek(0, io.SEEK_END)
        tail_at = max(0, size - _END.size - _MAX_COMMENT_LENGTH)
        stream.seek(tail_at)
        tail = stream.read(_END.size + _MAX_COMMENT_LENGTH)
        end = tail.rfind(_END_MAGIC)
        if end < 0 or len(tail) - end < _END.size:
            raise zipfile.BadZipFile("its end is missing")
        length, offset = _END.unpack_from(tail, end)[5:7]
        list_at = tail_at + end - length
        if list_at < 0:
            raise zipfile.BadZipFile("its list is missing")
        stream.seek(list_at)
        self._wrong_flags = sorted(_places_of_wrong_flags(stream.read(length), list_at, list_at - offset))
        stream.seek(0)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type]
        place = self._stream.tell()
        data = bytearray(self._stream.read(len(view)))
        first = bisect_left(self._wrong_flags, place)
        for wrong in self._wrong_flags[first : bisect_left(self._wrong_flags, place + len(data))]:
            data[wrong - place] &= ~_NAME_IS_UTF_8 & 0xFF
        view[: len(data)] = data
        return len(data)


def _places_of_wrong_flags(entries: bytes, list_at: int, before: int) -> Iterator[int]:
    """`before` is how much stands before the zip file itself, as in a program that unpacks itself."""
    at = 0
    while at + _ENTRY_SIZE <= len(entries) and entries.startswith(_ENTRY_MAGIC, at):
        lengths = struct.unpack_from("<3H", entries, at + _LENGTHS_IN_ENTRY)
        name = entries[at + _ENTRY_SIZE : at + _ENTRY_SIZE + lengths[0]]
        if entries[at + _FLAGS_IN_ENTRY] & _NAME_IS_UTF_8 and not _is_utf_8(name):
            yield list_at + at + _FLAGS_IN_ENTRY
            (header,) = struct.unpack_from("<L", entries, at + _HEADER_IN_ENTRY)
            yield before + header + _FLAGS_IN_HEADER
        at += _ENTRY_SIZE + sum(lengths)


def _is_utf_8(name: bytes) -> bool:
    try:
        name.decode()
    except UnicodeDecodeError:
        return False
    return True
