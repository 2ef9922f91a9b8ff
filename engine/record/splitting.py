"""Cuts a stream of text into records without reading more than one of them into memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, TextIO

from .model import MAX_BYTES

# Lines are read in pieces of at most this many characters, so that a file without line ends does no harm.
_PIECE = 1 << 16

_TAG_PAIR = r'\[[A-Za-z0-9_]+\s+"[^"\\\n]*(?:\\.[^"\\\n]*)*"\s*\]'
TAG_LINE = re.compile(rf"{_TAG_PAIR}\s*$")
_TAG_PAIRS = re.compile(rf"\s*(?:{_TAG_PAIR}\s*)+")
_TAG_NAME = re.compile(r"\s*\[\s*([A-Za-z0-9_]+)")
_COMMENT = re.compile(r"\{[^}]*\}?|;[^\n]*")
_LINE = re.compile(r"[^\r]*\r\n?|[^\r]+")  # a piece has no line feed but at its end

# Files that were joined have one in the middle: at the beginning of a line it says nothing.
_BYTE_ORDER_MARK = "\ufeff"
_MARKS_OF_LINES = re.compile(f"^{_BYTE_ORDER_MARK}+", re.MULTILINE)


class RawRecord(NamedTuple):
    """A record's text and where it stood."""

    number: int
    line: int  # of its first character, from 1
    text: str  # as it was sent, with its own line ends
    cut: bool  # the record was longer than MAX_BYTES: only its beginning is here


def split(stream: TextIO) -> Iterator[RawRecord]:
    """The records of a stream, one by one.

    A line ends with a line feed, a carriage return, or both, whichever way the stream is opened. A record begins with a
    line that starts with `[` after move text. An unclosed comment does not swallow
    what follows: a line that is nothing but a tag pair begins a record even inside a comment.
    """
    collected = _Collected(0, 1)
    line_number = 0
    at_line_start = True
    line = ""
    for piece in iter(lambda: stream.readline(_PIECE), ""):
        if piece == "\n" and line.endswith("\r"):
            collected.keep(piece)  # a line end that was cut in two: its line is counted already
            line = piece
            continue
        for line in (piece,) if "\r" not in piece else _LINE.findall(piece):
            if at_line_start:
                line_number += 1
                if collected.ends_before(line):
                    yield collected.raw()
                    collected = _Collected(collected.number, line_number)
            collected.add(line, line_number, at_line_start=at_line_start)
            at_line_start = line[-1] in "\r\n"
    if collected.begun:
        yield collected.raw()


def readable(text: str) -> str:
    """The text as the reader takes it, and counts its lines and columns: one kind of line end, no byte order marks."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _BYTE_ORDER_MARK in text:
        text = _MARKS_OF_LINES.sub("", text)
    return text


def has_tag_line(comment: str) -> bool:
    """Whether a line of a comment, but for its first, would begin a record."""
    return "\n[" in comment and any(TAG_LINE.match(line) for line in comment.strip().split("\n")[1:])


class _Collected:
    """The record being collected, and what must be known to see where it ends."""

    __slots__ = (
        "after_blank",
        "begun",
        "first_tag",
        "in_comment",
        "in_moves",
        "line",
        "number",
        "size",
        "texts",
    )

    def __init__(self, records_before: int, line: int) -> None:
        self.number = records_before
        self.line = line
        self.texts: list[str] = []
        self.size = 0
        self.begun = False
        self.in_moves = False
        self.in_comment = False
        self.after_blank = False
        self.first_tag = ""

    def raw(self) -> RawRecord:
        return RawRecord(self.number, self.line, "".join(self.texts), cut=self.size > MAX_BYTES)

    def ends_before(self, line: str) -> bool:
        """Whether this line begins the next record."""
        if "[" not in line or not self.begun:
            return False
        line = line.lstrip(_BYTE_ORDER_MARK)
        if self.in_comment:
            return TAG_LINE.match(line) is not None
        if not line.lstrip().startswith("["):
            return False
        return self.in_moves or (self.after_blank and _tag_name(line) == self.first_tag)

    def add(self, piece: str, line_number: int, *, at_line_start: bool) -> None:
        if not self.in_moves and not self._add_before_moves(piece, line_number, at_line_start=at_line_start):
            return
        if self.in_moves and (self.in_comment or "{" in piece):
            self.in_comment = _ends_in_comment(piece, in_comment=self.in_comment)
        self.keep(piece)

    def keep(self, piece: str) -> None:
        """Whatever it says."""
        if not self.begun:
            return
        self.size += len(piece) if piece.isascii() else len(piece.encode("utf-8", "surrogatepass"))
        if self.size <= MAX_BYTES:
            self.texts.append(piece)

    def _add_before_moves(self, piece: str, line_number: int, *, at_line_start: bool) -> bool:
        """Look at a line of the tag section (or before it); False if there is nothing to keep."""
        if at_line_start:
            piece = piece.lstrip(_BYTE_ORDER_MARK)
        stripped = piece.strip()
        if not stripped:
            self.after_blank = True
            return self.begun
        self.after_blank = False
        if not self.begun:
            if stripped[0] == "%" and at_line_start:
                return False
            self.begun = True
            self.number += 1
            self.line = line_number
        if stripped[0] == "[":
            if not self.first_tag:
                self.first_tag = _tag_name(piece)
            if not stripped.endswith('"]') or "{" in stripped:  # the end may be that of a comment
                self.in_moves = _has_moves_after_tags(piece)
        elif at_line_start and stripped[0] not in ";%":
            self.in_moves = True
        return True


def _tag_name(line: str) -> str:
    found = _TAG_NAME.match(line)
    return found.group(1) if found else ""


def _has_moves_after_tags(line: str) -> bool:
    tags = _TAG_PAIRS.match(line)
    return tags is not None and line[tags.end() : tags.end() + 1] not in ("", "[", ";")


def _ends_in_comment(piece: str, *, in_comment: bool) -> bool:
    """Whether a brace comment is still open at the end of this piece of move text."""
    start = 0
    if in_comment:
        start = piece.find("}") + 1
        if not start:
            return True
    last = ""
    for comment in _COMMENT.finditer(piece, start):
        last = comment.group()
    return last.startswith("{") and not last.endswith("}")
