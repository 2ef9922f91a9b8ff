"""The site's worker of gunicorn: a thread gets a request when it has arrived, and is free before its answer has left.

gunicorn's own worker reads a body in the thread that answers: as many unfinished ones as there are threads stop the
site. Here one loop receives all requests and sends all answers, each at a minimum speed and until a deadline.
docs/decisions/0015 has the reasons and the figures.
"""

import errno
import json
import selectors
import socket
import time
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

from gunicorn.workers.gthread import ThreadWorker

from config.transfers import ANSWER_PACE, BODY_PACE, PIECE, Pace, Patience
from config.web_connections import Connection

MAX_HEAD: Final = 64 * 1024
# Of all unfinished bodies of one process: they wait on the disk.
MAX_ARRIVING_BYTES: Final = 1024 * 1024 * 1024
LARGE_BODY: Final = 1024 * 1024
SECONDS_BETWEEN_SWEEPS: Final = 0.5
# A closed connection is read on for a while, or the last words would be lost on the way (RFC 9112, section 9.6).
LINGERING: Final = Pace(patience=2, bytes_per_second=1 << 30, deadline=2)
# Whoever has just come may still be quick.
YOUNG: Final = 2.0
# When the process ends: so long may nothing move before a request is not waited for, or an answer's rest is not sent.
SECONDS_STILL_AT_END: Final = 1.0
SECONDS_LINGERING_AT_END: Final = 0.3
SECONDS_BETWEEN_SWEEPS_AT_END: Final = 0.1
END_OF_HEAD: Final = b"\r\n\r\n"
NO_ROOM: Final = (errno.EMFILE, errno.ENFILE)
NOBODY_THERE: Final = (errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED)

REASONS: Final = {
    408: "Request Timeout",
    413: "Content Too Large",
    431: "Request Header Fields Too Large",
    503: "Service Unavailable",
}
DETAILS: Final = {
    408: "It came in too slowly. Please try again.",
    413: "That is too much at once. Please send it in parts.",
    431: "The head of the request is too long.",
    503: "Too much is being sent at once. Please try again in a minute.",
}
RESTARTING: Final = "The site is being restarted. Please try again in a minute."


