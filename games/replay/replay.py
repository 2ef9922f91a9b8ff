"""A record as a viewer may watch it: lines of plies, each with what it does on the board and in words.

The main line is line 0; variations follow in the order in which they are written, then lines that were
added to show something (an adjudicator's witness). In a hidden view there are no comments and no variations:
whoever wrote them saw the whole board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.adjudication.witness import board_alone
from engine.core import Game, Rules, RuleViolation, Side
from engine.record import Line as RecordLine
from engine.record import Note, Record
from games.replay.notes import Glyph, clock, glyphs
from games.replay.stage import Content, Stage, Telling
from games.replay.stages import stage_of

OPEN_VIEW = "open"


class Moment(NamedTuple):
    """A ply of a line: how it is written, what it does, and what changes on the board by it."""

    number: int  # of the ply, from 1 at the start of the game
    text: str
    side: Side
    telling: Telling
    changes: Mapping[str, Content]
    offer: bool
    clock: str
    glyphs: tuple[Glyph, ...]
    reserve: int | None


@dataclass(frozen=True)
class Line:
    """A run of plies that leaves its parent after ply `start`."""

    number: int
    parent: int
    start: int
    moments: tuple[Moment, ...]
    source: RecordLine
    title: str = ""  # of a line that was added to show something

    @property
    def end(self) -> int:
        """The number of its last ply."""
        return self.start + len(self.moments)

    @property
    def is_added(self) -> bool:
        """Whether it is played on the board alone, without the game's history."""
        return bool(self.title)


class AddedLine(NamedTuple):
    """A line that is no part of the record: plies that the board allows after ply `start` of the main line."""

    title: str
    start: int
    plies: tuple[str, ...]


@dataclass(frozen=True)
class Replay:
    """Everything a viewer may watch of one record."""

    rules: Rules
    stage: Stage
    view: str
    first: Side  # who moves first
    start: Mapping[str, Content]
    reserve: int | None  # at the start
    lines: tuple[Line, ...]

    @property
    def main(self) -> Line:
        return self.lines[0]

    def moments_until(self, line: int, ply: int) -> Iterator[Moment]:
        """The plies that lead to this place, from the start of the game."""
        here = self.lines[line]
        if here.number:
            yield from self.moments_until(here.parent, here.start)
        yield from here.moments[: max(0, ply - here.start)]

    def contents_at(self, line: int, ply: int) -> dict[str, Content]:
        """What lies on the board there."""
        contents = dict(self.start)
        for moment in self.moments_until(line, ply):
            contents.update(moment.changes)
        return {square: content for square, content in contents.items() if content}


def replay(record: Record, view: str = OPEN_VIEW, added: Iterable[AddedLine] = ()) -> Replay:
    """What can be watched of a record that could start; of a broken one its valid plies."""
    rules = record.rules
    if rules is None or record.final is None:
        raise ValueError("a record whose game cannot start cannot be replayed")
    return _Building(record, rules, view).build(added)


class _Building:
    """The state of going through a record once."""

    def __init__(self, record: Record, rules: Rules, view: str) -> None:
        self.record = record
        self.rules = rules
        self.view = view
        self.stage = stage_of(rules)
        self.game = record.start()
        self.game.hurry()  # the record is valid: nobody has to ask at each ply whether the game is over
        self.lines: list[Line | None] = []
        self.contents = self.stage.contents(self.game, view)

    def build(self, added: Iterable[AddedLine]) -> Replay:
        start, reserve, first = dict(self.contents), self.stage.reserve(self.game), self.game.turn
        self._line(self.record.main, parent=0, start=0)
        if self.view == OPEN_VIEW:
            for line in added:
                self._added(line)
        lines = tuple(line for line in self.lines if line is not None)
        return Replay(self.rules, self.stage, self.view, first, start, reserve, lines)

    def _line(self, line: RecordLine, *, parent: int, start: int, title: str = "") -> None:
        """Play a line, its variations between, and take it back."""
        number = len(self.lines)
        self.lines.append(None)  # its place, before those of its variations
        moments: list[Moment] = []
        before = self.contents
        for index, text in enumerate(line.texts(), 1):
            note = line.notes.get(index)
            contents = self.contents
            try:
                moments.append(self._moment(start + index, text, note))
            except RuleViolation:
                break  # the rest of a broken record
            variations = note.variations if note and self.view == OPEN_VIEW else []
            for variation in variations:
                after, self.contents = self.contents, contents
                ply = self.game.pop()
                self._line(variation, parent=number, start=start + index - 1)
                self._push(ply, offer=bool(note and note.offer))
                self.contents = after
        for _ in moments:
            self.game.pop()
        self.contents = before
        self.lines[number] = Line(number, parent, start, tuple(moments), line, title)

    def _added(self, added: AddedLine) -> None:
        main = self.lines[0]
        if main is None or not 0 <= added.start <= len(main.moments):
            return
        for moment in main.moments[: added.start]:
            self._push(moment.text, offer=moment.offer)
        self.contents = self.stage.contents(self.game, self.view)
        with_history, self.game = self.game, board_alone(self.rules, self.game)
        self._line(RecordLine(added.plies), parent=0, start=added.start, title=added.title)
        self.game = with_history
        for _ in range(added.start):
            self.game.pop()

    def _push(self, ply: str, *, offer: bool) -> None:
        self.game.push(f"{ply} (=)" if offer else ply)

    def _moment(self, number: int, text: str, note: Note | None) -> Moment:
        game: Game = self.game
        side, before = game.turn, self.contents
        telling = self.stage.play(game, text, self.view)
        after = self.contents = self.stage.contents(game, self.view)
        changes = {
            square: after.get(square, "")
            for square in before.keys() | after.keys()
            if before.get(square) != after.get(square)
        }
        return Moment(
            number=number,
            text=text.removesuffix(" (=)"),
            side=side,
            telling=telling,
            changes=dict(sorted(changes.items())),
            offer=text.endswith(" (=)"),
            clock=clock(note),
            glyphs=glyphs(note) if self.view == OPEN_VIEW else (),
            reserve=self.stage.reserve(game),
        )
