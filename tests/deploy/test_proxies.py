"""nginx and Caddy, with the files of deploy/, in front of the site's web server."""

import hashlib
import http.client
import json
import re
import select
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from config.web_worker import LARGE_BODY
from scripts.install import find_program
from scripts.processes import wait_until
from tests.deploy.proxies import FILES, HOST, Proxy, caddy_command, nginx_command, running_proxy, running_web
from tests.scripts.serving import free_port

pytestmark = [pytest.mark.serves, pytest.mark.timeout(240)]

MIB = 1024 * 1024
MAX_UPLOAD = 50 * MIB  # GAMES_MOST_UPLOAD_BYTES, if nothing else is set


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    port = free_port()
    with running_web(tmp_path_factory.mktemp("web"), port):
        yield port


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxy(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, web: int
) -> Iterator[Proxy]:
    folder = tmp_path_factory.mktemp(request.param)
    with running_proxy(request.param, folder, web=web) as running:
        yield running


@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_the_files_are_valid(name: str, tmp_path: Path) -> None:
    """As an operator would ask, over the files with addresses and folders of this run."""
    proxy = Proxy(name, free_port(), free_port(), tmp_path)
    if name == "nginx":
        check = [*nginx_command(proxy, web=8000), "-t"]
    else:
        program, _run, *options = caddy_command(proxy, web=8000)
        check = [program, "validate", *options]

    done = subprocess.run(check, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert "[emerg]" not in done.stderr


def test_the_caddyfile_is_valid_as_it_is_and_written_as_caddy_writes_it() -> None:
    program = find_program("caddy")
    assert program
    file = FILES / "caddy" / "Caddyfile"
    valid = subprocess.run(
        [program, "validate", "--adapter", "caddyfile", "--config", file], capture_output=True
    )
    formatted = subprocess.run([program, "fmt", file], capture_output=True, text=True)

    assert valid.returncode == 0, valid.stderr
    assert formatted.stdout == file.read_text()


def test_who_comes_by_http_is_sent_to_https(proxy: Proxy) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", proxy.http, timeout=30)
    with closing(connection):
        connection.request("GET", "/games/?page=2", headers={"Host": HOST})
        response = connection.getresponse()

    assert response.status in (301, 308)
    target = str(response.headers["Location"]).replace(f":{proxy.https}", "")
    assert target == f"https://{HOST}/games/?page=2"


def test_the_site_learns_host_address_and_https_and_believes_no_visitor(proxy: Proxy) -> None:
    forged = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http", "X-Request-ID": "chosen-by-me"}

    response, body = proxy.ask("GET", "/seen/x/", headers=forged)
    seen = json.loads(body)

    assert response.status == 200
    assert (seen["host"], seen["address"], seen["is_secure"]) == (HOST, "127.0.0.1", True)
    assert seen["request_id"] not in ("", "chosen-by-me")
    assert response.headers["X-Request-ID"] == seen["request_id"]


def test_a_page_has_the_headers_of_the_site_once(proxy: Proxy) -> None:
    response, body = proxy.ask("GET", "/healthz")

    assert (response.status, json.loads(body)) == (200, {"status": "alive"})
    assert "gunicorn" not in str(response.headers)
    for name in ("Strict-Transport-Security", "X-Content-Type-Options", "Content-Security-Policy"):
        assert len(response.headers.get_all(name) or []) == 1, name


def test_metrics_are_not_public_even_with_the_token(proxy: Proxy) -> None:
    token = {"Authorization": "Bearer a-token-that-nobody-can-guess"}

    assert proxy.ask("GET", "/metrics", headers=token)[0].status == 404


def test_a_large_upload_within_the_limit_gets_through_whole(proxy: Proxy) -> None:
    body = bytes(range(256)) * (20 * MIB // 256)

    response, answer = proxy.ask("POST", "/seen/x/", body=body)
    seen = json.loads(answer)

    assert response.status == 200
    assert (seen["bytes"], seen["sha256"]) == (len(body), hashlib.sha256(body).hexdigest())


def test_an_upload_that_is_too_large_is_refused_before_it_is_there(proxy: Proxy) -> None:
    too_large = 2 * MAX_UPLOAD + LARGE_BODY + 1
    with proxy.connect() as connection:
        connection.sendall(_post(too_large))
        answer, sent = _send_until_answered(connection, most=too_large)

    assert answer.startswith(b"HTTP/1.1 413 "), answer
    assert (b"in parts" in answer, b"Retry-After" in answer) == (True, False)
    assert sent < too_large // 2


def test_many_unfinished_bodies_do_not_stop_the_site_and_are_cut_off(proxy: Proxy, web: int) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(proxy.connect()) for _ in range(150)]
        for connection in slow:
            connection.sendall(_post(MIB) + b"x" * 100)
        assert wait_until(lambda: _connections_to(web) >= 150, seconds=60)

        waits = [_page(proxy) for _ in range(10)]

        assert max(waits) < 5
        assert wait_until(lambda: _connections_to(web) == 0, seconds=60)


def test_no_log_of_a_proxy_has_an_address_with_a_secret(tmp_path: Path, proxy: Proxy) -> None:
    """Also not when nobody answers behind it, which proxies like to write down in full."""
    proxy.ask("GET", "/seen/geheim-4711/")
    folder = tmp_path / "alone"
    folder.mkdir()
    folder.chmod(0o755)
    with running_proxy(proxy.name, folder, web=free_port()) as alone:
        response, body = alone.ask(
            "GET", "/seen/geheim-4711/", headers={"Cookie": "kiebitz_session=geheim-4711"}
        )

    assert (response.status, response.headers["Retry-After"], b"again" in body) == (503, "30", True)
    assert "geheim-4711" not in proxy.logs() + alone.logs()


def test_limits_and_times_are_those_of_the_site() -> None:
    from config import transfers

    nginx = (FILES / "nginx" / "kiebitz.conf").read_text()
    caddy = (FILES / "caddy" / "Caddyfile").read_text()
    largest = (2 * MAX_UPLOAD + LARGE_BODY) // MIB
    head, body = transfers.SECONDS_FOR_HEAD, transfers.BODY_PACE
    answer = transfers.ANSWER_PACE

    assert re.findall(r"client_max_body_size (\S+);", nginx) == [f"{largest}m"]
    assert set(re.findall(r"client_header_timeout (\S+);", nginx)) == {f"{head:.0f}s"}
    assert re.findall(r"client_body_timeout (\S+);", nginx) == [f"{body.patience}s"]
    assert re.findall(r"send_timeout (\S+);", nginx)[0] == f"{answer.patience}s"
    assert re.findall(r"max_size (\S+)", caddy) == [f"{largest}MiB"]
    assert re.findall(r"read_header (\S+)", caddy) == [f"{head:.0f}s"]
    assert re.findall(r"read_body (\d+)m", caddy) == [f"{body.deadline // 60:.0f}"]
    assert re.findall(r"write (\d+)h", caddy) == [f"{answer.deadline // 3600:.0f}"]


def _post(length: int) -> bytes:
    return f"POST /seen/x/ HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: {length}\r\n\r\n".encode()


def _page(proxy: Proxy) -> float:
    started = time.monotonic()
    assert proxy.ask("GET", "/healthz")[0].status == 200
    return time.monotonic() - started


def _send_until_answered(connection: socket.socket, *, most: int) -> tuple[bytes, int]:
    """The answer, and how many bytes of the body were sent until it came."""
    sent = 0
    connection.settimeout(0)
    while sent < most:
        try:
            return connection.recv(MIB), sent
        except ssl.SSLWantReadError:
            pass
        try:
            sent += connection.send(b"x" * 16_384)
        except (ssl.SSLWantWriteError, BlockingIOError):
            select.select([connection], [connection], [], 10)
        except OSError:  # closed; what was said before is still to be read
            connection.settimeout(60)
            return connection.recv(MIB), sent
    return b"", sent


def _connections_to(port: int) -> int:
    """How many are open at the site's web server, as the kernel counts them."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(line[1].endswith(f":{port:04X}") and line[3] == "01" for line in lines)
