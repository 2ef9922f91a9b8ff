"""The lines of a record in the order in which they are numbered, without a ply of them played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

from engine.record import Line


class Outline(NamedTuple):
    """A run of plies that leaves its parent after ply `start`."""

    number: int
    parent: int
    start: int
    source: Line
    title: str = ""  # of a line that was added to show something

    @property
    def end(self) -> int:
        """The number of its last ply."""
        return self.start + len(self.source.plies)


def outlines(main: Line) -> Iterator[Outline]:
    """The main line, then its variations as they are written, each before its own."""
    yield from _outlines(main, 0, 0, count())


def _outlines(line: Line, parent: int, start: int, numbers: Iterator[int]) -> Iterator[Outline]:
    number = next(numbers)
    yield Outline(number, parent, start, line)
    for index, note in sorted(line.notes.items()):
        if index:
            for variation in note.variations:
                yield from _outlines(variation, number, start + index - 1, numbers)


def way_to(lines: list[Outline], line: int, ply: int) -> list[tuple[Outline, int]]:
    """The lines that lead to a place, from the main line on, each with the ply up to which it does.

    Empty if there is no such place.
    """
    if not (0 <= line < len(lines) and lines[line].start <= ply <= lines[line].end):
        return []
    here, last = lines[line], ply
    way = [(here, last)]
    while here.number:
        here, last = lines[here.parent], here.start
        way.append((here, last))
    return way[::-1]