class WebWorker(ThreadWorker):  # type: ignore[misc]
    """`moving` are the connections that the loop receives from or sends to; all others are with a thread, or idle."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.moving: dict[Connection, str] = {}
        self._next_sweep = 0.0
        self._ends_since: float | None = None

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        if cfg.is_ssl:
            raise SystemExit(
                "kiebitz: certificates belong to the web server in front, see docs/operating.md."
            )
        super().check_config(cfg, log)

    def init_process(self) -> None:
        from django.conf import settings

        # Twice as much as an upload may have: a form says itself what is too large, if it is not by far.
        self.max_body = 2 * settings.GAMES_MOST_UPLOAD_BYTES + LARGE_BODY
        super().init_process()

    # --- Coming in --------------------------------------------------------------------------------

    def accept(self, listener: socket.socket) -> None:
        try:
            sock, client = listener.accept()
        except OSError as error:
            if error.errno in NO_ROOM:
                self._make_room()
            elif error.errno not in NOBODY_THERE:
                raise
            return
        self.nr_conns += 1
        connection = Connection(self.cfg, sock, client, listener.getsockname())
        if self.nr_conns >= self.worker_connections:
            self._make_room()
        self._watch(connection, "arriving", selectors.EVENT_READ, self._receive)
        self._receive(connection)

    def on_client_socket_readable(self, conn: Connection, client: Any) -> None:
        """The next request on a connection that was idle."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        conn.begin(time.monotonic())
        self._watch(conn, "arriving", selectors.EVENT_READ, self._receive)
        self._receive(conn)

    def _receive(self, connection: Connection, _socket: Any = None) -> None:
        try:
            data = connection.sock.recv(PIECE if connection.missing else MAX_HEAD)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._take(connection, data)
        else:  # gone in the middle, as if it had never come
            self._close(connection)

    def _take(self, connection: Connection, data: bytes) -> None:
        now = time.monotonic()
        connection.moved += len(data)
        connection.moved_at = now
        if connection.request is not None:
            connection.parser.unreader.arrived.put(data)
            connection.missing -= len(data)
            connection.patience.moved(len(data), now=now)
        else:
            looked_at = max(0, len(connection.head) - len(END_OF_HEAD) + 1)
            connection.head += data
            if connection.head.find(END_OF_HEAD, looked_at) < 0:
                if len(connection.head) > MAX_HEAD:
                    self._refuse(connection, 431)
                return
            self._read_head(connection, now)
            if connection not in self.moving:  # refused
                return
        if connection.missing <= 0:
            self._hand_over(connection)

    def _read_head(self, connection: Connection, now: float) -> None:
        unreader = connection.parser.unreader
        unreader.arrived.put(bytes(connection.head))
        connection.head = bytearray()
        request = connection.request = connection.parser.read_head()
        if request is None:
            return
        headers = dict(request.headers)
        if "TRANSFER-ENCODING" in headers:
            # Nothing here reads a body of unknown length, and nobody waits for its end.
            request.force_close()
            return
        length = int(headers.get("CONTENT-LENGTH") or 0)
        if length > self.max_body:
            self._refuse(connection, 413, path=request.path)
        elif length > LARGE_BODY and self._arriving_bytes() + length > MAX_ARRIVING_BYTES:
            self._refuse(connection, 503, path=request.path)
        else:
            connection.announced = length
            connection.missing = length - unreader.pending()
            connection.patience = Patience(BODY_PACE, now=now)
            if connection.missing > 0 and request._expected_100_continue:
                # gunicorn says it when a thread has the request, which waits for the body here.
                request._expected_100_continue = False
                connection.sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _hand_over(self, connection: Connection) -> None:
        self._forget(connection)
        connection.sock.begin_answer()
        self.enqueue_req(connection)

    def _arriving_bytes(self) -> int:
        return sum(connection.announced for connection in self.moving)

    # --- Going out --------------------------------------------------------------------------------

    def finish_request(self, conn: Connection, fs: "Future[bool]") -> None:
        """A thread has written its answer, and is free: what the visitor has not taken yet is sent by the loop."""
        try:
            conn.keep = bool(not fs.cancelled() and fs.result()) and self.alive
            conn.begin(time.monotonic())
            if conn.sock.waiting:
                conn.patience = Patience(ANSWER_PACE, now=time.monotonic())
                self._watch(conn, "leaving", selectors.EVENT_WRITE, self._send)
            else:
                self._after_answer(conn)
        except Exception:  # noqa: BLE001  whatever is wrong with one connection, the others go on
            self._close(conn)

    def _send(self, connection: Connection, _socket: Any = None) -> None:
        try:
            gone = connection.sock.flush()
        except OSError:
            self._close(connection)
            return
        now = time.monotonic()
        if gone:
            connection.moved += gone
            connection.moved_at = now
        connection.patience.moved(gone, now=now)
        if not connection.sock.waiting:
            self._forget(connection)
            self._after_answer(connection)

    def _after_answer(self, connection: Connection) -> None:
        if not connection.keep:
            self._linger(connection)
            return
        connection.begin(time.monotonic())
        if ahead := connection.parser.unreader.take_all():  # sent before this answer was there
            self._watch(connection, "arriving", selectors.EVENT_READ, self._receive)
            self._take(connection, ahead)
            return
        connection.set_timeout()
        self.keepalived_conns.append(connection)
        self.poller.register(
            connection.sock, selectors.EVENT_READ, partial(self.on_client_socket_readable, connection)
        )

    def _refuse(self, connection: Connection, status: int, *, path: str = "", detail: str = "") -> None:
        """Answer without a thread: there is no request for the site."""
        self._forget(connection)
        try:
            connection.sock.sendall(_plain_answer(status, path, detail or DETAILS[status]))
        except OSError:
            self._close(connection)
        else:
            self._linger(connection)

    def _linger(self, connection: Connection) -> None:
        try:
            connection.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self._close(connection)
            return
        now = time.monotonic()
        connection.patience, connection.moved_at = Patience(LINGERING, now=now), now
        self._watch(connection, "lingering", selectors.EVENT_READ, self._drain)

    def _drain(self, connection: Connection, _socket: Any = None) -> None:
        try:
            if connection.sock.recv(MAX_HEAD):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self._close(connection)

    # --- Who takes too long -----------------------------------------------------------------------

    def murder_pending(self) -> None:
        """gunicorn's loop calls it after all that has happened on the connections."""
        now = time.monotonic()
        if now < self._next_sweep:
            return
        self._next_sweep = now + (SECONDS_BETWEEN_SWEEPS if self.alive else SECONDS_BETWEEN_SWEEPS_AT_END)
        for connection, state in list(self.moving.items()):
            if connection.patience.is_over(now):
                self._give_up(connection, state)
            elif not self.alive:
                self._end(connection, state, now)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        super().wait_for_and_dispatch_events(timeout if self.alive else SECONDS_BETWEEN_SWEEPS_AT_END)

    def _end(self, connection: Connection, state: str, now: float) -> None:
        """The process ends: what still moves is finished, as long as gunicorn waits, and nobody else is waited for."""
        if self._ends_since is None:
            self._ends_since = now
        still = now - max(connection.moved_at, self._ends_since)
        if state == "arriving" and not connection.moved:
            self._close(connection)  # opened for a next click that may never come
        elif state == "lingering":
            if still > SECONDS_LINGERING_AT_END:
                self._close(connection)
        elif still > SECONDS_STILL_AT_END:
            if state == "arriving":
                path = connection.request.path if connection.request is not None else ""
                self._refuse(connection, 503, path=path, detail=RESTARTING)
            else:
                self._close(connection)

    def _give_up(self, connection: Connection, state: str) -> None:
        if state == "arriving" and connection.moved:
            self.log.info("Cut off %s: its request came in too slowly.", _name(connection))
            self._refuse(connection, 408)
            return
        if state == "leaving":
            self.log.info("Cut off %s: it reads its answer too slowly.", _name(connection))
        self._close(connection)

    def _make_room(self) -> None:
        """For somebody new the slowest has to go, of those who have been here for a while."""
        now = time.monotonic()
        if self.keepalived_conns:
            idle = self.keepalived_conns.popleft()
            self.poller.unregister(idle.sock)
            self.nr_conns -= 1
            idle.close()
            return
        old = [connection for connection in self.moving if now - connection.started > YOUNG]
        if old:
            slowest = min(old, key=lambda connection: connection.speed(now))
            self._give_up(slowest, "lingering")

    def _watch(self, connection: Connection, state: str, event: int, callback: Any) -> None:
        self.moving[connection] = state
        self.poller.register(connection.sock, event, partial(callback, connection))

    def _forget(self, connection: Connection) -> None:
        if self.moving.pop(connection, None):
            self.poller.unregister(connection.sock)

    def _close(self, connection: Connection) -> None:
        self._forget(connection)
        self.nr_conns -= 1
        connection.close()


def _plain_answer(status: int, path: str, detail: str) -> bytes:
    if path.startswith("/api/"):
        kind = "application/problem+json"
        problem = {
            "type": "about:blank",
            "title": REASONS[status],
            "status": status,
            "detail": detail,
        }
        body = json.dumps(problem).encode()
    else:
        kind, body = "text/plain; charset=utf-8", f"{detail}\n".encode()
    head = [
        f"HTTP/1.1 {status} {REASONS[status]}",
        "Connection: close",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
        *(["Retry-After: 60"] if status == 503 else []),
    ]
    return "\r\n".join(head).encode() + END_OF_HEAD + body


def _name(connection: Connection) -> str:
    return str(connection.client[0]) if isinstance(connection.client, tuple) else "a visitor"
