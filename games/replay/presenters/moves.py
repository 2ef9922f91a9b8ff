"""The moves of a replay: as a list for readers, as data for the browser, and how the game ended.

The list is flat, with marks where a variation opens and closes, because records may nest 64 deep. In the data there are
small numbers instead of names, changes instead of positions: squares are numbered from a1 along the ranks, `contents`
lists what can lie on a square, `names` says it in words, everything else points into that list. `docs/board.md` has the
fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from engine.core import Result, Side, Termination
from engine.drawing import Placed
from engine.record import Note
from games.replay.presenters.display import Content, Glyph, without_clock
from games.replay.presenters.replay import OPEN_VIEW, Replay, ReplayLine, ReplayPly


def replay_document(replay: Replay) -> dict[str, Any]:
    """What the page's script gets; ready for JSON."""
    return _DocumentWriter(replay).document()


def square_number(square: str, files: int) -> int:
    return (int(square[1:]) - 1) * files + ord(square[0]) - ord("a")


class _DocumentWriter:
    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.files = replay.display.art.files
        self.contents: dict[Content, int] = {"": 0}

    def document(self) -> dict[str, Any]:
        replay, art = self.replay, self.replay.display.art
        start = self._pairs(replay.start)
        lines = [self._line(line) for line in replay.lines]
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

    def _line(self, line: ReplayLine) -> dict[str, Any]:
        data: dict[str, Any] = {"parent": line.parent, "start": line.start}
        reserve = self.replay.reserve_at(line.parent, line.start)
        plies = []
        for replay_ply in line.plies:
            ply = self._ply(replay_ply)
            if replay_ply.reserve != reserve:
                reserve = ply["reserve"] = replay_ply.reserve
            plies.append(ply)
        data["plies"] = plies
        return data

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
    yield from _MoveList(replay).line(replay.main, depth=0)


def added_line_items(replay: Replay) -> list[tuple[ReplayLine, list[MoveListItem]]]:
    """The lines that were added to show something, each with its own list."""
    return [
        (line, list(_MoveList(replay).line(line, depth=1)))
        for line in replay.lines
        if line.number and line.title
    ]


class _MoveList:
    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        # The variations of a line in the order in which they were found, as they are numbered.
        self.children: dict[int, list[ReplayLine]] = {}
        for line in replay.lines[1:]:
            if not line.title:
                self.children.setdefault(line.parent, []).append(line)
        self.shift = 1 if replay.first is Side.SECOND else 0

    def line(self, line: ReplayLine, *, depth: int) -> Iterator[MoveListItem]:
        children = iter(self.children.get(line.number, ()))
        notes = line.source.notes if self.replay.view == OPEN_VIEW else {}
        yield from self._comments(line, notes.get(0), 0, depth)
        numbered = True
        for index, replay_ply in enumerate(line.plies, 1):
            yield self._ply(line, replay_ply, numbered=numbered, depth=depth)
            numbered = False
            note = notes.get(index)
            for remark in note.remarks if note else ():
                if isinstance(remark, str):
                    comment = self._comment(line, remark, replay_ply.number, depth)
                    if comment is not None:
                        numbered = True
                        yield comment
                    continue
                numbered = True
                child = next(children)
                yield MoveListItem(ItemKind.OPEN, child.number, depth=depth + 1)
                yield from self.line(child, depth=depth + 1)
                yield MoveListItem(ItemKind.CLOSE, child.number, depth=depth + 1)

    def _ply(self, line: ReplayLine, replay_ply: ReplayPly, *, numbered: bool, depth: int) -> MoveListItem:
        played = replay_ply.number - 1 + self.shift
        first = not played & 1
        number = f"{(played >> 1) + 1}{'.' if first else '…'}" if first or numbered else ""
        return MoveListItem(
            ItemKind.PLY,
            line.number,
            replay_ply.number,
            number,
            replay_ply.text,
            replay_ply.offer,
            replay_ply.glyphs,
            depth,
            first,
        )

    def _comments(self, line: ReplayLine, note: Note | None, ply: int, depth: int) -> Iterator[MoveListItem]:
        for remark in note.comments if note else ():
            comment = self._comment(line, remark, ply, depth)
            if comment is not None:
                yield comment

    def _comment(self, line: ReplayLine, text: str, ply: int, depth: int) -> MoveListItem | None:
        shown = without_clock(text)
        return MoveListItem(ItemKind.COMMENT, line.number, ply, text=shown, depth=depth) if shown else None


def describe_ending(replay: Replay, result: Result | None, termination: Termination | None, rule: str) -> str:
    """What the record says about the end, and the rule where the board decided."""
    names = replay.display.side_names
    if result is None or result is Result.OPEN or termination is None:
        return _("The game has not ended.")
    if result is Result.DRAW:
        return _describe_draw(termination, rule)
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
    if _flag_was_captured(replay):
        return _("%(winner)s won: the flag was captured.") % facts
    if rule:
        return _("%(winner)s won: %(loser)s could not move (%(rule)s).") % facts
    return _("%(winner)s won: %(loser)s could not move.") % facts


def _describe_draw(termination: Termination, rule: str) -> str:
    if termination is Termination.AGREEMENT:
        return _("A draw: agreed by the players.")
    if termination is Termination.ADJUDICATION:
        return _("A draw: decided by an arbiter.")
    if termination is not Termination.NORMAL:
        return _("A draw.")
    if rule == "6b":
        return _("A draw: nothing can be captured any more (6b).")
    if rule == "6c":
        return _("A draw by repetition (6c).")
    return _("A draw on the board.")


def _flag_was_captured(replay: Replay) -> bool:
    if not replay.main.plies:
        return False
    clash = replay.main.plies[-1].effect.clash
    return clash is not None and clash.defender.endswith("-flag")
