"""What the templates of the board need: the place, the picture, the moves, what stands beside the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from core.texts import translate
from engine.core import Side
from engine.drawing import Picture, symbol_sheet
from engine.texts import Text
from games.replay.presenters import moves
from games.replay.presenters.display import path_to
from games.replay.presenters.frame import (
    BoardPlace,
    Frame,
    RequestedPlace,
    Row,
    SquareInfo,
    describe_squares,
    find_place,
    is_flipped,
    lost_counts,
    make_frame,
    parse_place,
)
from games.replay.presenters.moves import MoveListItem, describe_ending, replay_document, window_document
from games.replay.presenters.parts import MovePart, PlyWindow, find_part, is_long, window_around
from games.replay.presenters.replay import Replay, build_replay, build_replay_to, outline_replay
from games.replay.presenters.subject import Player, Subject

SQUARE_SIZE = 60  # pixels, of the board on the page
EMBED_WIDTH = 420
EMBED_LINES = 320  # players, buttons and moves
EMBED_VIEWS = 40  # the links to points of view
_PIECES_ONLY = Text(gettext_noop("a piece: where it can go"))


class PlayerBar(NamedTuple):
    """One player's line above or below the board."""

    side: Side
    colour: str  # as the symbols call the side
    art: str  # whose board has that colour
    name: str
    address: str
    side_name: str
    rating: str  # empty if nobody knows it
    handicap: str  # the level in words; empty without one
    clock: str
    left: int
    lost: tuple[tuple[SafeString, int, str], ...]  # symbol, how often, in words


class ViewLink(NamedTuple):
    name: str
    query: str
    current: bool


class NavigationStep(NamedTuple):
    """A button below the board; without a query it is at the end of the line."""

    key: str
    icon: str
    label: str
    query: str


