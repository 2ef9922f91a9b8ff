"""An empty view through the whole stack against a bare WSGI function under the same server: requests a second."""

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.harness import report, side_by_side
from scripts.processes import wait_until
from scripts.throwaway import ThrowawayServers

ROOT = Path(__file__).resolve().parent.parent
SECONDS, CLIENTS = 2.0, 4
# All middleware, sessions, security headers and logging; the share of a bare function's speed that is left.
GOAL = 0.2


def bare_application(environ: dict[str, object], start_response: object) -> list[bytes]:
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", "19")])  # type: ignore[operator]
    return [b'{"status": "alive"}']


@contextmanager
def _served(application: str, environment: dict[str, str]) -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [str(Path(sys.executable).parent / "gunicorn"), "--config", "python:config.gunicorn"]
    server = subprocess.Popen(
        [*command, "--bind", f"127.0.0.1:{port}", application],
        cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        if not wait_until(lambda: _answers(port), seconds=30):
            raise SystemExit(f"{application} does not answer")
        yield port
    finally:
        server.terminate()
        server.wait(20)


def _answers(port: int) -> bool:
    try:
        return _requests_per_second(port, seconds=0.05, clients=1) > 0
    except OSError:
        return False


def _requests_per_second(port: int, *, seconds: float = SECONDS, clients: int = CLIENTS) -> float:
    counts = [0] * clients
    failures: list[OSError] = []
    end = time.perf_counter() + seconds

    def ask(number: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            while time.perf_counter() < end:
                connection.request("GET", "/healthz")
                response = connection.getresponse()
                response.read()
                if response.status != 200:
                    raise OSError(f"status {response.status}")
                counts[number] += 1
        except OSError as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return sum(counts) / seconds


def main() -> None:
    servers = ThrowawayServers(postgres=False)
    with tempfile.TemporaryDirectory() as var:
        (Path(var) / "static").mkdir()
        environment = os.environ | {
            "SECRET_KEY": "bench" * 12, "ALLOWED_HOSTS": "127.0.0.1", "HTTPS": "0", "DEBUG": "0", "VAR_DIR": var,
            "LOG_LEVEL": "WARNING", "REDIS_URL": servers.redis.url, "DJANGO_SETTINGS_MODULE": "config.settings",
        }  # fmt: skip
        try:
            with (
                _served("config.wsgi", environment) as site,
                _served("bench.empty_view:bare_application", environment) as bare,
            ):
                ours, peer = side_by_side(
                    lambda: _requests_per_second(site), lambda: _requests_per_second(bare)
                )
        finally:
            servers.close()
    print(f"whole stack {ours:.0f}/s, bare function {peer:.0f}/s")
    report("empty view against a bare WSGI function", ours / peer, GOAL, "higher")


if __name__ == "__main__":
    main()
