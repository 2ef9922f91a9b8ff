"""The moves of a replay: as a list for readers, as data for the browser, and how the game ended.

The list is flat, with marks where a variation opens and closes, because records may nest 64 deep. In the data there are
small numbers instead of names, changes instead of positions: squares are numbered from a1 along the ranks, `contents`
lists what can lie on a square, `names` says it in words, everything else points into that list. `docs/board.md` has the
fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from core.texts import translate
from engine.core import Result, Side, Termination
from engine.drawing import Placed
from engine.record import Line, Note, StoredNote, split_comments
from games.replay.presenters.display import Content, Glyph, LineOutline, glyphs, without_clock
from games.replay.presenters.replay import OPEN_VIEW, Replay, ReplayLine, ReplayPly


def replay_document(replay: Replay) -> dict[str, Any]:
    """What the page's script gets; ready for JSON."""
    return _DocumentWriter(replay).document()


def window_document(replay: Replay, line: int, first: int, last: int) -> dict[str, Any]:
    """The same of a long record: the plies `first + 1` to `last` of one line, and what has happened before them."""
    return _DocumentWriter(replay).window(line, first, last)


def square_number(square: str, files: int) -> int:
    return (int(square[1:]) - 1) * files + ord(square[0]) - ord("a")


class _DocumentWriter:
    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.files = replay.display.art.files
        self.contents: dict[Content, int] = {"": 0}

    def document(self) -> dict[str, Any]:
        start = self._pairs(self.replay.start)
        return self._frame(start, [self._line(line) for line in self.replay.lines])

    def _frame(self, start: list[int], lines: list[Any] | dict[str, Any]) -> dict[str, Any]:
        replay, art = self.replay, self.replay.display.art
        data: dict[str, Any] = {
            "game": art.name,
            "view": replay.view,
            "files": art.files,
            "ranks": art.ranks,
            "first": int(replay.first),
            "colours": list(replay.rules.sides),
            "start": start,
            "lines": lines,
            "contents": list(self.contents),
            "names": [replay.display.content_words(content) for content in self.contents],
        }
        if replay.reserve is not None:
            data["reserve"] = replay.reserve
        ground = replay.display.ground_words()
        if ground:
            data["ground"] = {self._square(square): words for square, words in sorted(ground.items())}
        return data

    def window(self, number: int, first: int, last: int) -> dict[str, Any]:
        replay, line = self.replay, self.replay.lines[number]
        start = self._pairs(replay.contents_at(number, first))
        before = list(replay.plies_until(number, first))
        lost: tuple[list[int], list[int]] = ([], [])
        clocks = ["", ""]
        for replay_ply in before:
            for symbol in replay_ply.effect.lost:
                lost[0 if symbol.startswith(f"{replay.rules.sides[0]}-") else 1].append(self._content(symbol))
            clocks[replay_ply.side] = replay_ply.clock or clocks[replay_ply.side]
        plies = line.plies[first - line.start : last - line.start]
        window = self._plies(plies, first, replay.reserve_at(number, first)) | {"parent": number}
        data = self._frame(start, {str(number): window})
        data |= {"root": number, "whole": [line.start, line.end], "lost": lost, "clock": clocks}
        data["first"] = int(before[-1].side.other if before else replay.first)
        if replay.reserve is not None:
            data["reserve"] = replay.reserve_at(number, first)
        return data

    def _line(self, line: ReplayLine) -> dict[str, Any]:
        reserve = self.replay.reserve_at(line.parent, line.start)
        return {"parent": line.parent} | self._plies(line.plies, line.start, reserve)

    def _plies(self, played: Iterable[ReplayPly], start: int, reserve: int | None) -> dict[str, Any]:
        plies = []
        for replay_ply in played:
            ply = self._ply(replay_ply)
            if replay_ply.reserve != reserve:
                reserve = ply["reserve"] = replay_ply.reserve
            plies.append(ply)
        return {"start": start, "plies": plies}

    def _ply(self, replay_ply: ReplayPly) -> dict[str, Any]:
        effect = replay_ply.effect
        data: dict[str, Any] = {
            "ply": replay_ply.text,
            "words": effect.words,
            "set": self._pairs(replay_ply.changes),
            "path": [self._square(square) for square in effect.path],
        }
        if effect.taken:
            data["taken"] = self._content(effect.taken)
        if effect.placed:
            data["placed"] = [self._square(placed.square) for placed in effect.placed]
        if effect.clash:
            clash = effect.clash
            data["clash"] = [
                self._content(clash.attacker),
                self._content(clash.defender),
                clash.survivor.value,
            ]
        if effect.lost:
            data["lost"] = [self._content(symbol) for symbol in effect.lost]
        if effect.fallen:
            data["fallen"] = self._fallen(effect.fallen)
        if replay_ply.clock:
            data["clock"] = replay_ply.clock
        return data

    def _fallen(self, marks: Iterable[Placed]) -> list[list[Any]]:
        return [[self._square(mark.square), mark.symbol, mark.opacity] for mark in marks]

    def _pairs(self, contents: Mapping[str, Content]) -> list[int]:
        pairs = []
        for square, content in contents.items():
            pairs += [self._square(square), self._content(content)]
        return pairs

    def _square(self, square: str) -> int:
        return square_number(square, self.files)

    def _content(self, content: Content) -> int:
        return self.contents.setdefault(content, len(self.contents))


