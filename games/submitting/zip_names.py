"""Zip files with names that say to be UTF-8 and are not: Python's reader refuses the whole file for one of them."""

import io
import struct
import zipfile
from bisect import bisect_left
from collections.abc import Iterator
from typing import IO, Final

_END: Final = struct.Struct("<4s4H2LH")
_END_MAGIC: Final = b"PK\x05\x06"
_LONGEST_COMMENT: Final = 0xFFFF
# In a member's entry in the list, and in its header before its bytes: where the high byte of the flags stands.
_ENTRY_SIZE: Final = 46
_ENTRY_MAGIC: Final = b"PK\x01\x02"
_FLAGS_IN_ENTRY: Final = 9
_LENGTHS_IN_ENTRY: Final = 28  # of the name, the extra field and the comment
_HEADER_IN_ENTRY: Final = 42
_FLAGS_IN_HEADER: Final = 7
_NAME_IS_UTF_8: Final = 0x08


class WithReadableNames(io.RawIOBase):
    """The same bytes, but for the flags of members with such names: those are read in the alphabet of old zip files."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        size = stream.seek(0, io.SEEK_END)
        tail_at = max(0, size - _END.size - _LONGEST_COMMENT)
        stream.seek(tail_at)
        tail = stream.read(_END.size + _LONGEST_COMMENT)
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
