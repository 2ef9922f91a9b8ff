"""Recording and following: what a step costs, and 100 live boards with 2,000 followers while they are played.

Production settings, PostgreSQL, Redis, gunicorn, over the loopback. Followers ask as the pages do: every five seconds
for the wall or every three for one board, with the tag of the last answer.
"""

import http.client
import json
import math
import os
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from pathlib import Path
from random import Random
from statistics import median
from uuid import uuid4

from bench.empty_view import _served
from bench.harness import report
from bench.load.phones import _run, empty_view
from bench.load.recording import PLIES, ROUND, LiveEvent, read
from scripts.throwaway import ThrowawayServers

FOLLOWERS, CLIENTS, LASTS = 2000, 40, 40.0
PAUSE_OF_WALL, PAUSE_OF_BOARD = 5.0, 3.0
STEPS = 200
GOAL_OF_POLL, GOAL_OF_STEP = 25.0, 3.0


@dataclass
class Outcome:
    """What happened to many requests."""

    times: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    size: int = 0


class Recorder:
    """A device that sends the next step of each draft in turn."""

    def __init__(self, port: int, event: LiveEvent) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        token = "a" * 32
        self.headers = {
            "Cookie": f"kiebitz_session={event.session}; kiebitz_csrf={token}; csrftoken={token}",
            "X-CSRFToken": token,
            "Content-Type": "application/json",
        }
        self.drafts = [[address, key, PLIES] for address, key in event.drafts]
        self.turn = 0
        self.outcome = Outcome()

    def send(self) -> None:
        draft = self.drafts[self.turn % len(self.drafts)]
        self.turn += 1
        address, parent, number = draft
        key = str(uuid4())
        step = {
            "key": key, "parent": parent, "number": number + 1, "kind": "ply", "text": ROUND[number % 4],
            "made": "2026-11-18T12:00:00Z",
        }  # fmt: skip
        started = time.perf_counter()
        self.connection.request(
            "POST", f"{address}?after=999999999", json.dumps({"steps": [step]}), self.headers
        )
        answer = self.connection.getresponse()
        answer.read()
        self.outcome.times.append(time.perf_counter() - started)
        self.outcome.answers[answer.status] += 1
        draft[1:] = [key, number + 1]


def follow(port: int, event: LiveEvent, number: int, until: float, outcome: Outcome) -> None:
    """So many followers of one client, each at moments of its own."""
    random = Random(number)
    waiting = []
    for follower in range(FOLLOWERS // CLIENTS):
        on_wall = follower % 2 == 0
        address = event.wall if on_wall else random.choice(event.boards)
        pause = PAUSE_OF_WALL if on_wall else PAUSE_OF_BOARD
        waiting.append((time.monotonic() + random.uniform(0, pause), follower, address, pause, ""))
    heapify(waiting)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    while waiting and waiting[0][0] < until:
        due, follower, address, pause, tag = heappop(waiting)
        time.sleep(max(0.0, due - time.monotonic()))
        started = time.perf_counter()
        connection.request("GET", f"{address}?since={tag}", headers={"Accept-Language": "en"})
        answer = connection.getresponse()
        body = answer.read()
        # The first question of each is for everything; what counts are the polls after it.
        if tag:
            outcome.times.append(time.perf_counter() - started)
            outcome.size += len(body)
        outcome.answers[answer.status] += 1
        if answer.status == 200:
            tag = json.loads(body)["tag"]
        heappush(waiting, (time.monotonic() + pause, follower, address, pause, tag))
    connection.close()


def measure(port: int, event: LiveEvent) -> None:
    recorder = Recorder(port, event)
    for _ in range(STEPS):
        recorder.send()
    empty = empty_view(port)
    step = median(recorder.outcome.times)
    print(f"empty view {empty * 1000:.1f} ms, a step {step * 1000:.1f} ms, load {os.getloadavg()[0]:.1f}")
    report("recorder, a stored step against an empty view", step / empty, GOAL_OF_STEP, "lower")
    outcomes = [Outcome() for _ in range(CLIENTS)]
    until = time.monotonic() + LASTS
    threads = [
        threading.Thread(target=follow, args=(port, event, number, until, outcome))
        for number, outcome in enumerate(outcomes)
    ]
    for thread in threads:
        thread.start()
    while time.monotonic() < until:
        recorder.send()
        time.sleep(0.1)
    for thread in threads:
        thread.join()
    times = sorted(moment for outcome in outcomes for moment in outcome.times)
    answers = sum((outcome.answers for outcome in outcomes), recorder.outcome.answers)
    p99 = times[math.ceil(0.99 * len(times)) - 1]
    size = sum(outcome.size for outcome in outcomes) / len(times)
    print(f"{len(times)} polls of {FOLLOWERS} followers in {LASTS:.0f} s, answers {dict(answers)}")
    print(f"median {median(times) * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, {size:.0f} bytes each")
    report("live boards, p99 of a poll against an empty view", p99 / empty, GOAL_OF_POLL, "lower")
    errors = sum(count for status, count in answers.items() if status not in (200, 204))
    report("live boards, answers that are errors", errors, 0, "lower")


def main() -> None:
    servers = ThrowawayServers(postgres=True)
    if servers.postgres is None:
        raise SystemExit("PostgreSQL did not start")
    try:
        with tempfile.TemporaryDirectory() as var:
            environment = os.environ | {
                "SECRET_KEY": "bench" * 12, "ALLOWED_HOSTS": "127.0.0.1", "HTTPS": "0", "DEBUG": "0", "VAR_DIR": var,
                "LOG_LEVEL": "WARNING", "REDIS_URL": servers.redis.url, "DATABASE_URL": servers.postgres.url,
                "DJANGO_SETTINGS_MODULE": "config.settings", "RECORDING_REQUESTS_PER_HOUR": "100000",
            }  # fmt: skip
            file = Path(var) / "event.json"
            _run(["-m", "bench.load.recording", str(file)], environment)
            _run(["manage.py", "collectstatic", "--noinput", "-v0", "-i", "django_htmx"], environment)
            with _served("config.wsgi", environment) as port:
                measure(port, read(file))
    finally:
        servers.close()


if __name__ == "__main__":
    main()
