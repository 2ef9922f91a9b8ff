"""Measures the archive beside the engine alone, on PostgreSQL: importing many games, two workers, memory.

    python -m bench.archive [--games N] [--rounds N]

The games are made from a seed. The peer is the engine that validates the same file, in as many processes as there are
workers. Both sides alternate; what one round says is compared within the round, for a machine that is shared has
slow minutes and quick ones, and the median of the rounds counts. An import lasts from the upload's storing to the last
record's fate; what the referee then adjudicates is not waited for.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
GAMES = 5000
ROUNDS = 5
SEED = 2026

ENGINE_ALONE = """
import sys
from engine.record import read
with open(sys.argv[1], encoding="utf-8", errors="surrogateescape") as stream:
    print(sum(record.ok for record in read(stream)))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kiebitz-bench-") as directory, _site(Path(directory)):
        _measure(Path(directory), options.games, options.rounds)


def _measure(directory: Path, games: int, rounds: int) -> None:
    from bench.harness import report

    file, halves = _files(directory, games)
    engine = {1: [file], 2: halves}
    times: dict[tuple[str, int], list[float]] = {}
    growth: list[float] = []
    for _ in range(rounds):
        for workers in (1, 2):
            times.setdefault(("engine", workers), []).append(_validate(engine[workers], games))
            seconds, grown = _import(file, games, workers)
            times.setdefault(("import", workers), []).append(seconds)
            growth.append(grown)
    typical = {what: median(found) for what, found in times.items()}
    for (what, workers), seconds in sorted(typical.items()):
        rate = games / seconds
        print(f"# {what}, {workers} at work: {seconds:.2f} s, {rate:,.0f} games a second", file=sys.stderr)
    for workers in (1, 2):
        ratio = _compared(times["engine", workers], times["import", workers])
        report(f"import-beside-engine-{workers}-workers", ratio, 0.5, "higher")
    report("import-two-workers-beside-one", _compared(times["import", 1], times["import", 2]), 1.7, "higher")
    report("import-worker-memory-growth", median(growth), 1.1, "lower")


def _compared(ones: list[float], others: list[float]) -> float:
    """How the times of two sides typically stand to each other within a round."""
    return median(one / other for one, other in zip(ones, others, strict=True))


@contextmanager
def _site(directory: Path) -> Iterator[None]:
    """Throw-away servers and a Django that uses them."""
    from scripts.throwaway import ThrowawayServers

    servers = ThrowawayServers(postgres=True, keeps_on_disk=False)
    try:
        if servers.postgres is None:
            raise SystemExit("bench: PostgreSQL is needed")
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": "for-measuring-only-and-long-enough-to-be-taken-for-a-real-one-0123",
            "ALLOWED_HOSTS": "localhost",
            "HTTPS": "0",
            "VAR_DIR": str(directory / "var"),
            "DATABASE_URL": servers.postgres.url,
            "REDIS_URL": servers.redis.url,
            "GAMES_MOST_RECORDS": "1000000",
            "LOG_LEVEL": "WARNING",
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        yield
        from django.db import connections

        connections.close_all()
    finally:
        servers.close()


def _files(directory: Path, games: int) -> tuple[Path, list[Path]]:
    """The games in one file, and in two halves for two engines."""
    from engine.random_games import random_games
    from engine.record import write

    texts = [f"{write(record)}\n" for record in random_games(games, seed=SEED)]
    whole, first, second = (directory / name for name in ("whole.txt", "first.txt", "second.txt"))
    whole.write_text("".join(texts))
    first.write_text("".join(texts[: games // 2]))
    second.write_text("".join(texts[games // 2 :]))
    return whole, [first, second]


def _validate(files: list[Path], games: int) -> float:
    """The engine alone, a process for each file."""
    started = time.perf_counter()
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", ENGINE_ALONE, str(file)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        for file in files
    ]
    valid = sum(int(process.communicate()[0]) for process in processes)
    seconds = time.perf_counter() - started
    assert valid == games, f"the engine found {valid} of {games} games valid"
    return seconds


def _import(file: Path, games: int, workers: int) -> tuple[float, float]:
    """The seconds of an import into an empty archive, and how the largest worker grew from a quarter to the end."""
    from games.models import Game, SourceKind
    from games.submissions.services.uploads import submit

    _empty()
    with _workers(workers) as pool:
        data = file.read_bytes()
        started = time.perf_counter()
        upload = submit(account=None, content=[data], size=len(data), source=SourceKind.API)
        at_a_quarter = 0
        while (done := _share_done(upload.pk)) < 1:
            if done >= 0.25 and not at_a_quarter:
                at_a_quarter = _largest(pool.pid)
            time.sleep(0.05)
        seconds = time.perf_counter() - started
        at_the_end = _largest(pool.pid)
    if not (at_a_quarter and at_the_end):
        raise SystemExit("bench: the memory was not seen on the way; import more games, or look more often")
    assert Game.objects.count() == games, "some games were not accepted"
    return seconds, at_the_end / at_a_quarter


def _share_done(upload: int) -> float:
    """How much of an upload has its fate. Asked as cheaply as can be: what it takes is taken from the workers."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT s.state = 'done' FROM games_submissionslice s JOIN games_upload u ON u.id = s.upload_id "
            "WHERE u.id = %s AND u.state = 'done'",
            [upload],
        )
        done = [is_done for (is_done,) in cursor.fetchall()]
    return sum(done) / len(done) if done else 0


def _empty() -> None:
    from django.db import connection

    tables = (
        "adjudication",
        "adjudicationorder",
        "gametext",
        "submission",
        "submissionslice",
    )
    names = ", ".join(f"games_{table}" for table in (*tables, "uploadpiece", "upload", "game"))
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {names} CASCADE")


@contextmanager
def _workers(count: int) -> Iterator[subprocess.Popen[bytes]]:
    """A Celery worker with so many processes, ready for work, and gone afterwards."""
    import redis

    redis.Redis.from_url(os.environ["REDIS_URL"]).flushall()
    command = [
        "-m",
        "celery",
        "-A",
        "config",
        "worker",
        "-c",
        str(count),
        "--without-gossip",
        "--without-mingle",
    ]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [sys.executable, *command, "-l", "INFO"], cwd=ROOT, stdout=log, stderr=log, start_new_session=True
        )
        try:
            _wait_until_ready(process, count)
            yield process
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _wait_until_ready(process: subprocess.Popen[bytes], count: int) -> None:
    for _ in range(600):
        if len(_children(process.pid)) >= count:
            time.sleep(1)
            return
        time.sleep(0.1)
    raise SystemExit("bench: the worker does not start")


def _largest(pid: int) -> int:
    """The memory of the largest of a worker's processes, in kilobytes."""
    return max(map(_resident, _children(pid)), default=0)


def _resident(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next((int(line.split()[1]) for line in status if line.startswith("VmRSS:")), 0)


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


if __name__ == "__main__":
    main()
