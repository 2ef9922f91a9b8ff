"""One place of a replay, as an address names it: picture, table, what stands beside it, where pieces may go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, QueryDict
from django.utils.translation import gettext as _

from engine.adjudication.proof import without_history
from engine.core import Game, Side
from engine.description import GameDescription
from engine.drawing import MAY_CAPTURE, MAY_GO, Picture, Placed
from engine.record import Record
from games.replay.presenters.display import GameDisplay, LineOutline, Route, outline_lines, path_to
from games.replay.presenters.moves import square_number
from games.replay.presenters.replay import Replay, ReplayPly

_MAX_DIGITS = 5


class Cell(NamedTuple):
    square: str
    words: str


class Row(NamedTuple):
    """A rank of the board, from the viewer's left to his right."""

    rank: str
    cells: tuple[Cell, ...]


class PlayerState(NamedTuple):
    """What stands beside the board for one player."""

    side: Side
    lost: tuple[str, ...]  # symbols of the pieces he has lost
    left: int  # how many he still has
    clock: str


@dataclass(frozen=True)
class Frame:
    """A place in a replay: the position after a ply of a line."""

    replay: Replay
    game: Game  # at that place
    line: int
    ply: int
    plies: tuple[ReplayPly, ...]  # that lead here

    @property
    def last_ply(self) -> ReplayPly | None:
        return self.plies[-1] if self.plies else None

    def svg(self, picture: Picture, *more: Placed) -> str:
        """The board, with the last move marked, and with more marks over it."""
        replay, game = self.replay, self.game
        options = picture._replace(last=game.last_squares(), marks=(*game.marks(replay.view), *more))
        return replay.rules.draw(game.position(replay.view), options)

    def contents(self) -> dict[str, str]:
        return self.replay.display.contents(self.game, self.replay.view)

    def table(self, *, flip: bool) -> tuple[Row, ...]:
        """The board in words."""
        display = self.replay.display
        contents, ground = self.contents(), display.ground_words()
        files = [chr(ord("a") + file) for file in range(display.art.files)]
        ranks = list(range(display.art.ranks, 0, -1))
        if flip:
            files.reverse()
            ranks.reverse()
        return tuple(
            Row(
                str(rank),
                tuple(
                    Cell(square, display.content_words(contents.get(square, "")) or ground.get(square, ""))
                    for square in (f"{file}{rank}" for file in files)
                ),
            )
            for rank in ranks
        )

    def reserve(self) -> int | None:
        return self.replay.display.reserve(self.game)

    def beside(self, side: Side) -> PlayerState:
        prefix = f"{self.replay.rules.sides[side]}-"
        lost: list[str] = []
        clock = ""
        for replay_ply in self.plies:
            lost += (symbol for symbol in replay_ply.effect.lost if symbol.startswith(prefix))
            if replay_ply.side is side and replay_ply.clock:
                clock = replay_ply.clock
        left = sum(content.startswith(prefix) for content in self.contents().values())
        return PlayerState(side, tuple(lost), left, clock)


def make_frame(replay: Replay, start: Game, line: int, ply: int) -> Frame:
    """The place after a ply of a line; `start` is a game at the record's start, which is played on."""
    plies = tuple(replay.plies_until(line, ply))
    here, game = replay.lines[line], start
    game.defer_end_checks()
    for replay_ply in plies:
        if here.is_added and replay_ply.number == here.start + 1:
            game = without_history(replay.rules, game)
        game.push(f"{replay_ply.text} (=)" if replay_ply.offer else replay_ply.text)
    return Frame(replay, game, line, ply, plies)


def has_place(replay: Replay, line: int, ply: int) -> bool:
    """Whether there is such a place."""
    return 0 <= line < len(replay.lines) and replay.lines[line].start <= ply <= replay.lines[line].end


def lost_counts(lost: tuple[str, ...]) -> Mapping[str, int]:
    """How often each symbol was lost, in the order in which the first of each was."""
    counts: dict[str, int] = {}
    for symbol in lost:
        counts[symbol] = counts.get(symbol, 0) + 1
    return counts


class SquareInfo(NamedTuple):
    """What a viewer may know about one square."""

    words: str
    ways: tuple[Route, ...] = ()
    crossings: tuple[str, ...] = ()

    def marks(self) -> tuple[Placed, ...]:
        """On the squares a piece may go to."""
        return tuple(Placed(way.path[-1], MAY_GO if way.kind == "move" else MAY_CAPTURE) for way in self.ways)


def known_routes(game: Game, display: GameDisplay, view: str) -> dict[str, list[Route]]:
    """The moves of every piece this viewer knows, by its square; of the side not to move: were it its turn.

    What a face-down piece could do would tell what it is, so nothing is said about it.
    """
    known = display.known_squares(game, view)
    found: dict[str, list[Route]] = {}
    for position in filter(None, (game, display.other_turn(game))):
        for step in position.legal_moves():
            way = display.way(position, step.origin, step.target, step.kind)
            if way.path[0] in known:
                found.setdefault(way.path[0], []).append(way)
    return found


