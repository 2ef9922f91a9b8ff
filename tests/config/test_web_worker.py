"""The web server: unfinished requests and unread answers hold up nobody, and honest slow ones are served."""

import hashlib
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from scripts.processes import wait_until
from tests.scripts.serving import ROOT, environment, free_port

pytestmark = [pytest.mark.serves, pytest.mark.timeout(240)]

SETTINGS = """
worker_class = "config.web_worker.WebWorker"
workers, threads, keepalive, graceful_timeout, worker_connections = 1, 2, 5, 10, {connections}
control_socket_disable, sendfile = True, False
"""


class Server:
    """`end` asks it to stop and says how many seconds that took."""

    def __init__(self, port: int, process: "subprocess.Popen[bytes]") -> None:
        self.port = port
        self.process = process

    def end(self) -> float:
        started = time.monotonic()
        self.process.terminate()
        self.process.wait(30)
        return time.monotonic() - started


@contextmanager
def _server(folder: Path, *, connections: int = 1000) -> Iterator[int]:
    with _stoppable_server(folder, connections=connections) as server:
        yield server.port


@contextmanager
def _stoppable_server(folder: Path, *, connections: int = 1000) -> Iterator[Server]:
    """Two threads and no more: what holds one of them is felt at once."""
    port = free_port()
    settings = folder / "settings.py"
    settings.write_text(SETTINGS.format(connections=connections))
    command = [sys.executable, "-m", "gunicorn", "-c", str(settings), "--bind", f"127.0.0.1:{port}"]
    values = {"SECRET_KEY": "x", "ALLOWED_HOSTS": "localhost", "VAR_DIR": str(folder)}
    values |= {"DJANGO_SETTINGS_MODULE": "config.settings"}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "tests.config.echo_site"], cwd=ROOT, env=environment(**values), stdout=log, stderr=log
        )
    try:
        assert wait_until(lambda: _is_served(port), seconds=60), (folder / "log").read_text()
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with _server(tmp_path_factory.mktemp("server")) as port:
        yield port


def _is_served(port: int) -> bool:
    try:
        return page(port) > 0
    except OSError:
        return False