class ItemKind(StrEnum):
    PLY = "ply"
    COMMENT = "comment"
    OPEN = "open"
    CLOSE = "close"
    RUN = "run"  # of comments, not taken apart yet; never in a list


# Kind, line, ply, the text of a comment, how many glyphs a ply has: a bare tuple, for there may be tens of thousands.
MoveEntry = tuple[ItemKind, int, int, str, int]


class MoveListItem(NamedTuple):
    """One thing in the list; which fields it has depends on its kind."""

    kind: ItemKind
    line: int
    ply: int = 0
    number: str = ""  # "12." or "12…", where one belongs
    text: str = ""
    offer: bool = False
    glyphs: tuple[Glyph, ...] = ()
    depth: int = 0
    first: bool = False  # of the side that moves first


def move_list_items(replay: Replay) -> Iterator[MoveListItem]:
    """The main line with everything in it."""
    yield from MoveLister(replay.lines, replay.view, replay.first).items(replay.main, depth=0)


def added_line_items(replay: Replay) -> list[tuple[ReplayLine, list[MoveListItem]]]:
    """The lines that were added to show something, each with its own list."""
    lister = MoveLister(replay.lines, replay.view, replay.first)
    return [(line, list(lister.items(line, depth=1))) for line in replay.lines if line.number and line.title]


class MoveLister:
    """Writes the list of moves by what stands in the record: nothing has to be played for it."""

    def __init__(self, lines: Sequence[ReplayLine | LineOutline], view: str, first: Side) -> None:
        self.lines = lines
        self.is_open = view == OPEN_VIEW
        # The variations of a line in the order in which they were found, as they are numbered.
        self.children: dict[int, list[int]] = {}
        for line in lines[1:]:
            if not line.title:
                self.children.setdefault(line.parent, []).append(line.number)
        self.shift = 1 if first is Side.SECOND else 0

    def items(self, line: ReplayLine | LineOutline, *, depth: int) -> Iterator[MoveListItem]:
        numbered = True
        for kind, number, ply, text, _glyphs in self.entries(line):
            here = self.lines[number]
            if kind is ItemKind.PLY:
                yield self.ply(here, ply, numbered=numbered, depth=depth)
                numbered = False
                continue
            if kind is ItemKind.RUN:
                for comment in shown_comments(text):
                    numbered = True
                    yield MoveListItem(ItemKind.COMMENT, number, ply, text=comment, depth=depth)
                continue
            numbered = True
            if kind is ItemKind.COMMENT:
                yield MoveListItem(kind, number, ply, text=text, depth=depth)
                continue
            depth += kind is ItemKind.OPEN
            yield MoveListItem(kind, number, depth=depth)
            depth -= kind is ItemKind.CLOSE

    def entries(self, line: ReplayLine | LineOutline | None = None) -> Iterator[MoveEntry]:
        """What stands in a line, in order. Without recursion, and cheap: long records are cut into parts by it."""
        here = line or self.lines[0]
        is_stored, remarks = self._remarks(self._note(here, 0))
        way = [(here, 1, is_stored, iter(remarks), iter(self.children.get(here.number, ())))]
        while way:
            here, index, is_stored, left, children = way.pop()
            for remark in left:
                if isinstance(remark, str):
                    ply = here.start + index - 1 if index > 1 else 0
                    if is_stored:
                        yield ItemKind.RUN, here.number, ply, remark, 0
                    elif shown := without_clock(remark):
                        yield ItemKind.COMMENT, here.number, ply, shown, 0
                    continue
                child = self.lines[next(children)]
                way.append((here, index, is_stored, left, children))
                yield ItemKind.OPEN, child.number, 0, "", 0
                stored, first = self._remarks(self._note(child, 0))
                way.append((child, 1, stored, iter(first), iter(self.children.get(child.number, ()))))
                break
            else:
                number, notes = here.number, here.source.notes if self.is_open else {}
                ply, end = here.start + index, here.end
                while ply <= end:
                    note = notes.get(index)
                    index += 1
                    if note is None:
                        yield ItemKind.PLY, number, ply, "", 0
                        ply += 1
                        continue
                    yield ItemKind.PLY, number, ply, "", note.glyph_count
                    if isinstance(note, StoredNote) and not note.holds_variations:
                        for run in note.written:
                            if isinstance(run, str):
                                yield ItemKind.RUN, number, ply, run, 0
                        ply += 1
                        continue
                    stored, remarks = self._remarks(note)
                    way.append((here, index, stored, iter(remarks), children))
                    break
                else:
                    if way:
                        yield ItemKind.CLOSE, number, 0, "", 0

    def _remarks(self, note: Note | None) -> tuple[bool, Sequence[str | Line]]:
        """Whether its comments stand in runs, as the canonical text has them, and what stands in it."""
        if note is None:
            return False, ()
        return (True, note.written) if isinstance(note, StoredNote) else (False, note.remarks)

    def ply(self, line: ReplayLine | LineOutline, ply: int, *, numbered: bool, depth: int) -> MoveListItem:
        played = ply - 1 + self.shift
        first = not played & 1
        note = line.source.notes.get(ply - line.start)
        return MoveListItem(
            ItemKind.PLY,
            line.number,
            ply,
            f"{(played >> 1) + 1}{'.' if first else '…'}" if first or numbered else "",
            line.source.plies[ply - line.start - 1],
            note.offer if note else False,
            glyphs(note) if self.is_open else (),
            depth,
            first,
        )

    def _note(self, line: ReplayLine | LineOutline, index: int) -> Note | None:
        return line.source.notes.get(index) if self.is_open else None


