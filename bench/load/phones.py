"""A tournament day: 200 phones follow pairings and standings while 50 players report their results.

Production settings, PostgreSQL, Redis, gunicorn, over the loopback. Each phone has opened both pages before; it asks
as often as the pages do by themselves, and sends back the tag of what it has. Run by `bench.tournament`.
"""

import http.client
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from statistics import median

from bench.empty_view import ROOT, _served
from bench.harness import report
from bench.load.day import Day
from scripts.throwaway import ThrowawayServers

EVERY, LASTS = 10.0, 40.0  # seconds; the first is what the pages have in data-follow-seconds
GOAL = 25.0


class Phone:
    """One signed-in player: follows two pages, and perhaps reports a result on a third."""

    def __init__(self, port: int, session: str, pages: dict[str, str]) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._cookies = {"kiebitz_session": session}
        self._tags: dict[str, str] = {}
        self._pages = pages  # by the elements that follow them
        self.answers = Counter[int]()
        self.times: list[float] = []

    def open_pages(self) -> None:
        for page in self._pages.values():
            self._get(page)
        self.close()
        self.answers.clear()
        self.times.clear()

    def follow(self, *, starts_in: float, until: float) -> None:
        time.sleep(starts_in)
        while time.monotonic() < until:
            for element, page in self._pages.items():
                self._get(page, {"HX-Request": "true", "HX-Target": element, "Accept-Language": "en"})
            self.close()  # the server keeps a connection for less time than passes until the next round of questions
            time.sleep(EVERY)

    def report(self, page: str, result: str, *, starts_in: float) -> None:
        time.sleep(starts_in)
        body = self._get(page)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', body)
        if token is None:
            raise SystemExit(f"no form on {page}")
        form = f"csrfmiddlewaretoken={token[1]}&result={result.replace('/', '%2F')}"
        self._ask("POST", page, form, {"Content-Type": "application/x-www-form-urlencoded"})

    def close(self) -> None:
        self._connection.close()

    def _get(self, page: str, headers: dict[str, str] | None = None) -> str:
        """As static/js/following.js asks: with the tag of what it has of that element, and without saying who asks."""
        headers = headers or {}
        tag = self._tags.get(page) if headers else None
        return self._ask("GET", page, None, headers | ({"If-None-Match": tag} if tag else {}))

    def _ask(self, method: str, page: str, body: str | None, headers: dict[str, str]) -> str:
        if "HX-Target" not in headers:
            headers = headers | {
                "Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())
            }
        started = time.perf_counter()
        self._connection.request(method, page, body, headers)
        response = self._connection.getresponse()
        text = response.read().decode()
        self.times.append(time.perf_counter() - started)
        self.answers[response.status] += 1
        if "HX-Target" in headers and (tag := response.getheader("ETag")):
            self._tags[page] = tag
        for cookie in response.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            self._cookies[name] = value
        return text


def empty_view(port: int) -> float:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    times = []
    for _ in range(200):
        started = time.perf_counter()
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        times.append(time.perf_counter() - started)
    connection.close()
    return median(times)


def play(port: int, day: Day) -> list[Phone]:
    """All phones at once, each from a moment of its own; those who report do so somewhere in the middle."""
    random = Random(200)
    phones = [Phone(port, session, day.pages) for session in day.sessions]
    with ThreadPoolExecutor(8) as some_at_a_time:
        for _ in some_at_a_time.map(Phone.open_pages, phones):
            pass
    until = time.monotonic() + LASTS
    threads = [
        threading.Thread(target=phone.follow, kwargs={"starts_in": random.uniform(0, EVERY), "until": until})
        for phone in phones
    ]
    reporters = [Phone(port, each.session, {}) for each in day.reports]
    threads += [
        threading.Thread(
            target=phone.report,
            args=(each.page, each.result),
            kwargs={"starts_in": random.uniform(5, LASTS - 10)},
        )
        for phone, each in zip(reporters, day.reports, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for phone in phones + reporters:
        phone.close()
    return phones + reporters


def main() -> None:
    servers = ThrowawayServers(postgres=True)
    if servers.postgres is None:
        raise SystemExit("PostgreSQL did not start")
    try:
        with tempfile.TemporaryDirectory() as var:
            environment = os.environ | {
                "SECRET_KEY": "bench" * 12, "ALLOWED_HOSTS": "127.0.0.1", "HTTPS": "0", "DEBUG": "0", "VAR_DIR": var,
                "LOG_LEVEL": "WARNING", "REDIS_URL": servers.redis.url, "DATABASE_URL": servers.postgres.url,
                "DJANGO_SETTINGS_MODULE": "config.settings",
            }  # fmt: skip
            file = Path(var) / "day.json"
            _run(["-m", "bench.load.day", "prepare", str(file)], environment)
            _run(["manage.py", "collectstatic", "--noinput", "-v0", "-i", "django_htmx"], environment)
            day = Day.read(file)
            with _served("config.wsgi", environment) as port:
                empty = empty_view(port)
                phones = play(port, day)
            lost = json.loads(_run(["-m", "bench.load.day", "count", str(file)], environment))
    finally:
        servers.close()
    answers = sum((phone.answers for phone in phones), Counter[int]())
    times = sorted(moment for phone in phones for moment in phone.times)
    p99 = times[math.ceil(0.99 * len(times)) - 1]
    print(f"{len(times)} requests, answers {dict(answers)}, empty view {empty * 1000:.1f} ms")
    print(f"median {median(times) * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, worst {times[-1] * 1000:.1f} ms")
    report("tournament day, p99 against an empty view", p99 / empty, GOAL, "lower")
    errors = sum(count for status, count in answers.items() if status not in (200, 302, 304))
    report("tournament day, answers that are errors", errors, 0, "lower")
    report("tournament day, reports lost", lost["reports"], 0, "lower")
    report("tournament day, results lost", lost["results"], 0, "lower")


def _run(arguments: list[str], environment: dict[str, str]) -> str:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


if __name__ == "__main__":
    main()