def connect(port: int, data: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    connection.sendall(data)
    return connection


def read_all(connection: socket.socket) -> bytes:
    """Until the server closes."""
    received = b""
    try:
        while piece := connection.recv(1 << 20):
            received += piece
    except ConnectionResetError:
        pass
    return received


def ask(port: int, data: bytes) -> bytes:
    with connect(port, data) as connection:
        return read_all(connection)


def page(port: int) -> float:
    """The seconds that an ordinary page takes."""
    started = time.monotonic()
    answer = ask(port, b"GET /page HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert b"\r\n\r\n/page 0 " in answer
    return time.monotonic() - started


def post(length: int, *, path: str = "/", also: str = "Connection: close\r\n") -> bytes:
    return f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n{also}\r\n".encode()


def status(answer: bytes) -> int:
    found = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
    assert found, answer[:200]
    return int(found[1])


def digest(body: bytes) -> str:
    return f"{len(body)} {hashlib.sha256(body).hexdigest()[:16]}"


def eighty_unfinished_requests(beginning: bytes, port: int) -> None:
    """Hold up nobody, and are cut off."""
    with ExitStack() as stack:
        started = time.monotonic()
        slow = [stack.enter_context(connect(port, beginning)) for _ in range(80)]

        waits = [page(port) for _ in range(20)]

        assert max(waits) < 2
        assert {status(read_all(connection)) for connection in slow} == {408}
        assert time.monotonic() - started < 20


def a_body_that_trickles_in(port: int) -> None:
    """A byte a second keeps a connection busy, and is no upload: it is cut off."""
    with connect(port, post(1000)) as connection:
        started = time.monotonic()
        connection.settimeout(1)
        answer = b""
        while not answer and time.monotonic() - started < 40:
            try:
                answer = connection.recv(1000)
            except TimeoutError:
                connection.sendall(b"x")

        assert status(answer) == 408
        assert 9 < time.monotonic() - started < 15


def an_honest_slow_upload(port: int) -> None:
    """Two kilobytes a second, longer than an idle connection is waited for: it arrives."""
    body = os.urandom(26_000)
    with connect(port, post(len(body))) as connection:
        for start in range(0, len(body), 1000):
            connection.sendall(body[start : start + 1000])
            time.sleep(0.5)

        answer = read_all(connection)

    assert answer.endswith(f"/ {digest(body)}".encode())


def readers_that_do_not_read(port: int) -> None:
    """Hold up nobody, and are cut off."""
    with ExitStack() as stack:
        asked = b"GET /?answer=20000000 HTTP/1.1\r\nHost: x\r\n\r\n"
        slow = [stack.enter_context(connect(port, asked)) for _ in range(20)]
        time.sleep(1)

        waits = [page(port) for _ in range(20)]
        assert max(waits) < 2

        time.sleep(22)
        received = [len(read_all(connection)) for connection in slow]
        assert max(received) < 20_000_000


SLOW_VISITS: Final[dict[str, Callable[[int], None]]] = {
    "unfinished bodies": partial(eighty_unfinished_requests, post(1000) + b"half of"),
    "unfinished heads": partial(eighty_unfinished_requests, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Le"),
    "first letters": partial(eighty_unfinished_requests, b"G"),
    "a body that trickles in": a_body_that_trickles_in,
    "an honest slow upload": an_honest_slow_upload,
    "readers that do not read": readers_that_do_not_read,
}


@pytest.fixture(scope="module")
def slow_visits(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Future[None]]]:
    """All at the same time, for most of theirs is waiting."""
    with (
        _server(tmp_path_factory.mktemp("slow")) as port,
        ThreadPoolExecutor(len(SLOW_VISITS)) as threads,
    ):
        yield {name: threads.submit(visit, port) for name, visit in SLOW_VISITS.items()}


@pytest.mark.parametrize("visit", SLOW_VISITS)
def test_slow_visitors_hold_up_nobody(slow_visits: dict[str, Future[None]], visit: str) -> None:
    slow_visits[visit].result(timeout=120)


def test_a_slow_reader_gets_the_whole_answer(port: int) -> None:
    with connect(
        port, b"GET /?answer=8000000 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    ) as connection:
        received = 0
        while piece := connection.recv(1 << 16):
            received += len(piece)
            time.sleep(0.005)

    assert received > 8_000_000 // 65_536 * 65_536


def test_a_long_body_arrives_unharmed(port: int) -> None:
    body = os.urandom(5_000_000)

    assert ask(port, post(len(body)) + body).endswith(f"/ {digest(body)}".encode())


def test_requests_that_were_sent_ahead_are_answered_in_their_order(port: int) -> None:
    first = b"GET /1 HTTP/1.1\r\nHost: x\r\n\r\n"
    third = b"GET /3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

    answer = ask(port, first + post(3, path="/2", also="") + b"abc" + third)

    assert re.findall(rb"\r\n\r\n(/\d \d)", answer) == [b"/1 0", b"/2 3", b"/3 0"]


def test_a_connection_serves_one_request_after_another(port: int) -> None:
    with connect(port) as connection:
        for number in range(3):
            connection.sendall(f"GET /{number} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            answer = b""
            while b"\r\n\r\n/" not in answer:
                answer += connection.recv(4096)
            assert f"\r\n\r\n/{number} 0".encode() in answer
            time.sleep(0.2)


def test_a_client_that_asks_first_is_told_to_go_on_once(port: int) -> None:
    with connect(port, post(5, also="Expect: 100-continue\r\nConnection: close\r\n")) as connection:
        assert connection.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(b"hello")
        answer = read_all(connection)

    assert (status(answer), b"/ 5 " in answer) == (200, True)


def test_nobody_waits_for_a_body_of_unknown_length(port: int) -> None:
    started = time.monotonic()

    answer = ask(port, b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n")

    assert (status(answer), b"Connection: close" in answer) == (200, True)
    assert time.monotonic() - started < 4


@pytest.mark.parametrize(
    ("request_bytes", "expected"),
    [
        (post(10**12), 413),
        (post(10**12, path="/api/v1/uploads/"), 413),
        (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-Long: y\r\n" * 10_000, 431),
        (b"NONSENSE\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
    ],
    ids=["too large", "too large for the API", "endless head", "nonsense", "two lengths", "negative"],
)
def test_what_cannot_be_served_is_answered(port: int, request_bytes: bytes, expected: int) -> None:
    answer = ask(port, request_bytes)

    assert status(answer) == expected
    if b"/api/" in request_bytes:
        assert b"application/problem+json" in answer


def test_the_slowest_make_room_for_somebody_new(tmp_path: Path) -> None:
    with _server(tmp_path, connections=60) as port, ExitStack() as stack:
        for _ in range(58):
            stack.enter_context(connect(port, post(1000)))
        time.sleep(2.5)

        for _ in range(20):
            stack.enter_context(connect(port, post(1000)))
        assert max(page(port) for _ in range(10)) < 2


def _answered(port: int, request: bytes) -> socket.socket:
    """A connection on which one request was answered; nothing more is read from it."""
    connection = connect(port, request)
    connection.recv(4096)
    return connection


@pytest.fixture
def stoppable(tmp_path: Path) -> Iterator[Server]:
    with _stoppable_server(tmp_path) as server:
        yield server


def test_idle_connections_do_not_hold_up_the_end(stoppable: Server) -> None:
    """Opened ahead, kept for the next request, or not closed by the visitor after the answer."""
    with ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(connect(stoppable.port))
            stack.enter_context(_answered(stoppable.port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
            close = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            stack.enter_context(_answered(stoppable.port, close))

        assert stoppable.end() < 2


def test_what_does_not_move_is_not_waited_for_at_the_end(stoppable: Server) -> None:
    with ExitStack() as stack:
        body = stack.enter_context(connect(stoppable.port, post(1000, path="/api/") + b"half of"))
        head = stack.enter_context(connect(stoppable.port, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Le"))
        stack.enter_context(connect(stoppable.port, b"GET /?answer=20000000 HTTP/1.1\r\nHost: x\r\n\r\n"))
        time.sleep(0.3)

        assert stoppable.end() < 4
        refusal = read_all(body)
        assert (status(refusal), b"Retry-After" in refusal, b"problem+json" in refusal) == (503, True, True)
        assert status(read_all(head)) == 503


def test_requests_in_flight_are_finished_before_the_end(stoppable: Server) -> None:
    """One that a thread works on, an upload that arrives, and an answer that is read."""
    body, received = os.urandom(20_000), 0
    with ExitStack() as stack:
        waiting = stack.enter_context(connect(stoppable.port, b"GET /?wait=3 HTTP/1.1\r\nHost: x\r\n\r\n"))
        upload = stack.enter_context(connect(stoppable.port, post(len(body)) + body[:4000]))
        asked = b"GET /?answer=20000000 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        reading = stack.enter_context(connect(stoppable.port, asked))
        time.sleep(0.3)
        stoppable.process.terminate()

        for start in range(4000, len(body), 2000):
            time.sleep(0.3)
            upload.sendall(body[start : start + 2000])
            received += len(reading.recv(1 << 20))
        received += len(read_all(reading))

        assert read_all(upload).endswith(f"/ {digest(body)}".encode())
        assert b"\r\n\r\n/ 0 " in read_all(waiting)
        assert received > 20_000_000 // 65_536 * 65_536
        stoppable.process.wait(10)
