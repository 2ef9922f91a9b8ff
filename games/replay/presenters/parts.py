"""Long records in parts: which of its moves a page lists, and how many plies around a place it knows.

A record may have a megabyte of comments, five hundred variations and ten thousand plies. A page shows as much as people
read at once, wherever that lies. Nothing is played to find it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from engine.core import Side
from engine.record import Line, Record, StoredNote
from games.replay.presenters.display import LineOutline
from games.replay.presenters.moves import ItemKind, MoveEntry, MoveLister, MoveListItem, shown_comments

# Up to here a record is shown in one piece, and the script has all of it.
MAX_WHOLE_PLIES: Final = 500
MAX_WHOLE_SIZE: Final = 60_000

# Of one part of the list, in bytes of its page.
MAX_PART_SIZE: Final = 20_000
MAX_COMMENT_SIZE: Final = 12_000
_PLY_SIZE, _GLYPH_SIZE, _MARK_SIZE = 150, 60, 60
_SHORT: Final = 100  # a text whose signs are not worth counting
_LONG: Final = 1000  # a text in which counting sign by sign is quicker
_ESCAPED: Final = re.compile(r"[&<>\"']")

# What the script of a page knows around the place that was asked for.
PLIES_BEFORE: Final = 30
PLIES_AFTER: Final = 100


class PlyWindow(NamedTuple):
    """The plies `first + 1` to `last` of a line."""

    line: int
    first: int
    last: int


class MovePart(NamedTuple):
    """One part of the list of moves, with the variations that were open before it and are closed after it."""

    items: list[MoveListItem]
    number: int  # from 1
    total: int
    first: int  # the first and the last ply of the game in it; 0 if it has none
    last: int

    @property
    def before(self) -> int:
        return self.number - 1

    @property
    def after(self) -> int:
        return self.number + 1


def is_long(record: Record) -> bool:
    plies = size = 0
    for line in _all_lines(record.main):
        plies += len(line.plies)
        for note in line.notes.values():
            size += _GLYPH_SIZE * note.glyph_count
            written = note.written if isinstance(note, StoredNote) else note.remarks
            size += sum(_size(comment) for comment in written if isinstance(comment, str))
            if size > MAX_WHOLE_SIZE:
                return True
        if plies > MAX_WHOLE_PLIES:
            return True
    return False


def window_around(line: LineOutline, ply: int) -> PlyWindow:
    return PlyWindow(line.number, max(line.start, ply - PLIES_BEFORE), min(line.end, ply + PLIES_AFTER))


def find_part(
    lines: Sequence[LineOutline], *, view: str, first: Side, line: int, ply: int, number: int | None
) -> MovePart:
    """The part of this number, or without one that with the ply of the line; the first if there is none."""
    cutter = _Cutter(line, ply, number)
    cutter.cut(MoveLister(lines, view, first).entries())
    return _written(cutter.chosen, cutter.chosen_number, cutter.number, lines, view, first)


class _Part(NamedTuple):
    """Entries that stand together, and the lines that are open before them."""

    open_lines: tuple[int, ...]
    entries: list[MoveEntry]


class _Cutter:
    """Goes through all entries, of which there may be tens of thousands, and keeps those of one part."""

    def __init__(self, line: int, ply: int, number: int | None) -> None:
        self.line, self.ply, self.wanted = line, ply, number
        self.open_lines: list[int] = []
        self.number = 1
        self.part = self.chosen = _Part((), [])
        self.chosen_number = 1

    def cut(self, entries: Iterable[MoveEntry]) -> None:
        add, size = self.part.entries.append, 0
        is_wanted = self.wanted is None
        for entry in entries:
            kind, number, at, text, glyphs = entry
            own_size = _size(text) if text else _PLY_SIZE + _GLYPH_SIZE * glyphs
            if size + own_size > MAX_PART_SIZE and size and kind is not ItemKind.CLOSE:
                add, size = self._next_part(), 0
            if own_size > MAX_COMMENT_SIZE:
                comments = shown_comments(text) if kind is ItemKind.RUN else [text]
                for piece in chain.from_iterable(map(_pieces, comments)):
                    if size > MAX_COMMENT_SIZE:
                        add, size = self._next_part(), 0
                    size += _size(piece)
                    add((ItemKind.COMMENT, number, at, piece, 0))
                continue
            size += own_size
            add(entry)
            if text:
                continue
            if kind is ItemKind.PLY:
                if is_wanted and at == self.ply and number == self.line:
                    self._choose()
            elif kind is ItemKind.OPEN:
                self.open_lines.append(number)
            else:
                self.open_lines.pop()
        if self.wanted is not None and self.wanted > self.number:
            self._choose()  # there are not so many: the last one

    def _next_part(self) -> Callable[[MoveEntry], None]:
        self.part = _Part(tuple(self.open_lines), [])
        self.number += 1
        if self.number == self.wanted:
            self._choose()
        return self.part.entries.append

    def _choose(self) -> None:
        self.chosen, self.chosen_number = self.part, self.number


def _pieces(comment: str) -> Iterator[str]:
    """Of a comment that is too long for a part; cut between words where there are any."""
    length = max(1, len(comment) * MAX_COMMENT_SIZE // max(MAX_COMMENT_SIZE, _size(comment)))
    start = 0
    while start < len(comment):
        end = start + length
        space = comment.rfind(" ", start + length // 2, end) if end < len(comment) else -1
        end = space + 1 if space > 0 else end
        yield comment[start:end]
        start = end


def _size(text: str) -> int:
    """Of a comment or of a run of them, in bytes of a page, at most."""
    marks = _MARK_SIZE * (1 + text.count("{") + text.count(";"))
    if len(text) < _SHORT:
        return marks + 6 * len(text)
    size = len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
    is_long = len(text) > _LONG
    signs = sum(map(text.count, "&<>\"'")) if is_long else len(_ESCAPED.findall(text))
    return marks + size + 5 * signs


def _written(
    part: _Part, number: int, count: int, lines: Sequence[LineOutline], view: str, first: Side
) -> MovePart:
    lister = MoveLister(lines, view, first)
    depth = len(part.open_lines)
    items = [MoveListItem(ItemKind.OPEN, line, depth=index) for index, line in enumerate(part.open_lines, 1)]
    left_open = list(part.open_lines)
    numbered = True
    for kind, line, ply, text, _glyphs in part.entries:
        match kind:
            case ItemKind.PLY:
                items.append(lister.ply(lines[line], ply, numbered=numbered, depth=depth))
                numbered = False
                continue
            case ItemKind.COMMENT | ItemKind.RUN:
                comments = shown_comments(text) if kind is ItemKind.RUN else [text]
                items += [
                    MoveListItem(ItemKind.COMMENT, line, ply, text=comment, depth=depth)
                    for comment in comments
                ]
                if not comments:
                    continue  # a clock, which stands elsewhere
            case ItemKind.OPEN:
                depth += 1
                left_open.append(line)
                items.append(MoveListItem(ItemKind.OPEN, line, depth=depth))
            case ItemKind.CLOSE:
                items.append(MoveListItem(ItemKind.CLOSE, line, depth=depth))
                left_open.pop()
                depth -= 1
        numbered = True
    items += [MoveListItem(ItemKind.CLOSE, line, depth=depth) for line in reversed(left_open)]
    plies = [item.ply for item in items if item.kind is ItemKind.PLY]
    return MovePart(items, number, count, min(plies, default=0), max(plies, default=0))


def _all_lines(line: Line) -> Iterator[Line]:
    waiting = [line]
    while waiting:
        here = waiting.pop()
        yield here
        for note in here.notes.values():
            waiting += note.variations
