"""Pages with boards that are followed, as they are before a script asks for more."""

from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from core.game_types import describe
from engine import registry
from engine.drawing import symbol_sheet
from games.live.presenters.changes import board_document, last_words, wall_entry
from games.live.presenters.looks import Followed, LiveBoard, Look, current_look, kept_boards, take_look
from games.live.selectors.documents import PICTURE, LiveDocument, live_documents
from games.replay.presenters.displays import display_of


class ShownBoard(NamedTuple):
    """A board on a page: its picture works without a script."""

    id: str
    title: str
    players: tuple[str, str]
    address: str
    record: str
    ply_count: int
    words: str
    is_over: bool
    picture: SafeString


def wall_context(followed: Followed, kind: str, *, pause: int) -> dict[str, Any]:
    look, boards = _current_boards(followed)
    documents = live_documents(live.game for live in boards.values())
    pairs = [(live, documents[live.game.recording]) for live in boards.values()]
    return {
        **_game_context(kind),
        "boards": [_shown_board(*pair) for pair in pairs],
        "wall": {
            "tag": look.tag,
            "boards": [wall_entry(*pair) for pair in pairs],
            "order": list(boards),
        },
        "pause": pause,
    }


def board_context(followed: Followed, kind: str) -> dict[str, Any]:
    """Of a page with one board, which may not have begun."""
    live = next(iter(_current_boards(followed)[1].values()), None)
    if live is None:
        return {**_game_context(kind), "board": None, "document": {"tag": ""}}
    document = live_documents([live.game])[live.game.recording]
    return {
        **_game_context(kind),
        "board": _shown_board(live, document),
        "document": board_document(live),
    }


def _current_boards(followed: Followed) -> tuple[Look, dict[str, LiveBoard]]:
    look = current_look(followed)
    boards = kept_boards(followed, look, look.shown)
    return take_look(followed) if boards is None else (look, boards)


def _shown_board(live: LiveBoard, document: LiveDocument) -> ShownBoard:
    board = live.board
    picture = mark_safe(document.picture)  # noqa: S308  drawn by the engine
    return ShownBoard(
        board.id,
        board.title,
        board.players,
        board.address,
        board.record,
        document.ply_count,
        last_words(document),
        bool(document.ending),
        picture,
    )


def _game_context(kind: str) -> dict[str, Any]:
    """What every page with such boards needs of the game: the symbols once, and an empty board to copy."""
    rules = registry.rules(kind)
    start = describe(kind).empty_board or rules.start_position({})
    art = display_of(rules).art
    return {
        "kind": kind,
        "files": art.files,
        "ranks": art.ranks,
        "sheet": mark_safe(symbol_sheet(art)),  # noqa: S308  drawn by the engine
        "empty": mark_safe(rules.draw(start, PICTURE)),  # noqa: S308  drawn by the engine
        "texts": {
            "begins": _("The game has not begun."),
            "plies": _("Plies: %(count)s"),
            "looking": _("Looking at ply %(number)s of %(count)s."),
            "lost": _("The connection is lost. What is shown may be old."),
        },
    }
