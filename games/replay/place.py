"""Where in a replay a request wants to be: `?ply=17`, in a variation `?line=2&ply=18`, seen from `view=red`."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from django.http import Http404, QueryDict

from engine.core import Side
from engine.record import Record
from games.replay.frame import has_place
from games.replay.outline import Outline, outlines, way_to
from games.replay.replay import Replay
from games.replay.stratego import seat_of

_LONGEST_NUMBER = 5


class Choice(NamedTuple):
    """What the address asks for, before the replay is known. `ply` None: it does not say."""

    view: str
    line: int
    ply: int | None
    flip: bool | None
    look: str


def choice_of(query: QueryDict, views: tuple[str, ...]) -> Choice:
    """Read the address. A view that is not allowed is answered like one that does not exist."""
    view = query.get("view") or views[0]
    if view not in views:
        raise Http404
    flip = query.get("flip")
    return Choice(
        view=view,
        line=_number(query.get("line")) or 0,
        ply=_number(query.get("ply")),
        flip=None if flip is None else flip == "1",
        look=(query.get("look") or "").strip().lower()[:3],
    )


class Place(NamedTuple):
    """A place that exists, and how the board is looked at."""

    view: str
    line: int
    ply: int
    flip: bool

    def query(self, *, line: int | None = None, ply: int | None = None, flip: bool | None = None) -> str:
        """The address's query for this place or another one, as short as can be."""
        at_line = self.line if line is None else line
        turned = self.flip if flip is None else flip
        parts = {
            "line": str(at_line) if at_line else "",
            "ply": str(self.ply if ply is None else ply),
            "view": self.view if self.view != "open" else "",
            "flip": str(int(turned)) if turned != is_turned(self.view) else "",
        }
        return "?" + urlencode({name: value for name, value in parts.items() if value})


def place_in(replay: Replay, choice: Choice, *, otherwise: int) -> Place:
    """The place that was asked for; `otherwise` is the ply if the address names none."""
    ply = otherwise if choice.ply is None else choice.ply
    if not has_place(replay, choice.line, ply):
        raise Http404
    flip = is_turned(replay.view) if choice.flip is None else choice.flip
    return Place(replay.view, choice.line, ply, flip)


def before_error(record: Record) -> tuple[int, int]:
    """Line and ply of the board before the first error of a broken record, which may stand in a variation."""
    game = record.before_error()
    if game is None:
        raise ValueError("a record whose game cannot start has no board")
    played = game.plies
    lines = list(outlines(record.main))
    for line in lines:
        if _leading(lines, line, len(played)) == played:
            return line.number, len(played)
    return 0, lines[0].end


def _leading(lines: list[Outline], line: Outline, ply: int) -> list[str] | None:
    """The plies that lead to a place of a line."""
    way = way_to(lines, line.number, ply)
    return [text for here, last in way for text in here.source.plies[: last - here.start]] if way else None


def is_turned(view: str) -> bool:
    """Whether the second player sits at the bottom unless the address says otherwise: in his own seat."""
    return seat_of(view) is Side.SECOND


def _number(text: str | None) -> int | None:
    if text is None or text == "":
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
        raise Http404
    return int(text)