def describe_squares(frame: Frame) -> dict[str, SquareInfo]:
    """What the viewer may know about every occupied square."""
    display, view, game = frame.replay.display, frame.replay.view, frame.game
    game.finish_end_checks()
    contents = frame.contents()
    known, crossings = display.known_squares(game, view), display.crossings()
    ways = known_routes(game, display, view)
    found = {}
    for square, content in contents.items():
        crossing = crossings.get(content)
        if crossing is not None:
            found[square] = SquareInfo(crossing.words, crossings=crossing.ways)
        elif square not in known:
            facts = {"piece": display.content_words(content), "square": display.square_name(square)}
            found[square] = SquareInfo(_("%(piece)s, on %(square)s: where it may go is not known.") % facts)
        else:
            found[square] = _describe_piece(display, content, square, tuple(ways.get(square, ())))
    return found


def squares_document(frame: Frame) -> dict[str, list[Any]]:
    """The same for the browser, by the number of the square: words, ways, crossings.

    A way is 1 for a capture, else 0, and then the squares of its path.
    """
    files = frame.replay.display.art.files

    def numbers(way: Route) -> list[int]:
        return [int(way.kind != "move"), *(square_number(square, files) for square in way.path)]

    return {
        str(square_number(square, files)): [
            look.words,
            [numbers(way) for way in look.ways],
            list(look.crossings),
        ]
        for square, look in describe_squares(frame).items()
    }


def _describe_piece(display: GameDisplay, content: str, square: str, ways: tuple[Route, ...]) -> SquareInfo:
    facts = {
        "piece": display.content_words(content),
        "square": display.square_name(square),
        "targets": ", ".join(display.square_name(way.path[-1]) for way in ways if way.kind == "move"),
        "captures": ", ".join(display.square_name(way.path[-1]) for way in ways if way.kind != "move"),
    }
    if facts["targets"] and facts["captures"]:
        words = _("%(piece)s on %(square)s may go to %(targets)s, and capture on %(captures)s.")
    elif facts["targets"]:
        words = _("%(piece)s on %(square)s may go to %(targets)s.")
    elif facts["captures"]:
        words = _("%(piece)s on %(square)s may capture on %(captures)s.")
    else:
        words = _("%(piece)s on %(square)s cannot move.")
    return SquareInfo(words % facts, ways)


class RequestedPlace(NamedTuple):
    """What the address asks for, before the replay is known. `ply` None: it does not say."""

    view: str
    line: int
    ply: int | None
    flip: bool | None
    look: str
    part: int | None = None  # of the list of moves, if that is asked for by its number


def parse_place(query: QueryDict, views: tuple[str, ...]) -> RequestedPlace:
    """Read the address. A view that is not allowed is answered like one that does not exist."""
    view = query.get("view") or views[0]
    if view not in views:
        raise Http404
    flip = query.get("flip")
    return RequestedPlace(
        view=view,
        line=_number(query.get("line")) or 0,
        ply=_number(query.get("ply")),
        flip=None if flip is None else flip == "1",
        look=(query.get("look") or "").strip().lower()[:3],
        part=_number(query.get("part")),
    )


class BoardPlace(NamedTuple):
    """A place that exists, and how the board is looked at."""

    view: str
    line: int
    ply: int
    flip: bool
    usual_flip: bool = False  # how this view is turned unless the address says otherwise

    def query(self, *, line: int | None = None, ply: int | None = None, flip: bool | None = None) -> str:
        """The address's query for this place or another one, as short as can be."""
        at_line = self.line if line is None else line
        turned = self.flip if flip is None else flip
        parts = {
            "line": str(at_line) if at_line else "",
            "ply": str(self.ply if ply is None else ply),
            "view": self.view if self.view != "open" else "",
            "flip": str(int(turned)) if turned != self.usual_flip else "",
        }
        return "?" + urlencode({name: value for name, value in parts.items() if value})


def find_place(replay: Replay, choice: RequestedPlace, *, otherwise: int) -> BoardPlace:
    """The place that was asked for; `otherwise` is the ply if the address names none."""
    ply = otherwise if choice.ply is None else choice.ply
    if not has_place(replay, choice.line, ply):
        raise Http404
    usual = is_flipped(replay.description, replay.view)
    return BoardPlace(
        replay.view, choice.line, ply, usual if choice.flip is None else choice.flip, usual_flip=usual
    )


def place_before_error(record: Record) -> tuple[int, int]:
    """Line and ply of the board before the first error of a broken record, which may stand in a variation."""
    game = record.before_error()
    if game is None:
        raise ValueError("a record whose game cannot start has no board")
    played = game.plies
    lines = list(outline_lines(record.main))
    for line in lines:
        if _leading(lines, line, len(played)) == played:
            return line.number, len(played)
    return 0, lines[0].end


def _leading(lines: list[LineOutline], line: LineOutline, ply: int) -> list[str] | None:
    """The plies that lead to a place of a line."""
    way = path_to(lines, line.number, ply)
    return [text for here, last in way for text in here.source.plies[: last - here.start]] if way else None


def is_flipped(description: GameDescription, view: str) -> bool:
    """Whether the second player sits at the bottom unless the address says otherwise: in his own seat."""
    return description.seat_of(view) is Side.SECOND


def _number(text: str | None) -> int | None:
    if text is None or text == "":
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS):
        raise Http404
    return int(text)
