"""Requests that are still coming in and answers that are still going out: how fast they have to move.

They wait in files that have no name, never in a thread. Nothing here knows the web server.
"""

import errno
import select
import socket
import tempfile
import time
from dataclasses import dataclass
from typing import IO, Any, Final

MEMORY_PER_TRANSFER: Final = 64 * 1024  # what is longer waits on the disk
PIECE: Final = 256 * 1024
# Seconds in all that a thread waits for the reader of one answer before it leaves it to the loop.
QUICK_READER: Final = 0.05


@dataclass(frozen=True)
class Pace:
    """Who moves less than `bytes_per_second` is cut off after `patience` seconds, whoever moves more at `deadline`."""

    patience: float
    bytes_per_second: int
    deadline: float


# Also the worst mobile network is faster than this.
BODY_PACE: Final = Pace(patience=10, bytes_per_second=1024, deadline=15 * 60)
ANSWER_PACE: Final = Pace(patience=20, bytes_per_second=1024, deadline=60 * 60)
# A head is sent at once; nothing that trickles in gives it more time.
SECONDS_FOR_HEAD: Final = 10.0


class Patience:
    """Runs out while nothing moves, and grows with every byte, but never above what it was in the beginning."""

    def __init__(self, pace: Pace, *, now: float) -> None:
        self._pace = pace
        self._until = now + pace.patience
        self._end = now + pace.deadline

    def moved(self, count: int, *, now: float) -> None:
        earned = self._until + count / self._pace.bytes_per_second
        self._until = min(earned, now + self._pace.patience)

    def is_over(self, now: float) -> bool:
        return now > min(self._until, self._end)


class Backlog:
    """Bytes that wait for somebody to take them, first in, first out: a few in memory, many in a file."""

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None
        self._start = self._end = 0

    def __len__(self) -> int:
        return self._end - self._start

    def put(self, data: "bytes | memoryview[int]") -> None:
        if self._file is None:
            self._file = tempfile.SpooledTemporaryFile(max_size=MEMORY_PER_TRANSFER)  # noqa: SIM115  lives on
        self._file.seek(self._end)
        self._file.write(data)
        self._end += len(data)

    def peek(self, size: int) -> bytes:
        if self._file is None or size <= 0:
            return b""
        self._file.seek(self._start)
        return self._file.read(min(size, len(self)))

    def drop(self, count: int) -> None:
        self._start += count
        if self._start >= self._end:
            self.close()

    def take(self, size: int) -> bytes:
        data = self.peek(size)
        self.drop(len(data))
        return data

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        self._file, self._start, self._end = None, 0, 0


class AnswerSocket:
    """Stands for a connection while a thread answers: it takes everything, and a slow reader holds up nobody.

    What the visitor does not take at once waits here, and `flush` sends it when there is room. Only if more waits
    than `max_waiting` does the thread wait as well, as long as the visitor reads at the pace.
    """

    def __init__(self, sock: socket.socket, *, pace: Pace = ANSWER_PACE, max_waiting: int = 64 * 1024 * 1024):
        self._socket = sock
        self._pace = pace
        self._max_waiting = max_waiting
        self.waiting = Backlog()
        self.begin_answer()

    def begin_answer(self) -> None:
        self._seconds_left = QUICK_READER

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)

    def sendall(self, data: bytes) -> None:
        rest = memoryview(data)
        if not self.waiting:
            rest = rest[self._send(rest) :]
            while rest and self._has_room_soon():
                rest = rest[self._send(rest) :]
        if rest:
            self.waiting.put(rest)
        if len(self.waiting) > self._max_waiting:
            self._wait_for_reader()

    def send(self, data: bytes) -> int:
        self.sendall(data)
        return len(data)

    def flush(self) -> int:
        """Send what there is room for; the number of bytes that went."""
        gone = 0
        while piece := self.waiting.peek(PIECE):
            sent = self._send(piece)
            self.waiting.drop(sent)
            gone += sent
            if sent < len(piece):
                break
        return gone

    def setblocking(self, flag: bool) -> None:
        """It never blocks."""

    def gettimeout(self) -> float:
        return 0.0

    def close(self) -> None:
        self.waiting.close()
        self._socket.close()

    def _has_room_soon(self) -> bool:
        """A quick reader has taken the last piece before the next one is written anywhere."""
        if self._seconds_left <= 0:
            return False
        started = time.monotonic()
        writable = select.poll()
        writable.register(self._socket, select.POLLOUT)
        has_room = bool(writable.poll(self._seconds_left * 1000))
        self._seconds_left -= time.monotonic() - started
        return has_room

    def _send(self, data: "bytes | memoryview[int]") -> int:
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0

    def _wait_for_reader(self) -> None:
        patience = Patience(self._pace, now=time.monotonic())
        writable = select.poll()
        writable.register(self._socket, select.POLLOUT)
        while len(self.waiting) > self._max_waiting // 2:
            writable.poll(1000)
            patience.moved(self.flush(), now=time.monotonic())
            if patience.is_over(time.monotonic()):
                raise ConnectionResetError(errno.ECONNRESET, "The visitor reads too slowly.")