@dataclass(frozen=True)
class Board:
    """Everything about the board at one place."""

    subject: Subject
    replay: Replay
    frame: Frame
    place: BoardPlace
    look: SquareInfo | None
    # Of a long record, of which only so much is played and listed.
    window: PlyWindow | None = None
    part: MovePart | None = None

    @property
    def game(self) -> str:
        return self.replay.display.art.name

    @property
    def sheet(self) -> SafeString:
        return mark_safe(symbol_sheet(self.replay.display.art))  # noqa: S308  drawn by the engine

    @property
    def picture(self) -> SafeString:
        options = Picture(size=SQUARE_SIZE, flip=self.place.flip, shared_symbols=True, decorative=True)
        marks = self.look.marks() if self.look else ()
        return mark_safe(self.frame.svg(options, *marks))  # noqa: S308  drawn by the engine

    @property
    def document(self) -> dict[str, Any]:
        return window_document(self.replay, *self.window) if self.window else replay_document(self.replay)

    @property
    def words(self) -> str:
        replay_ply = self.frame.last_ply
        return replay_ply.effect.words if replay_ply else self.start_words

    @property
    def start_words(self) -> str:
        return _("The starting position; %(side)s moves first.") % {
            "side": self.replay.display.side_names[self.replay.first]
        }

    @property
    def reserve(self) -> int | None:
        return self.frame.reserve()

    @property
    def reserve_label(self) -> str:
        label = self.replay.description.reserve
        return translate(label) if label else ""

    @property
    def click_words(self) -> str:
        """What a click on the board tells."""
        return translate(self.replay.description.look or _PIECES_ONLY)

    embed_width = EMBED_WIDTH

    @property
    def embed_height(self) -> int:
        """Of the board in a frame of `EMBED_WIDTH`: the squares, and the lines above and below them."""
        art = self.replay.display.art
        lines = EMBED_LINES + (EMBED_VIEWS if len(self.replay.rules.views) > 1 else 0)
        return EMBED_WIDTH * art.ranks // art.files + lines

    @property
    def table(self) -> tuple[Row, ...]:
        return self.frame.table(flip=self.place.flip)

    @property
    def files(self) -> list[str]:
        return [cell.square[0] for cell in self.table[0].cells]

    @property
    def moves(self) -> list[MoveListItem]:
        return self.part.items if self.part else list(moves.move_list_items(self.replay))

    @property
    def proofs(self) -> list[tuple[Any, list[MoveListItem]]]:
        return moves.added_line_items(self.replay)

    @property
    def query_rest(self) -> str:
        """What follows the ply in every link of the move list."""
        return self.place.query(line=0, ply=0).partition("ply=0")[2]

    @property
    def ending(self) -> str:
        subject, record = self.subject, self.subject.record
        if not record.ok:
            return ""
        result, termination = subject.result or record.result, subject.termination or record.termination
        return describe_ending(self.replay, result, termination, subject.rule)

    @property
    def result(self) -> str:
        result = self.subject.result or self.subject.record.result
        return result.value.replace("1/2", "½").replace("-", "–") if result else ""

    @property
    def top(self) -> PlayerBar:
        return self._bar(Side.FIRST if self.place.flip else Side.SECOND)

    @property
    def bottom(self) -> PlayerBar:
        return self._bar(Side.SECOND if self.place.flip else Side.FIRST)

    @property
    def views(self) -> list[ViewLink]:
        if len(self.subject.views) < 2:
            return []
        description, ply = self.replay.description, min(self.place.ply, self.replay.main.end)
        found = []
        for view in self.subject.views:
            usual = is_flipped(description, view)
            place = BoardPlace(view, 0, ply, flip=usual, usual_flip=usual)
            name = translate(description.view_label(view))
            found.append(ViewLink(name, place.query(), view == self.replay.view))
        return found

    @property
    def is_hidden(self) -> bool:
        return self.replay.view != "open"

    @property
    def steps(self) -> list[NavigationStep]:
        """First, back, forward, last: links where there is somewhere to go."""
        place, line = self.place, self.replay.lines[self.place.line]
        forward = place.ply < line.end
        # Where a variation begins, the line it leaves goes on.
        at = line
        while at.number and place.ply - 1 <= at.start:
            at = self.replay.lines[at.parent]
        before = place.query(line=at.number, ply=place.ply - 1) if place.ply else ""
        return [
            NavigationStep(
                "first", "first", _("To the beginning"), place.query(line=0, ply=0) if place.ply else ""
            ),
            NavigationStep("back", "back", _("One move back"), before),
            NavigationStep(
                "forward",
                "forward",
                _("One move forward"),
                place.query(ply=place.ply + 1) if forward else "",
            ),
            NavigationStep("last", "last", _("To the end"), place.query(ply=line.end) if forward else ""),
        ]

    @property
    def flip_query(self) -> str:
        return self.place.query(flip=not self.place.flip)

    @property
    def flip_asked(self) -> str:
        """What a form has to say so that the board stays as it is turned; nothing if that is its usual side."""
        return "" if self.place.flip == self.place.usual_flip else str(int(self.place.flip))

    @property
    def query(self) -> str:
        return self.place.query()

    def _level_words(self, level: int) -> str:
        handicap = self.replay.description.handicap
        return translate(handicap.level.filled(level=level)) if handicap and level else ""

    def _bar(self, side: Side) -> PlayerBar:
        player: Player = self.subject.players[side]
        beside = self.frame.beside(side)
        display = self.replay.display
        return PlayerBar(
            side=side,
            colour=self.replay.rules.sides[side],
            art=display.art.name,
            name=player.name,
            address=player.address,
            side_name=display.side_names[side],
            rating=player.rating,
            handicap=self._level_words(player.level),
            clock=beside.clock,
            left=beside.left,
            lost=tuple(
                (symbol_picture(display.art.name, symbol), count, display.content_words(symbol))
                for symbol, count in lost_counts(beside.lost).items()
            ),
        )


