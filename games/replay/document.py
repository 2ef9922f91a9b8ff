"""The replay as data for the browser: small numbers instead of names, changes instead of positions.

Squares are numbered from a1 along the ranks. `contents` lists what can lie on a square, `names` says it in words;
everything else points into that list. `docs/board.md` has the fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.drawing import Placed
from games.replay.replay import Line, Moment, Replay
from games.replay.stage import Content


def document(replay: Replay) -> dict[str, Any]:
    """What the page's script gets; ready for JSON."""
    return _Writing(replay).document()


def square_number(square: str, files: int) -> int:
    return (int(square[1:]) - 1) * files + ord(square[0]) - ord("a")


class _Writing:
    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.files = replay.stage.art.files
        self.contents: dict[Content, int] = {"": 0}

    def document(self) -> dict[str, Any]:
        replay, art = self.replay, self.replay.stage.art
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
            "names": [replay.stage.content_words(content) for content in self.contents],
        }
        if replay.reserve is not None:
            data["reserve"] = replay.reserve
        ground = replay.stage.ground_words()
        if ground:
            data["ground"] = {self._square(square): words for square, words in sorted(ground.items())}
        return data

    def _line(self, line: Line) -> dict[str, Any]:
        data: dict[str, Any] = {"parent": line.parent, "start": line.start}
        reserve = self.replay.reserve_at(line.parent, line.start)
        plies = []
        for moment in line.moments:
            ply = self._ply(moment)
            if moment.reserve != reserve:
                reserve = ply["reserve"] = moment.reserve
            plies.append(ply)
        data["plies"] = plies
        return data

    def _ply(self, moment: Moment) -> dict[str, Any]:
        telling = moment.telling
        data: dict[str, Any] = {
            "ply": moment.text,
            "words": telling.words,
            "set": self._pairs(moment.changes),
            "path": [self._square(square) for square in telling.path],
        }
        if telling.taken:
            data["taken"] = self._content(telling.taken)
        if telling.placed:
            data["placed"] = [self._square(placed.square) for placed in telling.placed]
        if telling.clash:
            clash = telling.clash
            data["clash"] = [
                self._content(clash.attacker),
                self._content(clash.defender),
                clash.survivor.value,
            ]
        if telling.lost:
            data["lost"] = [self._content(symbol) for symbol in telling.lost]
        if telling.fallen:
            data["fallen"] = self._fallen(telling.fallen)
        if moment.clock:
            data["clock"] = moment.clock
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
