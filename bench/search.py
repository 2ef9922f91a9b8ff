"""The search page among 10,000 people against an empty view of the same server: how many times as long it takes."""

import http.client
import os
import subprocess
import sys
import tempfile
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from urllib.parse import quote

from bench.empty_view import ROOT, _served
from bench.harness import report, seconds, side_by_side
from scripts.throwaway import ThrowawayServers

PEOPLE, CLUBS = 10_000, 200
REQUESTS = 60
GOAL = 10.0
# What people type: beginnings of names, whole names in any order, something nobody is called.
TEXTS = ("mul", "anna", "muller jur", "Łukasz", "s", "lapwing", "Brandt, Agnes", "xyzzy")

PATHS = [f"/search/?q={quote(text)}" for text in TEXTS]

GIVEN = (
    "Jürgen",
    "Anna",
    "Łukasz",
    "Agnes",
    "Siobhán",
    "Étienne",
    "Giulia",
    "Haruka",
    "Kwabena",
    "Zeynep",
    "Ute",
    "Jan",
    "Olga",
    "Mia",
    "Ada",
    "Tomasz",
)
SYLLABLES = (
    "mül",
    "ler",
    "brandt",
    "zorn",
    "pijl",
    "hal",
    "vor",
    "sen",
    "fer",
    "ra",
    "rese",
    "vau",
    "que",
    "lin",
    "ask",
    "wit",
    "ten",
    "berg",
    "stein",
    "nov",
    "ak",
)


def populate() -> None:
    """Run in a process of its own, with the site's settings: names made of syllables, members of clubs."""
    import django

    django.setup()
    from django.core.management import call_command

    from core.db.folding import comparison_key, sort_key
    from players.models import Club, Membership, Person
    from players.names import sort_name

    call_command("migrate", verbosity=0)
    random = Random(10_000)
    clubs = Club.objects.bulk_create(
        Club(name=f"Lapwing {number} {random.choice(SYLLABLES)}", slug=f"club-{number}")
        for number in range(CLUBS)
    )
    names = [
        f"{random.choice(GIVEN)} {''.join(random.choices(SYLLABLES, k=random.randint(2, 3))).title()}"
        for _ in range(PEOPLE)
    ]
    people = Person.objects.bulk_create(
        (
            Person(
                name=name, sort_name=sort_name(name), sort_key=sort_key(sort_name(name)),
                comparison_key=comparison_key(name), country="DE", listed=random.random() < 0.8,
            )
            for name in names
        ),
        batch_size=1000,
    )  # fmt: skip
    Membership.objects.bulk_create(
        (Membership(person=person, club=random.choice(clubs)) for person in people), batch_size=1000
    )


def time_a_request(port: int, paths: list[str]) -> float:
    """The median of requests one after the other over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        following = cycle(paths)
        return median(seconds(lambda: _get(connection, next(following))) for _ in range(REQUESTS))
    finally:
        connection.close()


def _get(connection: http.client.HTTPConnection, path: str) -> None:
    connection.request("GET", path)
    response = connection.getresponse()
    response.read()
    if response.status != 200:
        raise SystemExit(f"{path} answers {response.status}")


def main() -> None:
    servers = ThrowawayServers(postgres=True)
    assert servers.postgres is not None
    try:
        for name, database in (("SQLite", ""), ("PostgreSQL", servers.postgres.url)):
            with tempfile.TemporaryDirectory() as var:
                environment = os.environ | {
                    "SECRET_KEY": "bench" * 12, "ALLOWED_HOSTS": "127.0.0.1", "HTTPS": "0", "DEBUG": "0",
                    "VAR_DIR": var, "LOG_LEVEL": "WARNING", "REDIS_URL": servers.redis.url,
                    "DATABASE_URL": database or f"sqlite:///{var}/bench.sqlite3",
                    "DJANGO_SETTINGS_MODULE": "config.settings",
                }  # fmt: skip
                subprocess.run(
                    [sys.executable, "-m", "bench.search", "populate"], cwd=ROOT, env=environment, check=True
                )
                subprocess.run(
                    [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0", "-i", "django_htmx"],
                    cwd=ROOT, env=environment, check=True,
                )  # fmt: skip
                (Path(var) / "static").mkdir(exist_ok=True)
                with _served("config.wsgi", environment) as port:
                    search, empty = side_by_side(
                        lambda port=port: time_a_request(port, PATHS),
                        lambda port=port: time_a_request(port, ["/healthz"]),
                    )
            print(f"{name}: search page {search * 1000:.1f} ms, empty view {empty * 1000:.1f} ms")
            report(f"search page against an empty view, {name}", search / empty, GOAL, "lower")
    finally:
        servers.close()


if __name__ == "__main__":
    populate() if "populate" in sys.argv else main()
