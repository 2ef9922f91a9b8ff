"""Long records in parts: which of its moves a page lists, and how many plies around a place it knows.

A record may have a megabyte of comments, five hundred variations and ten thousand plies. A page shows as much as people
read at once, wherever that lies. Nothing is played to find it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from engine.core import Side
from engine.record import Line, Record
from games.replay.presenters.display import LineOutline
from games.replay.presenters.moves import ItemKind, MoveEntry, MoveLister, MoveListItem

# Up to here a record is shown in one piece, and the script has all of it.
MAX_WHOLE_PLIES: Final = 500
MAX_WHOLE_SIZE: Final = 60_000

# Of one part of the list, in bytes of its page.
MAX_PART_SIZE: Final = 60_000
MAX_COMMENT_SIZE: Final = 20_000
_PLY_SIZE, _GLYPH_SIZE, _MARK_SIZE = 150, 60, 60
_SHORT: Final = 40  # a text that is not worth counting

# What the script of a page knows around the place that was asked for.
PLIES_BEFORE: Final = 50
PLIES_AFTER: Final = 150


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
            size += _GLYPH_SIZE * len(note.glyphs)
            size += sum(_size(comment) for comment in note.comments)
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
    parts, with_ply = _cut(MoveLister(lines, view, first).entries(), line, ply)
    number = min(max(with_ply if number is None else number, 1), len(parts))
    return _written(parts[number - 1], number, len(parts), lines, view, first)


class _Part(NamedTuple):
    """Entries that stand together, and the lines that are open before them."""

    open_lines: tuple[int, ...]
    entries: list[MoveEntry]


def _cut(entries: Iterable[MoveEntry], line: int, ply: int) -> tuple[list[_Part], int]:
    """All parts, and the number of the one with this ply of this line. There may be tens of thousands of entries."""
    open_lines: list[int] = []
    parts, with_ply, size = [_Part((), [])], 1, 0
    for entry in entries:
        kind, number, at, text, glyphs = entry
        own_size = _size(text) if text else _PLY_SIZE + _GLYPH_SIZE * glyphs
        if size + own_size > MAX_PART_SIZE and size and kind is not ItemKind.CLOSE:
            parts.append(_Part(tuple(open_lines), []))
            size = 0
        if own_size > MAX_COMMENT_SIZE:
            for piece in _pieces(text):
                if size > MAX_COMMENT_SIZE:
                    parts.append(_Part(tuple(open_lines), []))
                    size = 0
                size += _size(piece)
                parts[-1].entries.append((kind, number, at, piece, 0))
            continue
        size += own_size
        parts[-1].entries.append(entry)
        if kind is ItemKind.PLY:
            if at == ply and number == line:
                with_ply = len(parts)
        elif kind is ItemKind.OPEN:
            open_lines.append(number)
        elif kind is ItemKind.CLOSE:
            open_lines.pop()
    return parts, with_ply


def _pieces(comment: str) -> Iterator[str]:
    """Of a comment that is too long for a part; cut between words where there are any."""
    length = max(1, len(comment) * MAX_COMMENT_SIZE // _size(comment))
    start = 0
    while start < len(comment):
        end = start + length
        space = comment.rfind(" ", start + length // 2, end) if end < len(comment) else -1
        end = space + 1 if space > 0 else end
        yield comment[start:end]
        start = end


def _size(text: str) -> int:
    """In bytes of a page, at most."""
    if len(text) < _SHORT:
        return _MARK_SIZE + 6 * len(text)
    size = len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
    return _MARK_SIZE + size + 5 * sum(text.count(letter) for letter in "&<>\"'")


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
            case ItemKind.COMMENT:
                items.append(MoveListItem(ItemKind.COMMENT, line, ply, text=text, depth=depth))
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
