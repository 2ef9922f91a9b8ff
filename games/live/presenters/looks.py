"""What can be followed now: found out once a second, however many ask, and the same for all of them.

An answer is made of one look at all boards, so nobody is told more than another who asked in the same second.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.core.cache import caches
from django.utils import timezone
from django.utils.translation import get_language

from core.web.conditional import page_version
from games.live.selectors.documents import VisibleGame, visible_games
from games.live.selectors.plies import LiveSetting, digest
from games.models import Recording

# A look is good for so long.
PAUSE: Final = 1.0
MAX_MAKING: Final = 10
# Whoever asks before there has been any look waits for that of another request.
MAX_WAIT, WAIT_STEP = 2.0, 0.02
KEEP_SECONDS: Final = 600


class FollowedBoard(NamedTuple):
    """A board whose recordings may be followed."""

    id: str
    title: str
    players: tuple[str, str]
    address: str
    record: str = ""
    """Where its record is replayed, if everybody may see that."""
    recordings: Sequence[Recording] = ()


class FoundBoards(NamedTuple):
    setting: LiveSetting
    boards: Sequence[FollowedBoard]


class Followed(NamedTuple):
    """What one address shows. `find` asks who may follow, and which boards there are."""

    key: str
    find: Callable[[], FoundBoards]


class LiveBoard(NamedTuple):
    """A board with what may be seen of it."""

    board: FollowedBoard
    game: VisibleGame
    tag: str


class Look(NamedTuple):
    """The tags of the boards by their ids, empty while nothing may be seen, and that of the wall of all others."""

    made_at: float
    is_on: bool
    tag: str
    tags: dict[str, str]

    @property
    def shown(self) -> dict[str, str]:
        return {board: tag for board, tag in self.tags.items() if tag}


def current_look(followed: Followed) -> Look:
    """At most a second old; while one request looks, the others are told what was true before.

    So is who may follow: nothing is asked of the database for those who ask in between.
    """
    cache = caches["pages"]
    key = _key(followed, "look")
    look: Look | None = cache.get(key)
    if look is not None and time.time() - look.made_at < PAUSE:
        return look
    being_made = f"{key}:being-made"
    if not cache.add(being_made, 1, MAX_MAKING):
        look = look or _first_look(key)
        if look is not None:
            return look
    try:
        return take_look(followed, look)[0]
    finally:
        cache.delete(being_made)


def kept_boards(followed: Followed, look: Look, boards: Iterable[str]) -> dict[str, LiveBoard] | None:
    """What that look has found on these boards. None if a newer look has replaced it, or the cache has not all."""
    keys = {board: _key(followed, f"board:{board}") for board in boards}
    kept: dict[str, LiveBoard] = caches["pages"].get_many(list(keys.values()))
    found = {board: kept[key] for board, key in keys.items() if key in kept}
    is_whole = all(board in found and found[board].tag == look.tags[board] for board in keys)
    return found if is_whole else None


def known_tags(followed: Followed, tag: str) -> dict[str, str] | None:
    """What stood on the wall when its tag was this one; None after a while, and if it never was."""
    known: dict[str, str] | None = caches["pages"].get(_key(followed, f"wall:{tag}"))
    return known


def take_look(followed: Followed, last: Look | None = None) -> tuple[Look, dict[str, LiveBoard]]:
    """At most five queries. Of what was there at the last look, only what has changed is written into the cache.

    Of a board that several record, the recording with the most plies is shown.
    """
    setting, boards = followed.find()
    if not setting.is_on:
        boards = []
    recordings = [recording for board in boards for recording in board.recordings]
    games = visible_games(recordings, setting, timezone.now())
    chosen = ((board, _longest(board, games)) for board in boards)
    shown = {
        board.id: LiveBoard(board._replace(recordings=()), game, _tag(board, game))
        for board, game in chosen
        if game is not None
    }
    tags = {board: live.tag for board, live in shown.items()}
    look = Look(time.time(), setting.is_on, digest(*tags.items()), {board.id: "" for board in boards} | tags)
    if boards:  # or whoever asks for boards that are none would fill the cache
        before = last.tags if last else {}
        entries: dict[str, Any] = {"look": look, f"wall:{look.tag}": tags}
        entries |= {f"board:{board}": live for board, live in shown.items() if before.get(board) != live.tag}
        kept = {_key(followed, name): value for name, value in entries.items()}
        caches["pages"].set_many(kept, KEEP_SECONDS)
    elif last is not None:
        caches["pages"].delete(_key(followed, "look"))
    return look, shown


def _tag(board: FollowedBoard, game: VisibleGame) -> str:
    """Says how many plies there are, which, and all the rest that is shown: `BoardState` reads it."""
    said = digest(board.title, board.players, board.record, game.plies.ending, game.plies.side)
    return f"{game.ply_count}.{game.prefix}.{said}"


def _longest(board: FollowedBoard, games: Mapping[int, VisibleGame]) -> VisibleGame | None:
    """Of equal ones the older."""
    recordings = sorted(board.recordings, key=lambda one: one.pk)
    found = [games[each.pk] for each in recordings if each.pk in games]
    return max(found, key=lambda game: game.ply_count, default=None)


def _first_look(key: str) -> Look | None:
    deadline = time.monotonic() + MAX_WAIT
    while time.monotonic() < deadline:
        time.sleep(WAIT_STEP)
        look: Look | None = caches["pages"].get(key)
        if look is not None:
            return look
    return None


def _key(followed: Followed, name: str) -> str:
    return f"live:{followed.key}:{name}:{get_language()}:{page_version()}"