def shown_comments(run: str) -> list[str]:
    """Of a run of comments, as people read them."""
    return [shown for comment in split_comments(run) if (shown := without_clock(comment))]


def describe_ending(replay: Replay, result: Result | None, termination: Termination | None, rule: str) -> str:
    """What the record says about the end, and the rule where the board decided."""
    names = replay.display.side_names
    if result is None or result is Result.OPEN or termination is None:
        return _("The game has not ended.")
    if result is Result.DRAW:
        return _describe_draw(replay, termination, rule)
    winner = Side.FIRST if result is Result.FIRST_WINS else Side.SECOND
    facts = {"winner": names[winner], "loser": names[winner.other], "rule": rule}
    sentences = {
        Termination.RESIGNED: _("%(winner)s won: %(loser)s resigned."),
        Termination.TIME: _("%(winner)s won: %(loser)s ran out of time."),
        Termination.FORFEIT: _("%(winner)s won: %(loser)s forfeited the game."),
        Termination.ADJUDICATION: _("%(winner)s won: decided by an arbiter."),
        Termination.AGREEMENT: _("%(winner)s won: agreed by the players."),
    }
    if termination in sentences:
        return sentences[termination] % facts
    text = replay.description.ending(rule, captured=_last_captured(replay), drawn=False)
    if text is not None and (rule or "%(rule)s" not in text.msgid):
        return translate(text.filled(**facts))
    if rule:
        return _("%(winner)s won on the board (%(rule)s).") % facts
    return _("%(winner)s won on the board.") % facts


def _describe_draw(replay: Replay, termination: Termination, rule: str) -> str:
    if termination is Termination.AGREEMENT:
        return _("A draw: agreed by the players.")
    if termination is Termination.ADJUDICATION:
        return _("A draw: decided by an arbiter.")
    if termination is not Termination.NORMAL:
        return _("A draw.")
    text = replay.description.ending(rule, drawn=True) if rule else None
    return translate(text.filled(rule=rule)) if text else _("A draw on the board.")


def _last_captured(replay: Replay) -> str:
    """The symbol of the piece that the last ply attacked or captured, if it did."""
    if not replay.main.plies:
        return ""
    effect = replay.main.plies[-1].effect
    return effect.clash.defender if effect.clash else effect.taken
