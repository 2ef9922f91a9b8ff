"""The whole site on throw-away servers: two web servers, two workers, beat, PostgreSQL, Redis and a mail server."""

import http.client
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from scripts.faults.mailbox import Mailbox
from scripts.faults.programs import ROOT, Program, ServiceManager
from scripts.processes import wait_until
from scripts.throwaway import (
    ServerDidNotStart,
    ThrowawayPostgres,
    ThrowawayRedis,
    folder_that_all_may_enter,
    free_port,
)

DISK_MEGABYTES: Final = 192
PAIRING_QUEUE: Final = "pairing"
START_SECONDS: Final = 300
# Empty counts as unset, and hides what a .env file says: this site has nothing but its own parts.
NOT_HERE: Final = (
    "PROXY_COUNT", "DATABASE_REPLICA_URL", "PGBOUNCER", "S3_BUCKET", "SENTRY_DSN", "OTEL_EXPORTER_OTLP_ENDPOINT",
)  # fmt: skip
MAX_FAULTS_AT_ONCE: Final = 2
NO_LIMIT: Final = "1000000"


class FaultySite:
    """`var` and Redis lie on a small disk of their own if this user may mount one; else the disk cannot fill up."""

    def __init__(self, *, web_processes: int = 2, worker_processes: int = 2) -> None:
        self.folder = folder_that_all_may_enter()
        self.logs = self.folder / "logs"
        self.logs.mkdir()
        self._worker_processes = worker_processes
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        self.disk_can_fill = _mount_small_disk(self.disk)
        self.var = self.disk / "var"
        self.var.mkdir()
        self.mailbox = Mailbox()
        self.manager = ServiceManager()
        self.postgres = ThrowawayPostgres(self.folder / "postgres", loses_nothing=True)
        self.redis = ThrowawayRedis(self.disk / "redis")
        self.ports = (free_port(), free_port())
        self.environment = self._environment(web_processes)
        self.backups: list[Path] = []
        # Threads that live as long as the site: what one of them has started dies with it, not with the whole program.
        self.hands = ThreadPoolExecutor(MAX_FAULTS_AT_ONCE)
        self._redis_is_ours = threading.Lock()
        self._postgres_is_ours = threading.Lock()
        self._closing = threading.Event()

    def _environment(self, web_processes: int) -> dict[str, str]:
        return os.environ | dict.fromkeys(NOT_HERE, "") | {
            "DEBUG": "", "SECRET_KEY": "x" * 50, "ALLOWED_HOSTS": "localhost", "HTTPS": "0",
            "VAR_DIR": str(self.var), "DATABASE_URL": self.postgres.url, "REDIS_URL": self.redis.url,
            "REDIS_DATABASE": "0", "DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONUNBUFFERED": "1",
            "EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(self.mailbox.port), "EMAIL_SECURITY": "none",
            "WEB_PROCESSES": str(web_processes), "GAMES_UPLOADS_PER_HOUR": NO_LIMIT,
            "API_REQUESTS_BY_TOKEN": NO_LIMIT, "API_REQUESTS_BY_ACCOUNT": NO_LIMIT, "API_REQUESTS_BY_ADDRESS": NO_LIMIT,
        }  # fmt: skip

    def prepare(self) -> None:
        done = self.manage("prepare")
        if done.returncode:
            raise ServerDidNotStart(f"manage.py prepare failed: {done.stderr.strip()}")

    def start(self, *, queues: tuple[str, ...]) -> None:
        """`queues` as the settings name them. One worker serves pairing alone where that has a queue of its own."""
        self.webs = [self._add(f"web{number}", *_gunicorn(port)) for number, port in enumerate(self.ports, 1)]
        second = ("--queues", PAIRING_QUEUE) if PAIRING_QUEUE in queues else ()
        self.workers = [
            self._add("worker1", *self._worker("one", self._worker_processes)),
            self._add("worker2", *self._worker("two", 1, *second)),
        ]
        self.beat = self._add("beat", *_celery("beat", "--pidfile="))
        threading.Thread(target=self._keep_redis_running, daemon=True).start()
        if not wait_until(self.is_served, seconds=START_SECONDS):
            raise ServerDidNotStart(f"The web servers do not answer; see {self.logs}.")
        if not wait_until(self.has_workers, seconds=START_SECONDS):
            raise ServerDidNotStart(f"The workers do not start; see {self.logs}.")

    def start_second_beat(self) -> Program:
        """As on a second machine: with notes of its own of what was sent when."""
        schedule = self.folder / "second-beat-schedule"
        return self._add("beat2", *_celery("beat", "--pidfile=", "--schedule", str(schedule)))

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip

    def is_served(self) -> bool:
        return all(_status(port, "/clubs/") == http.client.OK for port in self.ports)

    def has_workers(self) -> bool:
        logs = [(self.logs / f"{worker.name}.log").read_text(errors="replace") for worker in self.workers]
        return all(" ready." in log for log in logs)

    @contextmanager
    def redis_in_hand(self) -> Iterator[ThrowawayRedis]:
        """Nobody else starts it meanwhile."""
        with self._redis_is_ours:
            yield self.redis

    @contextmanager
    def postgres_in_hand(self) -> Iterator[ThrowawayPostgres]:
        with self._postgres_is_ours:
            yield self.postgres

    def close(self, *, keep_logs: bool) -> None:
        self._closing.set()
        self.manager.close()
        self.hands.shutdown()
        self.mailbox.close()
        for server in (self.redis, self.postgres):
            if server.process.poll() is None:
                server.stop()
        if self.disk_can_fill:
            subprocess.run(["umount", str(self.disk)], check=False)
        for path in self.folder.iterdir():
            if path != self.logs or not keep_logs:
                shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()
        if not keep_logs:
            self.folder.rmdir()

    def _keep_redis_running(self) -> None:
        """It ends when it cannot write to a full disk, and may not start before there is room again."""
        while not self._closing.wait(0.5):
            with self._redis_is_ours:
                if self.redis.process.poll() is not None and not self._closing.is_set():
                    self.manager.unexpected_ends["redis"] += 1
                    with suppress(ServerDidNotStart, OSError):
                        self.redis.start()

    def _add(self, name: str, *command: str) -> Program:
        program = Program(name, command, self.environment, self.logs / f"{name}.log")
        self.manager.add(program)
        return program

    def _worker(self, host: str, processes: int, *more: str) -> tuple[str, ...]:
        return _celery(
            "worker", "--without-gossip", "--without-mingle", "--concurrency", str(processes), "--hostname",
            f"{host}@localhost", *more,
        )  # fmt: skip


def _gunicorn(port: int) -> tuple[str, ...]:
    return (sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn",
            "--bind", f"127.0.0.1:{port}", "config.wsgi")  # fmt: skip


def _celery(*arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "celery", "--app", "config", *arguments, "--loglevel", "INFO")


def _status(port: int, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path, headers={"Host": "localhost"})
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


def _mount_small_disk(folder: Path) -> bool:
    if os.geteuid() != 0 or shutil.which("mount") is None:
        return False
    size = f"size={DISK_MEGABYTES}m,mode=755"
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", size, "kiebitz-faults", str(folder)], check=False, capture_output=True
    )
    return done.returncode == 0
