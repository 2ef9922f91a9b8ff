"""Cuts a stream of another program's bytes into its games, without having more than one of them in memory."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO, Final, NamedTuple

from .record import MAX_BYTES

_CHUNK: Final = 1 << 16
# What begins a game is found even if it lies across two chunks: nothing that begins one is longer.
_MAX_BEGINNING_LENGTH: Final = 32
_LINE_END: Final = re.compile(rb"\r\n|\r|\n")
_NOTHING: Final = b" \t\r\n\xef\xbb\xbf"


class RawGame(NamedTuple):
    """A game's bytes and where they stood."""

    line: int  # of its first byte, from 1
    data: bytes
    cut: bool  # the game was longer than MAX_BYTES: only its beginning is here


def split_games(stream: IO[bytes], beginning: re.Pattern[bytes]) -> Iterator[RawGame]:
    """The games of a file, each from its beginning to the next one's; together they are the file, byte for byte.

    A file in which nothing matches is one game, and so is what stands before the first match, if it says anything.
    """
    line = 1
    game = bytearray()
    size = 0
    returned = False  # whether what was kept so far ends in a carriage return, which may be half a line end
    lines = 0  # ends in this game
    for piece, begins in _pieces(stream, beginning):
        if begins and game.strip(_NOTHING):
            yield RawGame(line, bytes(game), size > MAX_BYTES)
            line += lines
            game, size, lines = bytearray(), 0, 0
        lines += len(_LINE_END.findall(piece)) - (returned and piece.startswith(b"\n"))
        returned = piece.endswith(b"\r")
        size += len(piece)
        game += piece[: MAX_BYTES + 1 - len(game)]
    if game.strip(_NOTHING):
        yield RawGame(line, bytes(game), size > MAX_BYTES)


def _pieces(stream: IO[bytes], beginning: re.Pattern[bytes]) -> Iterator[tuple[bytes, bool]]:
    """The stream in pieces, and of each whether it begins a game."""
    waiting = b""
    begins = False
    while True:
        chunk = stream.read(_CHUNK)
        waiting += chunk
        # At the end of what was read so far, there may be the first half of a beginning.
        safe = len(waiting) if not chunk else max(0, len(waiting) - _MAX_BEGINNING_LENGTH)
        start = 0
        for found in beginning.finditer(waiting):
            if found.start() >= safe:
                break
            if found.start() > start:
                yield waiting[start : found.start()], begins
            start, begins = found.start(), True
        if safe > start:
            yield waiting[start:safe], begins
            start, begins = safe, False
        waiting = waiting[start:]
        if not chunk:
            return
