"""A report file as lines: any line end, any encoding, nothing lost between reading and writing.

This layer never fails and never interprets: what `parse` took apart, `TrfFile.to_bytes` puts together again,
byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_BOM = b"\xef\xbb\xbf"


class LineEnd(Enum):
    """The FIDE text asks for CR as the last character; most programs write CRLF, some LF."""

    CR = "\r"
    LF = "\n"
    CRLF = "\r\n"


class Encoding(Enum):
    """UTF-8 is recommended; whatever is not UTF-8 is read as Latin-1, where every byte is a character."""

    UTF_8 = "utf-8"
    LATIN_1 = "latin-1"


@dataclass(frozen=True, slots=True)
class TrfLine:
    """One line with the characters that ended it (none after the last line of some files)."""

    text: str
    end: str = ""

    @property
    def code(self) -> str:
        """The data identification number: 001, 012, XXR, …"""
        return self.text[:3]


@dataclass(frozen=True)
class TrfFile:
    """The lines of a report file, in order, known and unknown alike."""

    lines: tuple[TrfLine, ...] = ()
    encoding: Encoding = Encoding.UTF_8
    byte_order_mark: bool = False

    def numbered(self) -> Iterator[tuple[int, TrfLine]]:
        return enumerate(self.lines, start=1)

    def with_text(self, number: int, text: str) -> TrfFile:
        """The same file with another text in the line of that number; the line end stays."""
        lines = list(self.lines)
        lines[number - 1] = replace(lines[number - 1], text=text)
        return replace(self, lines=tuple(lines))

    def to_text(self) -> str:
        return "".join(line.text + line.end for line in self.lines)

    def to_bytes(self) -> bytes:
        # Lone surrogates can only come from a caller's string; they must not make writing fail.
        text = self.to_text()
        data = (
            text.encode("latin-1", errors="replace")
            if self.encoding is Encoding.LATIN_1
            else text.encode("utf-8", errors="surrogatepass")
        )
        return _BOM + data if self.byte_order_mark else data


def parse(data: bytes | str) -> TrfFile:
    """Take a file apart into lines. Every input is accepted."""
    if isinstance(data, str):
        return TrfFile(_split(data))
    marked = data.startswith(_BOM)
    body = data.removeprefix(_BOM)
    try:
        return TrfFile(_split(body.decode("utf-8")), Encoding.UTF_8, marked)
    except UnicodeDecodeError:
        return TrfFile(_split(body.decode("latin-1")), Encoding.LATIN_1, marked)


def _split(text: str) -> tuple[TrfLine, ...]:
    lines = [TrfLine(match[1], match[2]) for match in _LINE.finditer(text)]
    # The pattern also matches the emptiness after the last line end; that is not a line.
    if lines and lines[-1] == TrfLine("", ""):
        lines.pop()
    return tuple(lines)
