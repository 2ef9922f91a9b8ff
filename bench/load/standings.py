"""Standings of 500 players after nine rounds with six tie-breaks against an empty view of the same server.

Measured twice: as they are asked for on a tournament day, kept from one change of the event to the next, and the first
time after a change, when they are computed and drawn anew.
"""

import http.client
import os
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path
from random import Random
from statistics import median
from urllib.parse import urlsplit

from bench.empty_view import ROOT, _served
from bench.harness import report, seconds, side_by_side
from bench.search import GIVEN, SYLLABLES
from scripts.throwaway import ThrowawayServers

PLAYERS, ROUNDS = 500, 9
TIE_BREAKS = "BH-C1,BH,SB,PS,DE,ARO"
REQUESTS, FRESH_REQUESTS = 40, 5
GOAL = 10.0
PATH = Path("standings-path")


def populate(file: Path) -> None:
    """Run in a process of its own, with the site's settings. In each round, neighbours in the table meet."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.urls import reverse

    from core.db.folding import comparison_key, sort_key
    from players.models import Club, Person
    from players.names import sort_name
    from tournaments.models import Entry, Event, EventState, Pairing, ResultOrigin, Round, RoundState, Section

    call_command("migrate", verbosity=0)
    random = Random(500)
    event = Event.objects.create(
        club=Club.objects.create(name="Bench", slug="bench"), name="Large Open", game="barragoon",
        state=EventState.RUNNING, starts_on=date(2026, 5, 1), ends_on=date(2026, 5, 9),
    )  # fmt: skip
    section = Section.objects.create(event=event, name="Open", planned_rounds=ROUNDS, tie_breaks=TIE_BREAKS)
    names = [
        f"{random.choice(GIVEN)} {''.join(random.choices(SYLLABLES, k=2)).title()} {number}"
        for number in range(PLAYERS)
    ]
    people = Person.objects.bulk_create(
        Person(
            name=name, sort_name=sort_name(name), sort_key=sort_key(sort_name(name)),
            comparison_key=comparison_key(name), listed=True,
        )
        for name in names
    )  # fmt: skip
    entries = Entry.objects.bulk_create(
        Entry(
            section=section,
            person=person,
            rating=2400 - 2 * rank,
            starting_rank=rank,
            club_name=f"Club {rank % 30}",
        )
        for rank, person in enumerate(people, start=1)
    )
    points = dict.fromkeys(range(PLAYERS), 0)
    for number in range(1, ROUNDS + 1):
        played = Round.objects.create(section=section, number=number, state=RoundState.CLOSED)
        order = sorted(points, key=lambda each: (-points[each], random.random()))
        pairings = []
        for board, (one, other) in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
            result = random.choices(("1-0", "1/2-1/2", "0-1"), (5, 3, 4))[0]
            points[one] += {"1-0": 2, "1/2-1/2": 1, "0-1": 0}[result]
            points[other] += {"1-0": 0, "1/2-1/2": 1, "0-1": 2}[result]
            pairings.append(
                Pairing(
                    round=played, board=board, first=entries[one], second=entries[other], result=result,
                    origin=ResultOrigin.ARBITER,
                )
            )  # fmt: skip
        Pairing.objects.bulk_create(pairings)
    file.write_text(reverse("standings", args=[event.pk, section.pk]))


def change() -> None:
    """Count a change of the event up, as every service does."""
    import django

    django.setup()
    from django.db import transaction

    from tournaments.locking import lock_event
    from tournaments.models import Event

    with transaction.atomic():
        lock_event(Event.objects.get())


def time_requests(port: int, path: str, requests: int = REQUESTS) -> float:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        _get(connection, path)
        return median(seconds(lambda: _get(connection, path)) for _ in range(requests))
    finally:
        connection.close()


def time_fresh_requests(port: int, path: str, environment: dict[str, str]) -> float:
    """The first request after a change, again and again."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    taken = []
    for _ in range(FRESH_REQUESTS):
        _run(["-m", "bench.load.standings", "change"], environment)
        connection.connect()
        _get(connection, "/healthz")
        taken.append(seconds(lambda: _get(connection, path)))
        connection.close()
    return median(taken)


def _get(connection: http.client.HTTPConnection, path: str) -> None:
    connection.request("GET", path)
    response = connection.getresponse()
    content = response.read()
    if response.status != 200 or (path.endswith("standings/") and content.count(b"<tr") < PLAYERS):
        raise SystemExit(f"{urlsplit(path).path} answers {response.status} with {len(content)} bytes")


def _run(arguments: list[str], environment: dict[str, str]) -> None:
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=True)


def main() -> None:
    servers = ThrowawayServers(postgres=True)
    assert servers.postgres is not None
    try:
        with tempfile.TemporaryDirectory() as var:
            environment = os.environ | {
                "SECRET_KEY": "bench" * 12, "ALLOWED_HOSTS": "127.0.0.1", "HTTPS": "0", "DEBUG": "0",
                "VAR_DIR": var, "LOG_LEVEL": "WARNING", "REDIS_URL": servers.redis.url,
                "DATABASE_URL": servers.postgres.url, "DJANGO_SETTINGS_MODULE": "config.settings",
            }  # fmt: skip
            file = Path(var) / PATH
            _run(["-m", "bench.load.standings", "populate", str(file)], environment)
            _run(["manage.py", "collectstatic", "--noinput", "-v0", "-i", "django_htmx"], environment)
            path = file.read_text()
            with _served("config.wsgi", environment) as port:
                kept, empty = side_by_side(
                    lambda: time_requests(port, path), lambda: time_requests(port, "/healthz")
                )
                fresh = time_fresh_requests(port, path, environment)
        print(
            f"standings {kept * 1000:.1f} ms, anew after a change {fresh * 1000:.1f} ms, "
            f"empty view {empty * 1000:.1f} ms"
        )
        report("standings of 500 players against an empty view", kept / empty, GOAL, "lower")
        report("the same, first time after a change", fresh / empty, 100.0, "lower")
    finally:
        servers.close()


if __name__ == "__main__":
    if "populate" in sys.argv:
        populate(Path(sys.argv[-1]))
    elif "change" in sys.argv:
        change()
    else:
        main()
