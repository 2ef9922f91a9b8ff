"""The move list: plies with their numbers, glyphs, offers, comments and variations where they belong.

The list is flat, with marks where a variation opens and closes, because records may nest 64 deep.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from engine.core import Side
from engine.record import Note
from games.replay.notes import Glyph, without_clock
from games.replay.replay import OPEN_VIEW, Line, Moment, Replay


class Kind(StrEnum):
    PLY = "ply"
    COMMENT = "comment"
    OPEN = "open"
    CLOSE = "close"


class Item(NamedTuple):
    """One thing in the list; which fields it has depends on its kind."""

    kind: Kind
    line: int
    ply: int = 0
    number: str = ""  # "12." or "12…", where one belongs
    text: str = ""
    offer: bool = False
    glyphs: tuple[Glyph, ...] = ()
    depth: int = 0
    first: bool = False  # of the side that moves first


def items(replay: Replay) -> Iterator[Item]:
    """The main line with everything in it."""
    yield from _Listing(replay).line(replay.main, depth=0)


def added_lines(replay: Replay) -> list[tuple[Line, list[Item]]]:
    """The lines that were added to show something, each with its own list."""
    return [
        (line, list(_Listing(replay).line(line, depth=1)))
        for line in replay.lines
        if line.number and line.title
    ]


class _Listing:
    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        # The variations of a line in the order in which they were found, as they are numbered.
        self.children: dict[int, list[Line]] = {}
        for line in replay.lines[1:]:
            if not line.title:
                self.children.setdefault(line.parent, []).append(line)
        self.shift = 1 if replay.first is Side.SECOND else 0

    def line(self, line: Line, *, depth: int) -> Iterator[Item]:
        children = iter(self.children.get(line.number, ()))
        notes = line.source.notes if self.replay.view == OPEN_VIEW else {}
        yield from self._comments(line, notes.get(0), 0, depth)
        numbered = True
        for index, moment in enumerate(line.moments, 1):
            yield self._ply(line, moment, numbered=numbered, depth=depth)
            numbered = False
            note = notes.get(index)
            for remark in note.remarks if note else ():
                if isinstance(remark, str):
                    comment = self._comment(line, remark, moment.number, depth)
                    if comment is not None:
                        numbered = True
                        yield comment
                    continue
                numbered = True
                child = next(children)
                yield Item(Kind.OPEN, child.number, depth=depth + 1)
                yield from self.line(child, depth=depth + 1)
                yield Item(Kind.CLOSE, child.number, depth=depth + 1)

    def _ply(self, line: Line, moment: Moment, *, numbered: bool, depth: int) -> Item:
        played = moment.number - 1 + self.shift
        first = not played & 1
        number = f"{(played >> 1) + 1}{'.' if first else '…'}" if first or numbered else ""
        return Item(
            Kind.PLY,
            line.number,
            moment.number,
            number,
            moment.text,
            moment.offer,
            moment.glyphs,
            depth,
            first,
        )

    def _comments(self, line: Line, note: Note | None, ply: int, depth: int) -> Iterator[Item]:
        for remark in note.comments if note else ():
            comment = self._comment(line, remark, ply, depth)
            if comment is not None:
                yield comment

    def _comment(self, line: Line, text: str, ply: int, depth: int) -> Item | None:
        shown = without_clock(text)
        return Item(Kind.COMMENT, line.number, ply, text=shown, depth=depth) if shown else None
