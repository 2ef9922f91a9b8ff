"""Boards that are followed, as pages and scripts get them: everything once, then what has changed.

A script says by `since` what it knows: the tag of the last answer. Of one game the tag itself says how many plies that
were; of a wall the site remembers for a while what stood on it, and sends everything to those who come later.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.core.cache import caches
from django.http import HttpResponse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from core.game_types import describe
from core.web.conditional import page_version
from engine import registry
from engine.drawing import symbol_sheet
from games.live.selectors import (
    PICTURE,
    LiveDocument,
    LiveSetting,
    VisiblePlies,
    digest,
    live_documents,
    visible_plies,
)
from games.models import Recording
from games.replay.presenters.displays import display_of

# What was found out is good for so long: however many follow, it is found out no more often.
PAUSE: Final = 1.0
MAX_MAKING: Final = 10
KEEP_SECONDS: Final = 600
MAX_TAG: Final = 60


class FollowedBoard(NamedTuple):
    """A board whose recordings may be followed."""

    id: str
    title: str
    players: tuple[str, str]
    recordings: Sequence[Recording]
    address: str
    record: str = ""
    """Where its record is replayed, if everybody may see that."""


class Followed(NamedTuple):
    """What one address shows. `key` names it with all on which its content depends but the steps."""

    key: str
    setting: LiveSetting
    boards: Callable[[], Sequence[FollowedBoard]]


class BoardState(NamedTuple):
    """What somebody who follows knows of a board."""

    ply_count: int
    prefix: str
    said: str


class LiveBoard(NamedTuple):
    """A board with what may be seen of it."""

    board: FollowedBoard
    game: VisiblePlies
    document: LiveDocument

    @property
    def state(self) -> BoardState:
        said = digest(
            self.board.title, self.board.players, self.board.record, self.game.ending, self.game.side
        )
        return BoardState(self.document.ply_count, self.document.prefix(self.document.ply_count), said)

    @property
    def tag(self) -> str:
        ply_count, prefix, said = self.state
        return f"{ply_count}.{prefix}.{said}"

    @property
    def words(self) -> str:
        """The last ply, or how the game ended."""
        return self.document.ending or (self.document.plies[-1]["words"] if self.document.plies else "")


def shown_boards(followed: Followed) -> list[LiveBoard]:
    """Those that have begun. Few queries, and what is kept is not made again.

    If several people record one board, the recording with the most plies is shown; of equal ones the older.
    """
    boards = followed.boards() if followed.setting.is_on else []
    recordings = [recording for board in boards for recording in board.recordings]
    plies = visible_plies(recordings, followed.setting, timezone.now())
    documents = live_documents(plies.values())
    chosen = [(board, game) for board in boards if (game := _longest(board, plies, documents)) is not None]
    return [LiveBoard(board, game, documents[game]) for board, game in chosen]


def _longest(
    board: FollowedBoard, plies: Mapping[int, VisiblePlies], documents: Mapping[VisiblePlies, LiveDocument]
) -> VisiblePlies | None:
    """Counted are legal plies: a draft full of nonsense takes no board off the wall."""
    recordings = sorted(board.recordings, key=lambda one: one.pk)
    found = [plies[each.pk] for each in recordings if each.pk in plies and plies[each.pk] in documents]
    return max(found, key=lambda game: documents[game].ply_count, default=None)


# --- One board ------------------------------------------------------------------------------------


def board_document(live: LiveBoard, since: str = "") -> dict[str, Any]:
    """All of one game, or the plies after those that are known."""
    document, board = live.document, live.board
    data: dict[str, Any] = {
        "tag": live.tag,
        "id": board.id,
        "title": board.title,
        "players": board.players,
        "record": board.record,
        "ending": document.ending,
    }
    known = _known_plies(since)
    if known is None or known[0] > document.ply_count or document.prefix(known[0]) != known[1]:
        return data | {"replay": document.replay}
    contents = {name: document.replay[name] for name in ("contents", "names")}
    return data | {"since": known[0], "plies": document.plies[known[0] :], **contents}


def _known_plies(since: str) -> tuple[int, str] | None:
    count, _dot, rest = since[:MAX_TAG].partition(".")
    prefix = rest.partition(".")[0]
    if not (
        count.isascii() and count.isdigit() and len(count) <= 5 and prefix.isascii() and prefix.isalnum()
    ):
        return None
    return int(count), prefix


# --- A wall of boards -----------------------------------------------------------------------------


def wall_document(
    boards: Sequence[LiveBoard], known: Mapping[str, BoardState] | None = None
) -> dict[str, Any]:
    """The boards as they stand, or what has changed on those that are known."""
    before = known or {}
    changed = [
        _wall_entry(live, before.get(live.board.id))
        for live in boards
        if before.get(live.board.id) != live.state
    ]
    data: dict[str, Any] = {"tag": wall_tag(boards), "boards": changed}
    order = [live.board.id for live in boards]
    if known is None or list(known) != order:
        data["order"] = order
    return data


def wall_tag(boards: Sequence[LiveBoard]) -> str:
    return digest(*((live.board.id, live.state) for live in boards))


def _wall_entry(live: LiveBoard, before: BoardState | None) -> dict[str, Any]:
    document, board = live.document, live.board
    entry: dict[str, Any] = {
        "id": board.id,
        "title": board.title,
        "players": board.players,
        "address": board.address,
        "count": document.ply_count,
        "words": live.words,
        "over": bool(document.ending),
    }
    if document.plies:
        last = document.plies[-1]
        entry |= {"path": last["path"], "placed": last.get("placed", [])}
    names = document.replay["contents"]
    now = document.board(document.ply_count)
    if (
        before
        and before.ply_count <= document.ply_count
        and document.prefix(before.ply_count) == before.prefix
    ):
        was = document.board(before.ply_count)
        changes = {square: what for square, what in now.items() if was.get(square, 0) != what}
        return entry | {"set": {square: names[what] for square, what in changes.items()}}
    return entry | {"board": {square: names[what] for square, what in now.items() if what}}


# --- Polls ----------------------------------------------------------------------------------------


class _Kept(NamedTuple):
    tag: str
    made_at: float


def wall_response(followed: Followed, since: str) -> HttpResponse:
    """Nothing (204) to those who know everything. However many ask, boards are looked at once a second."""
    cache = caches["pages"]
    tag = _current_tag(followed)
    if since == tag:
        return _unstored(HttpResponse(status=204))
    key = f"live-changes:{followed.key}:{since[:MAX_TAG]}:{tag}:{get_language()}"
    body: bytes | None = cache.get(key) if not since or _is_tag(since) else None
    if body is None:
        boards = shown_boards(followed)
        known = cache.get(f"live-wall:{followed.key}:{since}") if _is_tag(since) else None
        document = wall_document(boards, known)
        _keep_wall(followed, boards, document["tag"])
        body = json.dumps(document, separators=(",", ":")).encode()
        # What nobody was ever told would fill the cache.
        if (known is not None or not since) and document["tag"] == tag:
            cache.set(key, body, KEEP_SECONDS)
    return _unstored(HttpResponse(body, content_type="application/json"))


def board_response(followed: Followed, since: str) -> HttpResponse:
    """The same of one board, also before it has begun."""
    cache = caches["pages"]
    tag = _current_tag(followed, of_one=True)
    if since == tag:
        return _unstored(HttpResponse(status=204))
    # Only what was read of it: the rest is anybody's, and would fill the cache.
    known = _known_plies(since)
    part = "{}.{}".format(*known) if known else ""
    key = f"live-plies-after:{followed.key}:{part}:{tag}:{get_language()}"
    body: bytes | None = cache.get(key) if not since or known else None
    if body is None:
        boards = shown_boards(followed)
        if not boards:
            return _unstored(HttpResponse(status=404))
        document = board_document(boards[0], since)
        body = json.dumps(document, separators=(",", ":")).encode()
        if ("since" in document or not since) and document["tag"] == tag:
            cache.set(key, body, KEEP_SECONDS)
    return _unstored(HttpResponse(body, content_type="application/json"))


def _current_tag(followed: Followed, *, of_one: bool = False) -> str:
    """While one request looks at the boards, the others are told what was true a second ago."""
    cache = caches["pages"]
    key = f"live-tag:{followed.key}:{page_version()}"
    kept: _Kept | None = cache.get(key)
    if kept is not None:
        is_new = time.time() - kept.made_at < PAUSE
        if is_new or not cache.add(f"{key}:being-made", 1, MAX_MAKING):
            return kept.tag
    boards = shown_boards(followed)
    if of_one:
        tag = boards[0].tag if boards else ""
    else:
        tag = wall_tag(boards)
        _keep_wall(followed, boards, tag)
    cache.set(key, _Kept(tag, time.time()), KEEP_SECONDS)
    cache.delete(f"{key}:being-made")
    return tag


def _keep_wall(followed: Followed, boards: Sequence[LiveBoard], tag: str) -> None:
    states = {live.board.id: live.state for live in boards}
    caches["pages"].set(f"live-wall:{followed.key}:{tag}", states, KEEP_SECONDS)


def _is_tag(since: str) -> bool:
    return since.isascii() and since.isalnum() and len(since) <= MAX_TAG


def _unstored(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = "private, no-store"
    return response


# --- Pages ----------------------------------------------------------------------------------------


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


def shown_board(live: LiveBoard) -> ShownBoard:
    board, document = live.board, live.document
    picture = mark_safe(document.picture)  # noqa: S308  drawn by the engine
    return ShownBoard(
        board.id,
        board.title,
        board.players,
        board.address,
        board.record,
        document.ply_count,
        live.words,
        bool(document.ending),
        picture,
    )


def game_context(kind: str) -> dict[str, Any]:
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


def wall_context(followed: Followed, kind: str, *, pause: int) -> dict[str, Any]:
    boards = shown_boards(followed)
    _keep_wall(followed, boards, wall_tag(boards))
    return {
        **game_context(kind),
        "boards": [shown_board(live) for live in boards],
        "wall": wall_document(boards),
        "pause": pause,
    }


def board_context(followed: Followed, kind: str) -> dict[str, Any]:
    """Of a page with one board, which may not have begun."""
    boards = shown_boards(followed)
    return {
        **game_context(kind),
        "board": shown_board(boards[0]) if boards else None,
        "document": board_document(boards[0]) if boards else {"tag": ""},
    }
