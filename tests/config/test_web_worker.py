"""The web server: unfinished requests and unread answers hold up nobody, and honest slow ones are served."""

import hashlib
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from scripts.processes import wait_until
from tests.scripts.serving import ROOT, environment, free_port

pytestmark = [pytest.mark.serves, pytest.mark.timeout(240)]

SETTINGS = """
worker_class = "config.web_worker.WebWorker"
workers, threads, keepalive, graceful_timeout, worker_connections = 1, 2, 5, 5, {connections}
control_socket_disable, sendfile = True, False
"""


@contextmanager
def _server(folder: Path, *, connections: int = 1000) -> Iterator[int]:
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
        yield port
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


@pytest.mark.parametrize(
    "beginning",
    [post(1000) + b"half of", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Le", b"G"],
    ids=["body", "head", "first letter"],
)
def test_eighty_unfinished_requests_hold_up_nobody_and_are_cut_off(port: int, beginning: bytes) -> None:
    with ExitStack() as stack:
        started = time.monotonic()
        slow = [stack.enter_context(connect(port, beginning)) for _ in range(80)]

        waits = [page(port) for _ in range(20)]

        assert max(waits) < 2
        assert {status(read_all(connection)) for connection in slow} == {408}
        assert time.monotonic() - started < 20


def test_bodies_that_trickle_in_are_cut_off(port: int) -> None:
    """A byte a second keeps a connection busy, and is no upload."""
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


def test_an_honest_slow_upload_arrives(port: int) -> None:
    """Two kilobytes a second, longer than an idle connection is waited for."""
    body = os.urandom(26_000)
    with connect(port, post(len(body))) as connection:
        for start in range(0, len(body), 1000):
            connection.sendall(body[start : start + 1000])
            time.sleep(0.5)

        answer = read_all(connection)

    assert answer.endswith(f"/ {digest(body)}".encode())


def test_readers_that_do_not_read_hold_up_nobody_and_are_cut_off(port: int) -> None:
    with ExitStack() as stack:
        asked = b"GET /?answer=20000000 HTTP/1.1\r\nHost: x\r\n\r\n"
        slow = [stack.enter_context(connect(port, asked)) for _ in range(20)]
        time.sleep(1)

        waits = [page(port) for _ in range(20)]
        assert max(waits) < 2

        time.sleep(22)
        received = [len(read_all(connection)) for connection in slow]
        assert max(received) < 20_000_000


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
