"""What is sent of boards that are followed: everything once, then what has changed.

A script says by `since` what it knows: the tag of the last answer. Of one game the tag itself says how many plies that
were; of a wall the site remembers for a while what stood on it.
"""

from typing import Any, Final, NamedTuple

from games.live.presenters.looks import LiveBoard
from games.live.selectors.documents import LiveDocument, live_documents

MAX_TAG: Final = 60


class BoardState(NamedTuple):
    """What somebody who follows knows of a game."""

    ply_count: int
    prefix: str

    @classmethod
    def read(cls, tag: str) -> "BoardState | None":
        """Of any text that somebody sends."""
        count, _dot, rest = tag[:MAX_TAG].partition(".")
        prefix = rest.partition(".")[0]
        is_number = count.isascii() and count.isdigit() and len(count) <= 5
        if not (is_number and prefix.isascii() and prefix.isalnum()):
            return None
        return cls(int(count), prefix)

    def begins(self, document: LiveDocument) -> bool:
        """Whether the game goes on from here: otherwise nothing can be built upon it."""
        return self.ply_count <= document.ply_count and document.prefix(self.ply_count) == self.prefix


def board_document(live: LiveBoard, known: BoardState | None = None) -> dict[str, Any]:
    """All of one game, or the plies after those that are known."""
    document, board = live_documents([live.game])[live.game.recording], live.board
    data: dict[str, Any] = {
        "tag": live.tag,
        "id": board.id,
        "title": board.title,
        "players": board.players,
        "record": board.record,
        "ending": document.ending,
    }
    if known is None or not known.begins(document):
        return data | {"replay": document.replay}
    contents = {name: document.replay[name] for name in ("contents", "names")}
    return data | {"since": known.ply_count, "plies": document.plies[known.ply_count :], **contents}


def last_words(document: LiveDocument) -> str:
    """The last ply, or how the game ended."""
    return document.ending or (document.plies[-1]["words"] if document.plies else "")


def wall_entry(live: LiveBoard, document: LiveDocument, known: BoardState | None = None) -> dict[str, Any]:
    """A small board as it stands, or the squares that have changed since it was known."""
    board = live.board
    entry: dict[str, Any] = {
        "id": board.id,
        "title": board.title,
        "players": board.players,
        "address": board.address,
        "count": document.ply_count,
        "words": last_words(document),
        "over": bool(document.ending),
    }
    if document.plies:
        last = document.plies[-1]
        entry |= {"path": last["path"], "placed": last.get("placed", [])}
    names = document.replay["contents"]
    now = document.board(document.ply_count)
    if known is not None and known.begins(document):
        was = document.board(known.ply_count)
        changes = {square: what for square, what in now.items() if was.get(square, 0) != what}
        return entry | {"set": {square: names[what] for square, what in changes.items()}}
    return entry | {"board": {square: names[what] for square, what in now.items() if what}}
