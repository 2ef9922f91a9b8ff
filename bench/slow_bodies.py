"""Pages while 200 connections hold unfinished bodies, against the same pages without them.

Both sizes of a site: SQLite with one process as `make run` starts it, and PostgreSQL with Redis and four.
"""

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from bench.empty_view import ROOT, _served
from bench.harness import report
from scripts.serve import SMALL
from scripts.throwaway import ThrowawayServers

SLOW, ASKED, ROUNDS = 200, 60, 3
ADDRESSES = ("/healthz", "/")
BODY = b"POST /account/sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nusername="
# How many times as long as without them. Nobody would notice a page that takes twice as long.
GOAL = 2.0
SECONDS_TO_BE_CUT_OFF = 15.0


@contextmanager
def _unfinished(port: int) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        connections = []
        for _ in range(SLOW):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
            connection.sendall(BODY)
            connections.append(connection)
        yield connections


def _times(port: int, address: str) -> list[float]:
    """Each on a connection of its own, as a visitor comes."""
    times = []
    for _ in range(ASKED):
        started = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", address)
        response = connection.getresponse()
        response.read()
        connection.close()
        if response.status != 200:
            raise SystemExit(f"{address} answers {response.status}")
        times.append(time.perf_counter() - started)
    return sorted(times)


def _measure(port: int, name: str) -> None:
    ratios: dict[str, list[float]] = {address: [] for address in ADDRESSES}
    slowest = dict.fromkeys(ADDRESSES, 0.0)
    for _ in range(ROUNDS):
        without = {address: _times(port, address) for address in ADDRESSES}
        with _unfinished(port) as connections:
            started = time.perf_counter()
            for address in ADDRESSES:
                times = _times(port, address)
                slowest[address] = max(slowest[address], times[-1])
                ratios[address].append(median(times) / median(without[address]))
            answers = {connection.recv(1000)[:12] for connection in connections}
            lasted = time.perf_counter() - started
        if answers != {b"HTTP/1.1 408"} or lasted > SECONDS_TO_BE_CUT_OFF:
            raise SystemExit(f"the slow ones got {answers} after {lasted:.0f} seconds")
    for address in ADDRESSES:
        print(
            f"{name}: {address} took at most {slowest[address] * 1000:.0f} ms beside {SLOW} unfinished bodies"
        )
        report(f"{address} beside unfinished bodies, {name}", median(ratios[address]), GOAL, "lower")


def _site(name: str, environment: dict[str, str]) -> None:
    prepare = [sys.executable, "manage.py", "prepare"]
    subprocess.run(prepare, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    with _served("config.wsgi", environment) as port:
        _measure(port, name)


def main() -> None:
    servers = ThrowawayServers(postgres=True)
    assert servers.postgres is not None
    with tempfile.TemporaryDirectory() as var:
        environment = os.environ | {
            "SECRET_KEY": "bench" * 12, "ALLOWED_HOSTS": "127.0.0.1", "HTTPS": "0", "DEBUG": "0", "VAR_DIR": var,
            "LOG_LEVEL": "WARNING", "REDIS_URL": servers.redis.url, "DJANGO_SETTINGS_MODULE": "config.settings",
        }  # fmt: skip
        try:
            _site(
                "embedded", environment | SMALL | {"DATABASE_URL": f"sqlite:///{Path(var) / 'bench.sqlite3'}"}
            )
            _site("server", environment | {"DATABASE_URL": servers.postgres.url, "WEB_PROCESSES": "4"})
        finally:
            servers.close()


if __name__ == "__main__":
    main()