def board_context(request: HttpRequest, subject: Subject) -> dict[str, Any]:
    """The board at the place the address names; `Http404` if there is no such place or view."""
    return {"board": build_board(subject, parse_place(request.GET, subject.views))}


def build_board(subject: Subject, choice: RequestedPlace, *, otherwise: int = 0) -> Board:
    """`otherwise` is the ply to show if none is asked for."""
    if is_long(subject.record):
        return _build_long_board(subject, choice, otherwise)
    replay = build_replay(subject.record, choice.view, subject.added)
    place = find_place(replay, choice, otherwise=otherwise)
    here = make_frame(replay, subject.record.start(), place.line, place.ply)
    return Board(subject, replay, here, place, _look(here, choice))


def _build_long_board(subject: Subject, choice: RequestedPlace, otherwise: int) -> Board:
    """Only what leads to the place, and some plies more, is played."""
    lines = outline_replay(subject.record, choice.view, subject.added)
    ply = otherwise if choice.ply is None else choice.ply
    while 0 < choice.line < len(lines) and ply < lines[choice.line].start:
        choice = choice._replace(line=lines[choice.line].parent)  # a step back leads out of a variation
    if not path_to(lines, choice.line, ply):
        raise Http404
    window = window_around(lines[choice.line], ply)
    replay = build_replay_to(
        subject.record, window.line, window.last, choice.view, subject.added, watched_from=window.first
    )
    if replay is None:
        raise Http404
    place = find_place(replay, choice, otherwise=otherwise)
    here = make_frame(replay, subject.record.start(), place.line, place.ply)
    part = find_part(
        lines, view=choice.view, first=replay.first, line=place.line, ply=place.ply, number=choice.part
    )
    return Board(subject, replay, here, place, _look(here, choice), window, part)


def _look(frame: Frame, choice: RequestedPlace) -> SquareInfo | None:
    if not choice.look:
        return None
    name = frame.replay.display.square_name
    found = describe_squares(frame)
    return next((found[square] for square in found if choice.look in (square, name(square))), None)


def build_picture_board(subject: Subject, choice: RequestedPlace, *, plies: int = 1) -> Board:
    """The board for a picture of one place: without a ply the last one. So many plies that lead there are watched."""
    ply = len(subject.record.main.plies) if choice.ply is None else choice.ply
    replay = build_replay_to(
        subject.record,
        choice.line,
        ply,
        choice.view,
        subject.added,
        watched_from=max(0, ply - plies),
    )
    if replay is None:
        raise Http404
    place = find_place(replay, choice, otherwise=ply)
    here = make_frame(replay, subject.record.start(), place.line, place.ply)
    return Board(subject, replay, here, place, None)


def symbol_picture(name: str, symbol: str) -> SafeString:
    """A piece out of the page's symbols, to stand in a line of text."""
    return format_html(
        '<svg class="{}-board piece" viewBox="0 0 100 100" aria-hidden="true"><use href="#{}-{}"/></svg>',
        name,
        name,
        symbol,
    )


class Diagram(NamedTuple):
    ply: int
    text: str  # of that ply; empty at the start
    words: str
    picture: SafeString


def draw_diagrams(board: Board, plies: Iterable[int], options: Picture) -> list[Diagram]:
    """The main line after these plies, for the print view. It is played once."""
    replay, record = board.replay, board.subject.record
    game, texts = record.start(), list(record.main.texts())
    game.defer_end_checks()
    found = []
    for ply in sorted({ply for ply in plies if 0 <= ply <= replay.main.end}):
        for text in texts[len(game.plies) : max(0, ply - 1)]:
            game.push(text)
        words = replay.display.play(game, texts[ply - 1], replay.view).words if ply else board.start_words
        drawn = Frame(replay, game, 0, ply, ()).svg(options)
        text = record.main.plies[ply - 1] if ply else ""
        found.append(Diagram(ply, text, words, mark_safe(drawn)))  # noqa: S308  drawn by the engine
    return found
