"""A backlog: thousands of uploads of one record each that came while no worker ran, beside one upload of the same.

    python -m bench.backlog [--records N] [--rounds N]

On SQLite, as in the club room, with a real worker of two processes: what the database does is done by them. What each
side takes is the processor time of the worker with all of its processes, from the first record waiting to the last game
adjudicated. While the uploads wait, sweeps are sent and done again and again; the messages in the queues are counted.
While they are being done, a round of 100 players is ordered and paired, and so it is on the idle site before and after.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from bench.harness import report

if TYPE_CHECKING:
    from players.models import User
    from tournaments.models import Section

ROOT = Path(__file__).resolve().parent.parent
RECORDS, PAIRED_ROUNDS, PLAYERS, PLAYED = 5000, 7, 100, 3
SENDERS = 50
SWEEPS = 50
SEED = 2026


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=RECORDS)
    parser.add_argument("--rounds", type=int, default=PAIRED_ROUNDS, help="how often a round is paired")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="kiebitz-bench-") as directory,
        _site(Path(directory)) as database,
    ):
        _measure(database, options.records, options.rounds)


def _measure(database: Path, records: int, rounds: int) -> None:
    from engine.random_games import random_games
    from engine.record import write

    texts = [write(record) for record in random_games(records, seed=SEED)]
    actor, section, senders = _tournament()
    begun = database.with_name("begun.sqlite3")
    _copy(database, begun)

    with _worker() as worker:
        idle = [_seconds_to_pair(actor, section) for _ in range(rounds)]
        before = _cpu_seconds(worker.pid)
        _submit(senders[0], "\n".join(texts))
        _wait_until_done(records)
        together = _cpu_seconds(worker.pid) - before
    _copy(begun, database)

    for number, text in enumerate(texts):
        _submit(senders[number % SENDERS], text)
    messages = _sweep_again_and_again()
    with _worker() as worker:
        before = _cpu_seconds(worker.pid)
        busy = [_seconds_to_pair(actor, section) for _ in range(rounds)]
        waited = _count_waiting()
        _wait_until_done(records)
        apart = _cpu_seconds(worker.pid) - before
        # Before and after, for the machine may be busier by now.
        idle += [_seconds_to_pair(actor, section) for _ in range(rounds)]

    _say(f"{records} records in one upload: {together:.1f} s of processor time, alone: {apart:.1f} s")
    _say(f"{messages} messages for {records} uploads after {SWEEPS} sweeps")
    _say(f"a round of {PLAYERS}, idle: {_spread(idle)}; with {waited} and more jobs waiting: {_spread(busy)}")
    report("backlog-messages-beside-items", messages / records, 1.05, "lower")
    report("backlog-single-uploads-beside-one", apart / together, 2.0, "lower")
    report("backlog-pairing-beside-idle", median(busy) / median(idle), 3.0, "lower")
    report("backlog-slowest-pairing-beside-idle", max(busy) / median(idle), 3.0, "lower")


def _say(line: str) -> None:
    print(f"# {line}", file=sys.stderr, flush=True)


def _spread(seconds: list[float]) -> str:
    return f"{median(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f})"


@contextmanager
def _site(directory: Path) -> Iterator[Path]:
    """A Django on an SQLite database and a Redis of its own; the path of the database."""
    from scripts.throwaway import ThrowawayServers

    servers = ThrowawayServers(postgres=False, keeps_on_disk=False)
    database = directory / "kiebitz.sqlite3"
    try:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": "for-measuring-only-and-long-enough-to-be-taken-for-a-real-one-0123",
            "ALLOWED_HOSTS": "localhost",
            "HTTPS": "0",
            "VAR_DIR": str(directory / "var"),
            "DATABASE_URL": f"sqlite:///{database}",
            "REDIS_URL": servers.redis.url,
            "GAMES_UPLOADS_PER_HOUR": "1000000",
            "LOG_LEVEL": "WARNING",
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield database
        from django.db import connections

        connections.close_all()
    finally:
        servers.close()


def _copy(source: Path, target: Path) -> None:
    """Nobody else uses the database at the moment."""
    from django.db import connection

    connection.close()
    for suffix in ("-wal", "-shm"):
        target.with_name(target.name + suffix).unlink(missing_ok=True)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    shutil.copyfile(source, target)


def _tournament() -> tuple[User, Section, list[User]]:
    """An administrator, a section with three rounds played, and those who send records in."""
    from datetime import date

    from bench.load.day import _play
    from core.db.folding import comparison_key, sort_key
    from players.models import Club, Person, User
    from players.names import sort_name
    from tournaments.models import Entry, Event, EventState, Section

    club = Club.objects.create(name="Bench", slug="bench")
    today = date(2026, 5, 2)
    event = Event.objects.create(
        club=club, name="Open", game="barragoon", state=EventState.RUNNING, starts_on=today, ends_on=today
    )
    section = Section.objects.create(
        event=event, name="Main", planned_rounds=9, tie_breaks="BH-C1,BH,SB,DE,WIN,PS"
    )
    names = [f"Player Number{number:03}" for number in range(1, PLAYERS + 1)]
    people = Person.objects.bulk_create(
        Person(
            name=name, sort_name=sort_name(name), sort_key=sort_key(sort_name(name)),
            comparison_key=comparison_key(name), listed=True,
        )
        for name in names
    )  # fmt: skip
    Entry.objects.bulk_create(
        Entry(section=section, person=person, starting_rank=rank, rating=2400 - 5 * rank)
        for rank, person in enumerate(people, start=1)
    )
    random = Random(4)
    for number in range(1, PLAYED + 1):
        _play(section, number, random)
    actor, *senders = User.objects.bulk_create(
        User(email=f"sender{number}@example.org", display_name=f"Sender {number}", password="!")
        for number in range(SENDERS + 1)
    )
    return actor, section, senders


def _seconds_to_pair(actor: User, section: Section) -> float:
    """From the order to the paired round; the round is deleted again."""
    from tournaments.models import Round, RoundState
    from tournaments.rounds.services.order import delete_draft, order_round

    started = time.perf_counter()
    ordered = order_round(actor=actor, section=section, number=PLAYED + 1, despite_warning=True)
    while not Round.objects.filter(pk=ordered.pk, state=RoundState.PAIRED).exists():
        time.sleep(0.02)
        if time.perf_counter() - started > 600:
            raise SystemExit("bench: the round is not paired")
    seconds = time.perf_counter() - started
    delete_draft(actor=actor, round=ordered, seen=None)
    return seconds


def _submit(account: User, text: str) -> None:
    from games.models import SourceKind
    from games.submissions.services.uploads import submit_text

    submit_text(account=account, text=text, source=SourceKind.API)


def _sweep_again_and_again() -> int:
    """As a scheduler and workers do it that come and go; how many messages are in the queues then."""
    from jobs import metrics, tasks

    for _ in range(SWEEPS):
        tasks.sweep.apply_async(expires=15, queue="pairing")
        tasks.sweep()
    return sum(metrics.queue_lengths().values())


def _count_waiting() -> int:
    from jobs.kinds import JOB_KINDS

    return sum(kind.model._default_manager.filter(state="waiting").count() for kind in JOB_KINDS)


def _wait_until_done(records: int) -> None:
    from games.models import AdjudicationOrder, Game

    adjudicated = Game.objects.exclude(adjudicated_with="")
    deadline = time.monotonic() + 3600
    while adjudicated.count() < records or AdjudicationOrder.objects.filter(state="waiting").exists():
        if time.monotonic() > deadline:
            raise SystemExit("bench: the work is not done")
        time.sleep(0.5)
    assert Game.objects.count() == records, "some games were not accepted"


@contextmanager
def _worker() -> Iterator[subprocess.Popen[bytes]]:
    """As `make run` starts it, ready for work, and gone afterwards."""
    from core.monitoring.heartbeats import load_workers

    command = ["-m", "celery", "-A", "config", "worker", "-c", "2", "--without-gossip", "--without-mingle"]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [sys.executable, *command, "-l", "WARNING"],
            cwd=ROOT,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            for _ in range(1200):
                if any(sign.node.endswith(f":{process.pid}") for sign in load_workers()):
                    break
                time.sleep(0.1)
            else:
                raise SystemExit("bench: the worker does not start")
            yield process
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _cpu_seconds(pid: int) -> float:
    """Of a process and those that it has started, also of those that have ended."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(map(_own_cpu_seconds, [pid, *map(int, children)]))


def _own_cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
