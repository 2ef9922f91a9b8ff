"""Zip files, opened with care: what they claim is checked before it is believed, and nothing is unpacked to disk."""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, Final

from games.models.upload import LONGEST_FILE_NAME
from games.submitting.codes import SubmissionCode
from games.submitting.finding import (
    FOREIGN_SUFFIXES,
    HEAD,
    TEXT_SUFFIXES,
    ZIP_MAGIC,
    ZIP_SUFFIX,
    Found,
    records_in_file,
    refusal,
    suffix_of,
)
from games.submitting.zip_names import WithReadableNames

# Other methods than these two can claim gigabytes of memory for a few bytes.
_METHODS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_ENCRYPTED: Final = 1
_BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OSError,
)
# The end of a zip file, which says how long its list of members is. That list is read into memory as a whole.
_END: Final = struct.Struct("<4s4H2LH")
_END_MAGIC: Final = b"PK\x05\x06"
_LONGEST_COMMENT: Final = 0xFFFF
_ZIP64_MAGIC: Final = b"PK\x06\x07"
_ZIP64_LOCATOR: Final = 20
_BYTES_OF_A_MEMBER: Final = 46 + 80  # in that list, with a name of some length
# Records pack to a tenth or so; the very same one over and over, to a hundredth. Nobody minds a small file.
_MOST_OFTEN_LARGER: Final = 200
_SMALL: Final = 1 << 20
_MAC_FOLDER: Final = "__MACOSX"
_MAC_COPY: Final = "._"
_LITTER: Final = frozenset({".ds_store", "thumbs.db", "desktop.ini"})


class _UnpackedTooMuch(Exception):
    """More comes out of a member than it said, or than is left to be unpacked."""


def records_in_zip(stream: IO[bytes], *, most_unpacked: int, most_members: int) -> Iterator[Found]:
    problem = _problem_with_list(stream, most_members)
    if problem:
        yield problem
        return
    try:
        archive = _opened(stream)
        members = archive.infolist()
    except _BROKEN as error:
        yield refusal(SubmissionCode.ZIP_BROKEN, f"The zip file cannot be opened: {error}.")
        return
    if len(members) > most_members:
        yield refusal(
            SubmissionCode.ZIP_TOO_LARGE,
            f"The zip file has too many files in it; {most_members} are the most.",
        )
        return
    budget = _Budget(most_unpacked)
    for member in members:
        try:
            yield from _records_in_member(archive, member, budget)
        except _UnpackedTooMuch:
            yield _too_large(member, most_unpacked)


def _opened(stream: IO[bytes]) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(stream)
    except UnicodeDecodeError:  # a name that says to be UTF-8 and is not: no reason to lose the others
        return zipfile.ZipFile(WithReadableNames(stream))


def _too_large(member: zipfile.ZipInfo, most: int) -> Found:
    return refusal(
        SubmissionCode.ZIP_TOO_LARGE,
        f"With this file the zip file unpacks to more than {most} bytes: not read. Please upload it on its own.",
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


def _records_in_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, budget: _Budget) -> Iterator[Found]:
    name = _shown_name(member)
    suffix = suffix_of(name)
    if member.is_dir() or _is_litter(name):
        return
    if suffix == ZIP_SUFFIX:
        yield refusal(
            SubmissionCode.ZIP_IN_ZIP, "This is a zip file inside a zip file: unpack it first.", name
        )
    elif suffix not in TEXT_SUFFIXES | FOREIGN_SUFFIXES:
        yield refusal(SubmissionCode.FILE_KIND, "This is no .txt, .pgn, .xml or .gsn file: not read.", name)
    elif member.compress_type not in _METHODS:
        yield refusal(
            SubmissionCode.ZIP_BROKEN,
            "This file is packed in a way that is not supported: use deflate.",
            name,
        )
    elif member.flag_bits & _ENCRYPTED:
        yield refusal(SubmissionCode.ZIP_BROKEN, "This file is encrypted: pack it without a password.", name)
    elif _is_a_bomb(member):
        yield refusal(
            SubmissionCode.ZIP_TOO_LARGE,
            f"This file unpacks to {member.file_size} bytes, more than {_MOST_OFTEN_LARGER} times as many as are "
            "packed: no records do. It was not read.",
            name,
        )
    elif member.file_size > budget.left:
        yield _too_large(member, budget.most)
    else:
        yield from _records_unpacked(archive, member, budget, name)


def _records_unpacked(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, budget: _Budget, name: str
) -> Iterator[Found]:
    try:
        with archive.open(member) as unpacked, io.BufferedReader(_Member(unpacked, budget)) as stream:
            head = stream.peek(HEAD)[:HEAD]
            if head.startswith(ZIP_MAGIC):
                yield refusal(
                    SubmissionCode.ZIP_IN_ZIP, "This is a zip file inside a zip file: unpack it first.", name
                )
                return
            anything = False
            for found in records_in_file(stream, head, name):
                anything = True
                yield found
        if not anything:
            yield refusal(SubmissionCode.NOTHING_FOUND, "There is no record in this file.", name)
    except _BROKEN as error:
        yield refusal(SubmissionCode.ZIP_BROKEN, f"This file in the zip file is broken: {error}.", name)


def _is_a_bomb(member: zipfile.ZipInfo) -> bool:
    """By what the list says, which is believed no further: no more is ever unpacked of a member than it says."""
    return member.file_size > max(_SMALL, _MOST_OFTEN_LARGER * member.compress_size)


def _problem_with_list(stream: IO[bytes], most_members: int) -> Found | None:
    """Look at the end of the file before the list of members is read, for that list is as long as it says."""
    size = stream.seek(0, io.SEEK_END)
    stream.seek(max(0, size - _END.size - _LONGEST_COMMENT))
    tail = stream.read(_END.size + _LONGEST_COMMENT)
    stream.seek(0)
    at = tail.rfind(_END_MAGIC)
    if at < 0 or len(tail) - at < _END.size:
        return refusal(SubmissionCode.ZIP_BROKEN, "The zip file cannot be opened: its end is missing.")
    length_of_list = _END.unpack_from(tail, at)[5]
    if tail[max(0, at - _ZIP64_LOCATOR) : at].startswith(_ZIP64_MAGIC):
        return refusal(
            SubmissionCode.ZIP_BROKEN,
            "The zip file is of the kind for very large ones (zip64): pack fewer files.",
        )
    if length_of_list > most_members * _BYTES_OF_A_MEMBER:
        return refusal(
            SubmissionCode.ZIP_TOO_LARGE,
            f"The zip file has too many files in it, or too long names: {most_members} files are the most.",
        )
    return None


def _shown_name(member: zipfile.ZipInfo) -> str:
    """For people to read, never a path to write to."""
    name = "".join(letter if letter.isprintable() else "?" for letter in member.filename)
    return name if len(name) <= LONGEST_FILE_NAME else f"…{name[1 - LONGEST_FILE_NAME :]}"


def _is_litter(name: str) -> bool:
    """What operating systems put into zip files without being asked."""
    parts = name.split("/")
    return parts[0] == _MAC_FOLDER or parts[-1].startswith(_MAC_COPY) or parts[-1].lower() in _LITTER
