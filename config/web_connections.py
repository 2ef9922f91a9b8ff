"""A visitor's connection to the web server, and gunicorn's parser for what has arrived on it."""

import socket
import time
from typing import Any

from gunicorn.http.parser import RequestParser
from gunicorn.http.unreader import Unreader
from gunicorn.workers.gthread import TConn

from config.transfers import SECONDS_FOR_HEAD, AnswerSocket, Backlog, Pace, Patience


class ArrivedUnreader(Unreader):  # type: ignore[misc]
    """Gives gunicorn's parser what has arrived, and nothing more: it never waits."""

    def __init__(self) -> None:
        super().__init__()
        self.arrived = Backlog()

    def chunk(self, size_hint: int | None = None) -> bytes:
        return self.arrived.take(max(size_hint or 0, 8192))

    def pending(self) -> int:
        return len(self.buf.getbuffer()) + len(self.arrived)

    def take_all(self) -> bytes:
        data: bytes = self.take_buffered()
        return data + self.arrived.take(len(self.arrived))


class ArrivedParser(RequestParser):  # type: ignore[misc]
    """Reads a head as soon as it is there, and hands the request to the thread that asks for it later."""

    def __init__(self, cfg: Any, source_addr: Any) -> None:
        super().__init__(cfg, (), source_addr)
        self.unreader = ArrivedUnreader()
        self._request: Any = None
        self._error: BaseException | None = None

    def read_head(self) -> Any:
        """The request, or None if there is something wrong with it: the thread that asks for it says so."""
        try:
            self._request = super().__next__()
        except Exception as error:  # noqa: BLE001  raised again where gunicorn answers it
            self._error = error
        return self._request

    def __next__(self) -> Any:
        error, self._error = self._error, None
        request, self._request = self._request, None
        if error is not None:
            raise error
        return request

    next = __next__


class Connection(TConn):  # type: ignore[misc]
    """One visitor's connection and how far the request or the answer on it has come."""

    def __init__(self, cfg: Any, sock: socket.socket, client: Any, server: Any) -> None:
        super().__init__(cfg, sock, client, server)
        self.sock = AnswerSocket(sock)
        self.parser = ArrivedParser(cfg, client)
        self.initialized = True
        self.keep = False
        self.begin(time.monotonic())

    def begin(self, now: float) -> None:
        """A request begins, or is waited for."""
        self.started = now
        self.head = bytearray()
        self.request: Any = None
        self.missing = 0
        self.announced = 0
        self.moved = 0
        self.moved_at = now
        self.patience = Patience(Pace(SECONDS_FOR_HEAD, 1 << 30, SECONDS_FOR_HEAD), now=now)

    def speed(self, now: float) -> float:
        return self.moved / max(now - self.started, 0.001)

    def close(self, graceful: bool = False) -> None:
        """gunicorn's graceful way would make all others wait for this one."""
        self.parser.unreader.arrived.close()
        super().close()
