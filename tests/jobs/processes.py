"""A broker, workers and a scheduler of a test's own, and locks that hold a worker in the middle of its work."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.db import connection

from scripts.processes import die_with_parent
from scripts.throwaway import ThrowawayPostgres, ThrowawayRedis, folder_that_all_may_enter

ROOT = Path(__file__).resolve().parents[2]
# Seconds: short, so that tests which wait for the recovery of lost work need not wait long.
LEASE = 3


class JobProcesses:
    """Real processes on the test's database."""

    def __init__(self, directory: Path, **settings: str) -> None:
        """With these settings in the place of the tests' own."""
        self._settings = settings
        self.redis = ThrowawayRedis(directory / "redis")
        self._directory = directory
        self._processes: list[subprocess.Popen[bytes]] = []

    def start_worker(self, *options: str) -> subprocess.Popen[bytes]:
        return self._start("worker", "-c", "2", "--without-gossip", "--without-mingle", *options)

    def start_beat(self) -> subprocess.Popen[bytes]:
        return self._start("beat", "--pidfile=", "--schedule", str(self._directory / "beat-schedule"))

    def run(self, script: str, *arguments: str, text: str = "") -> str:
        """A script in a process of its own, as the web server is one; what it prints."""
        return subprocess.run(
            [sys.executable, "-c", script, *arguments],
            cwd=ROOT,
            env=self.environment(),
            input=text,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=120,
        ).stdout

    def log(self, program: str) -> str:
        return (self._directory / f"{program}.log").read_text()

    def close(self) -> None:
        for process in self._processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if self.redis.process.poll() is None:
            self.redis.stop()

    def environment(self) -> dict[str, str]:
        return (
            os.environ
            | {
                "DATABASE_URL": database_url(),
                "REDIS_URL": self.redis.url,
                "REDIS_DATABASE": "0",
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "PYTHONWARNINGS": "ignore",
                "JOB_LEASE": str(LEASE),
            }
            | self._settings
        )

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        with (self._directory / f"{arguments[0]}.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", "config", *arguments, "-l", "INFO"],
                cwd=ROOT,
                env=self.environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,  # so that the whole worker, children included, can be killed at once
                preexec_fn=die_with_parent,
            )
        self._processes.append(process)
        return process


class TableLock:
    """A table of PostgreSQL that nobody else may write to, or not even read, until it is given back."""

    def __init__(self, lock: psycopg.Connection[tuple[object, ...]], table: str) -> None:
        self._lock = lock
        self._table = table

    def waiting(self) -> int:
        """How many wait for this table; other databases of the same server have tests of their own."""
        (number,) = self._lock.execute(
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = %s::regclass "
            "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            [self._table],
        ).fetchone() or (0,)
        return int(str(number))


@contextmanager
def locked(table: str, mode: str = "SHARE ROW EXCLUSIVE") -> Iterator[TableLock]:
    parameters = connection.settings_dict
    with psycopg.connect(
        host=parameters["HOST"], port=parameters["PORT"], user=parameters["USER"], dbname=parameters["NAME"]
    ) as lock:
        lock.execute(f"LOCK TABLE {table} IN {mode} MODE")
        yield TableLock(lock, table)
        if not lock.closed:  # the server may have been stopped meanwhile
            lock.rollback()


@contextmanager
def held(table: str) -> Iterator[None]:
    """Whoever asks for the table waits: on PostgreSQL for it, on SQLite for the right to write anything."""
    if connection.vendor == "postgresql":
        with locked(table, "ACCESS EXCLUSIVE"):
            yield
    else:
        lock = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
        lock.execute("BEGIN IMMEDIATE")
        yield
        lock.rollback()
        lock.close()


def database_url() -> str:
    """Of the database that this process is connected to."""
    parameters = connection.settings_dict
    if connection.vendor == "postgresql":
        return (
            f"postgres://{parameters['USER']}@{parameters['HOST']}:{parameters['PORT']}/{parameters['NAME']}"
        )
    return f"sqlite:///{parameters['NAME']}"


@contextmanager
def postgres_of_its_own() -> Iterator[ThrowawayPostgres]:
    """A server with a copy of the test's database, for the test to stop and start; Django is connected to it."""
    directory = folder_that_all_may_enter()  # PostgreSQL runs as another user
    server = ThrowawayPostgres(directory / "postgres", loses_nothing=True)
    server.copy_from(database_url())
    usual = dict(connection.settings_dict)
    connection.close()
    connection.settings_dict |= {
        "HOST": "127.0.0.1",
        "PORT": server.port,
        "NAME": "postgres",
        "USER": "kiebitz",
    }
    try:
        yield server
    finally:
        connection.close()
        connection.settings_dict |= usual
        server.stop()
        shutil.rmtree(directory, ignore_errors=True)
