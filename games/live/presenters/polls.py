"""Answers to scripts that ask again and again: nothing (204) to those who know everything, else what has changed.

What changed on a board is worked out once for all who know the same of it. What nobody was ever told is never kept: it
would fill the cache.
"""

import json
from collections.abc import Mapping
from threading import Lock
from typing import Any, Final

from django.core.cache import caches
from django.http import Http404, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from core.web.conditional import page_version
from games.live.presenters.changes import MAX_TAG, BoardState, board_document, wall_entry
from games.live.presenters.looks import (
    Followed,
    LiveBoard,
    Look,
    current_look,
    kept_boards,
    known_tags,
    take_look,
)
from games.live.selectors.documents import live_documents

# Those who follow ask within seconds.
KEEP_SECONDS: Final = 60
_LOCKS: Final = tuple(Lock() for _ in range(64))


# --- A wall of boards -----------------------------------------------------------------------------


def wall_response(followed: Followed, since: str) -> HttpResponse:
    look = current_look(followed)
    if not look.is_on:
        raise Http404(_("There are no boards to follow."))
    if since == look.tag:
        return _unstored(HttpResponse(status=204))
    cache = caches["pages"]
    is_tag = since.isascii() and since.isalnum() and len(since) <= MAX_TAG
    body = cache.get(_key(followed, since, look.tag)) if is_tag else None
    known = known_tags(followed, since) if is_tag and body is None else None
    if body is None and known is None:
        since = ""
        body = cache.get(_key(followed, since, look.tag))
    if body is None:
        with _one_at_a_time(followed, since):
            body = cache.get(_key(followed, since, look.tag)) or _make_wall(followed, look, since, known)
    return _unstored(HttpResponse(body, content_type="application/json"))


def _make_wall(followed: Followed, look: Look, since: str, known: Mapping[str, str] | None) -> bytes:
    look, entries = _wall_entries(followed, look, known or {})
    order = list(look.shown)
    parts = [f'"tag":"{look.tag}"', f'"boards":[{",".join(entries)}]']
    if known is None or list(known) != order:
        parts.append(f'"order":{json.dumps(order)}')
    body = f"{{{','.join(parts)}}}".encode()
    caches["pages"].set(_key(followed, since, look.tag), body, KEEP_SECONDS)
    return body


def _wall_entries(followed: Followed, look: Look, known: Mapping[str, str]) -> tuple[Look, list[str]]:
    """What has changed on each board, as JSON. Another look is taken if that one cannot be told any longer."""
    keys = _entry_keys(followed, look, known)
    kept: dict[str, str] = caches["pages"].get_many(list(keys.values()))
    missing = [board for board, key in keys.items() if key not in kept]
    boards = kept_boards(followed, look, missing)
    if boards is None:
        look, all_boards = take_look(followed)
        keys, kept = _entry_keys(followed, look, known), {}
        boards = {board: all_boards[board] for board in keys}
    documents = live_documents(live.game for live in boards.values())
    made = {}
    for board, live in boards.items():
        state = BoardState.read(known.get(board, ""))
        made[keys[board]] = _json(wall_entry(live, documents[live.game.recording], state))
    caches["pages"].set_many(made, KEEP_SECONDS)
    kept |= made
    return look, [kept[key] for key in keys.values()]


def _entry_keys(followed: Followed, look: Look, known: Mapping[str, str]) -> dict[str, str]:
    """By the boards that have changed."""
    return {
        board: _key(followed, f"small:{board}:{known.get(board, '')}", tag)
        for board, tag in look.shown.items()
        if known.get(board) != tag
    }


# --- One board ------------------------------------------------------------------------------------


def board_response(board: str, since: str, *followed: Followed) -> HttpResponse:
    """The same of one board, also before it has begun: of the first that knows it."""
    for each in followed:
        look = current_look(each)
        if board in look.tags:
            return _board_response(each, look, board, since)
    raise Http404(_("There is no such board."))


def _board_response(followed: Followed, look: Look, board: str, since: str) -> HttpResponse:
    tag = look.tags[board]
    if since == tag:
        return _unstored(HttpResponse(status=204))
    cache = caches["pages"]
    # Only what was read of it: the rest is anybody's.
    known = BoardState.read(since)
    part = f"{board}:{known.ply_count}.{known.prefix}" if known else board
    body = cache.get(_key(followed, part, tag))
    if body is None:
        with _one_at_a_time(followed, part):
            body = cache.get(_key(followed, part, tag)) or _make_board(followed, look, board, known)
    return _unstored(HttpResponse(body, content_type="application/json"))


def _make_board(followed: Followed, look: Look, board: str, known: BoardState | None) -> bytes:
    live = _live_board(followed, look, board)
    if live is None:
        raise Http404(_("There is no such board."))
    document = board_document(live, known)
    body = _json(document).encode()
    part = f"{board}:{known.ply_count}.{known.prefix}" if known and "since" in document else board
    caches["pages"].set(_key(followed, part, live.tag), body, KEEP_SECONDS)
    return body


def _live_board(followed: Followed, look: Look, board: str) -> LiveBoard | None:
    if not look.tags[board]:
        return None
    boards = kept_boards(followed, look, [board])
    return (take_look(followed)[1] if boards is None else boards).get(board)


def _one_at_a_time(followed: Followed, part: str) -> Lock:
    """Many ask for the same at once when something has changed: one of them makes it."""
    return _LOCKS[hash((followed.key, part)) % len(_LOCKS)]


def _json(document: dict[str, Any]) -> str:
    return json.dumps(document, separators=(",", ":"))


def _key(followed: Followed, part: str, tag: str) -> str:
    """What changed between two states, for all who ask in this language."""
    return f"live-changes:{followed.key}:{part}:{tag}:{get_language()}:{page_version()}"


def _unstored(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = "private, no-store"
    return response
