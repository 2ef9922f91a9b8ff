"""A record as a viewer may watch it: lines of plies, each with what it does on the board and in words.

The main line is line 0; variations follow in the order in which they are written, then lines that were
added to show something (an adjudicator's witness). In a hidden view there are no comments and no variations:
their author saw the whole board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from engine import registry
from engine.adjudication.proof import without_history
from engine.core import Game, Rules, RuleViolation, Side
from engine.description import GameDescription
from engine.drawing import Picture, symbol_sheet
from engine.record import Line as RecordLine
from engine.record import Note, Record
from games.replay.presenters.display import (
    Content,
    GameDisplay,
    Glyph,
    LineOutline,
    PlyEffect,
    clock,
    glyphs,
    outline_lines,
    path_to,
)
from games.replay.presenters.displays import display_of

OPEN_VIEW = "open"
_UNWATCHED = PlyEffect("", ())
_OPTIONS = Picture(size=14, coordinates=False, shared_symbols=True, decorative=True)


class ReplayPly(NamedTuple):
    """A ply of a line: how it is written, what it does, and what changes on the board by it."""

    number: int  # of the ply, from 1 at the start of the game
    text: str
    side: Side
    effect: PlyEffect
    changes: Mapping[str, Content]
    offer: bool
    clock: str
    glyphs: tuple[Glyph, ...]
    reserve: int | None


@dataclass(frozen=True)
class ReplayLine:
    """A run of plies that leaves its parent after ply `start`."""

    number: int
    parent: int
    start: int
    plies: tuple[ReplayPly, ...]
    source: RecordLine
    title: str = ""  # of a line that was added to show something
    last: int | None = None  # the number of its last ply, if only some of its plies were played

    @property
    def end(self) -> int:
        """The number of its last ply."""
        return self.start + len(self.plies) if self.last is None else self.last

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
    display: GameDisplay
    view: str
    first: Side  # who moves first
    start: Mapping[str, Content]
    reserve: int | None  # at the start
    lines: tuple[ReplayLine, ...]
    # Of a long game of which only the end was watched: after which ply, and what lay on the board then.
    watched_from: int = 0
    board_then: Mapping[str, Content] | None = None

    @property
    def description(self) -> GameDescription:
        return registry.description(self.rules.name)

    @property
    def main(self) -> ReplayLine:
        return self.lines[0]

    def plies_until(self, line: int, ply: int) -> Iterator[ReplayPly]:
        """The plies that lead to this place, from the start of the game."""
        here = self.lines[line]
        if here.number:
            yield from self.plies_until(here.parent, here.start)
        yield from here.plies[: max(0, ply - here.start)]

    def reserve_at(self, line: int, ply: int) -> int | None:
        """What is left beside the board there: looked up, for nothing has to be played to know it."""
        here = self.lines[line]
        while here.number and ply <= here.start:
            here = self.lines[here.parent]
        return here.plies[ply - here.start - 1].reserve if ply > here.start else self.reserve

    def contents_at(self, line: int, ply: int) -> dict[str, Content]:
        """What lies on the board there; not before `watched_from`."""
        contents = dict(self.start if self.board_then is None else self.board_then)
        for replay_ply in self.plies_until(line, ply):
            if replay_ply.number > self.watched_from:
                contents.update(replay_ply.changes)
        return {square: content for square, content in contents.items() if content}


def build_replay(record: Record, view: str = OPEN_VIEW, added: Iterable[AddedLine] = ()) -> Replay:
    """What can be replayed of a record that could start; of a broken one its valid plies."""
    return _ReplayBuilder(record, view).build(added)


def build_replay_to(
    record: Record,
    line: int,
    ply: int,
    view: str = OPEN_VIEW,
    added: Iterable[AddedLine] = (),
    *,
    watched_from: int = 0,
) -> Replay | None:
    """The same for a picture of one place: no line has more plies than lead there. None if there is no such place.

    Plies before `watched_from` are played without looking at them: only losses and clocks are known of them.
    """
    return _ReplayBuilder(record, view, watched_from).build_way(line, ply, added)


def outline_replay(record: Record, view: str, added: Iterable[AddedLine] = ()) -> list[LineOutline]:
    """The lines of a replay, by their numbers, before anything is played."""
    if view != OPEN_VIEW:
        return [LineOutline(0, 0, 0, record.main)]
    lines = list(outline_lines(record.main))
    for extra in added:
        if 0 <= extra.start <= len(record.main.plies):
            lines.append(LineOutline(len(lines), 0, extra.start, RecordLine(extra.plies), extra.title))
    return lines


class _ReplayBuilder:
    """The state of going through a record once."""

    def __init__(self, record: Record, view: str, watched_from: int = 0) -> None:
        if record.rules is None:
            raise ValueError("a record whose game cannot start cannot be replayed")
        self.record = record
        self.rules = record.rules
        self.view = view
        self.display = display_of(self.rules)
        self.game = record.start()
        self.game.defer_end_checks()  # the record is valid: nobody has to ask at each ply whether the game is over
        self.lines: list[ReplayLine | None] = []
        self.contents = self.display.contents(self.game, view)
        self.watched_from = watched_from
        self.board_then = dict(self.contents)

    def build(self, added: Iterable[AddedLine]) -> Replay:
        empty = self._replay(())
        self._line(self.record.main, parent=0, start=0)
        if self.view == OPEN_VIEW:
            for line in added:
                self._added(line)
        return replace(empty, lines=tuple(line for line in self.lines if line is not None))

    def build_way(self, line: int, ply: int, added: Iterable[AddedLine]) -> Replay | None:
        lines = outline_replay(self.record, self.view, added)
        way = path_to(lines, line, ply)
        if not way:
            return None
        empty = self._replay(ReplayLine(*here[:3], (), here.source, here.title, here.end) for here in lines)
        played = list(empty.lines)
        for here, last in way:
            plies = tuple(self._played(here.source, here.start, last - here.start))
            played[here.number] = replace(played[here.number], plies=plies)
        return replace(empty, lines=tuple(played), watched_from=self.watched_from, board_then=self.board_then)

    def _replay(self, lines: Iterable[ReplayLine]) -> Replay:
        """Before the first ply is played."""
        reserve = self.display.reserve(self.game)
        return Replay(
            self.rules, self.display, self.view, self.game.turn, dict(self.contents), reserve, tuple(lines)
        )

    def _played(self, line: RecordLine, start: int, plies: int) -> Iterator[ReplayPly]:
        for index, text in enumerate(islice(line.texts(), max(0, plies)), 1):
            number, note = start + index, line.notes.get(index)
            try:
                if number < self.watched_from:
                    yield self._skip(number, text, note)
                    continue
                if number == self.watched_from:
                    self.contents = self.display.contents(self.game, self.view)
                yield self._play(number, text, note)
                if number == self.watched_from:
                    self.board_then = dict(self.contents)
            except RuleViolation:
                return  # the rest of a broken record

    def _line(self, line: RecordLine, *, parent: int, start: int, title: str = "") -> None:
        """Play a line, its variations between, and take it back."""
        number = len(self.lines)
        self.lines.append(None)  # its place, before those of its variations
        plies: list[ReplayPly] = []
        before = self.contents
        for index, text in enumerate(line.texts(), 1):
            note = line.notes.get(index)
            contents = self.contents
            try:
                plies.append(self._play(start + index, text, note))
            except RuleViolation:
                break  # the rest of a broken record
            variations = note.variations if note and self.view == OPEN_VIEW else []
            for variation in variations:
                after, self.contents = self.contents, contents
                ply = self.game.pop()
                self._line(variation, parent=number, start=start + index - 1)
                self._push(ply, offer=bool(note and note.offer))
                self.contents = after
        for _ in plies:
            self.game.pop()
        self.contents = before
        self.lines[number] = ReplayLine(number, parent, start, tuple(plies), line, title)

    def _added(self, added: AddedLine) -> None:
        main = self.lines[0]
        if main is None or not 0 <= added.start <= len(main.plies):
            return
        for replay_ply in main.plies[: added.start]:
            self._push(replay_ply.text, offer=replay_ply.offer)
        self.contents = self.display.contents(self.game, self.view)
        with_history, self.game = self.game, without_history(self.rules, self.game)
        self._line(RecordLine(added.plies), parent=0, start=added.start, title=added.title)
        self.game = with_history
        for _ in range(added.start):
            self.game.pop()

    def _push(self, ply: str, *, offer: bool) -> None:
        self.game.push(f"{ply} (=)" if offer else ply)

    def _skip(self, number: int, text: str, note: Note | None) -> ReplayPly:
        side = self.game.turn
        lost = self.display.losses(self.game, text)
        effect = PlyEffect("", (), lost=lost) if lost else _UNWATCHED
        clocks = clock(note) if note else ""
        return ReplayPly(
            number, text.removesuffix(" (=)"), side, effect, {}, text.endswith(" (=)"), clocks, (), None
        )

    def _play(self, number: int, text: str, note: Note | None) -> ReplayPly:
        game: Game = self.game
        side, before = game.turn, self.contents
        effect = self.display.play(game, text, self.view)
        after = self.contents = self.display.contents(game, self.view)
        changes = {
            square: after.get(square, "")
            for square in before.keys() | after.keys()
            if before.get(square) != after.get(square)
        }
        return ReplayPly(
            number=number,
            text=text.removesuffix(" (=)"),
            side=side,
            effect=effect,
            changes=dict(sorted(changes.items())),
            offer=text.endswith(" (=)"),
            clock=clock(note),
            glyphs=glyphs(note) if self.view == OPEN_VIEW else (),
            reserve=self.display.reserve(game),
        )


@lru_cache(maxsize=1024)
def draw_thumbnail(kind: str, position: str, *, whole: bool) -> str:
    """A position, hidden from screen readers: the list says in words which game it is.

    Whoever may not see everything sees where pieces stand. Which of them the moves have shown is not looked up
    for a list: all lie face down. The pages of the newest games are asked for again and again, so pictures are kept.
    """
    rules, face_down = registry.rules(kind), registry.description(kind).face_down
    if not whole and face_down is not None:
        position = face_down(position)
    return rules.draw(position, _OPTIONS).replace('class="', 'class="thumbnail ', 1)


def symbol_sheet_of(kind: str) -> str:
    """The symbols of a game, once a page."""
    return symbol_sheet(display_of(registry.rules(kind)).art)
