"""Throw-away servers for tests and benchmarks: PostgreSQL, Redis and a bucket, in a folder of their own."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import psycopg
import redis

from scripts.processes import die_with_parent, wait_until


class ServerDidNotStart(Exception):
    pass


class ThrowawayRedis:
    """A Redis on a Unix socket. It can be stopped, with or without its data, and started again."""

    def __init__(self, directory: Path, *, loses_nothing: bool = True) -> None:
        self.directory = directory
        self._loses_nothing = loses_nothing
        self.socket = directory / "redis.sock"
        self.url = f"unix://{self.socket}"
        directory.mkdir(parents=True, exist_ok=True)
        self.start()

    def start(self) -> None:
        server = shutil.which("redis-server")
        if server is None:
            raise ServerDidNotStart("redis-server is not installed: call make setup.")
        self.process = subprocess.Popen(
            [server, "--port", "0", "--unixsocket", str(self.socket), "--dir", str(self.directory),
             "--appendonly", "yes" if self._loses_nothing else "no", "--appendfsync", "always", "--save", "",
             "--logfile", "redis.log"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=die_with_parent,
        )  # fmt: skip
        if not wait_until(self.answers, seconds=20):
            raise ServerDidNotStart(f"Redis does not answer; see {self.directory}/redis.log.")

    def freeze(self) -> None:
        """As behind a cable that was pulled: connections are taken, and nobody answers."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url) as client:
                return bool(client.ping())
        except redis.exceptions.RedisError:
            return False

    def stop(self, *, lose_data: bool = False) -> None:
        self.process.send_signal(signal.SIGKILL if lose_data else signal.SIGTERM)
        self.thaw()  # who is frozen does not hear
        self.process.wait(20)
        if lose_data:
            shutil.rmtree(self.directory / "appendonlydir", ignore_errors=True)


class ThrowawayPostgres:
    """A cluster on a free port of the loopback address. PostgreSQL refuses to run as root, so another user does."""

    def __init__(self, directory: Path, *, loses_nothing: bool = False, settings: Sequence[str] = ()) -> None:
        """`settings` are PostgreSQL's own, such as `shared_buffers=2GB`."""
        self.directory = directory
        self._loses_nothing = loses_nothing
        self._settings = settings
        self.port = free_port()
        self.url = f"postgres://kiebitz@127.0.0.1:{self.port}/postgres"
        self._user = "postgres" if os.geteuid() == 0 else ""
        directory.mkdir(parents=True, exist_ok=True)
        if self._user:
            account = pwd.getpwnam(self._user)
            os.chown(directory, account.pw_uid, account.pw_gid)
        self._create()
        self.start()

    def _create(self) -> None:
        self._run("initdb", "--pgdata", str(self.directory / "data"), "--username", "kiebitz", "--auth", "trust",
                  "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync")  # fmt: skip

    def start(self) -> None:
        # Nothing here outlives the run, so nothing has to reach the disk; the files of a server that is stopped in
        # the middle and started again must have all that was committed.
        settings = [
            "fsync=off",
            f"synchronous_commit={'on' if self._loses_nothing else 'off'}",
            "full_page_writes=off",
            "max_connections=200",
            f"port={self.port}",
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={self.directory}",
            *self._settings,
        ]
        options = [word for setting in settings for word in ("-c", setting)]
        with (self.directory / "log").open("ab") as log:
            self.process = subprocess.Popen(
                # The signal is PostgreSQL's fast shutdown, sent when whoever started it is killed.
                [*self._as_user("--pdeathsig", "INT"), postgres_program("postgres"),
                 "-D", str(self.directory / "data"), *options],
                cwd=self.directory, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        if not wait_until(self.answers, seconds=30):
            raise ServerDidNotStart(f"PostgreSQL does not answer; see {self.directory}/log.")

    def answers(self) -> bool:
        try:
            with psycopg.connect(self.url, connect_timeout=2):
                return True
        except psycopg.OperationalError:
            return False

    def stop(self, *, immediately: bool = True) -> None:
        """Immediately, as if it crashed, or by cutting all connections and closing its files in order."""
        self.process.send_signal(signal.SIGQUIT if immediately else signal.SIGINT)
        self.process.wait(30)

    def copy_from(self, url: str) -> None:
        """All tables and rows of another server's database."""
        with subprocess.Popen(
            [postgres_program("pg_dump"), "--no-owner", url], stdout=subprocess.PIPE
        ) as dump:
            subprocess.run(
                [postgres_program("psql"), "--quiet", "--set", "ON_ERROR_STOP=1", self.url],
                stdin=dump.stdout,
                stdout=subprocess.DEVNULL,
                check=True,
            )

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [*self._as_user(), postgres_program(program), *arguments],
            cwd=self.directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode:
            raise ServerDidNotStart(f"{program} failed: {done.stderr.strip()}")

    def _as_user(self, *options: str) -> list[str]:
        other = [f"--reuid={self._user}", f"--regid={self._user}", "--clear-groups"] if self._user else []
        return ["setpriv", *other, *options]


class ThrowawayReplica(ThrowawayPostgres):
    """A copy of another server that follows it. What it has received can be held back for a while."""

    def __init__(self, directory: Path, *, primary: ThrowawayPostgres) -> None:
        self._primary = primary
        super().__init__(directory)

    def _create(self) -> None:
        self._run("pg_basebackup", "--pgdata", str(self.directory / "data"), "--host", "127.0.0.1",
                  "--port", str(self._primary.port), "--username", "kiebitz", "--write-recovery-conf",
                  "--checkpoint", "fast", "--no-sync")  # fmt: skip

    def hold_back(self) -> None:
        self._execute("SELECT pg_wal_replay_pause()")

    def catch_up(self) -> None:
        """Until it has all that the primary has written by now."""
        self._execute("SELECT pg_wal_replay_resume()")
        with psycopg.connect(self._primary.url, autocommit=True) as primary:
            (written,) = primary.execute("SELECT pg_current_wal_lsn()::text").fetchone() or ("",)
        if not wait_until(lambda: self._has_replayed(written), seconds=60):
            raise ServerDidNotStart(f"The replica in {self.directory} does not catch up with its primary.")

    def _has_replayed(self, position: str) -> bool:
        with psycopg.connect(self.url, autocommit=True) as replica:
            found = replica.execute("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", [position]).fetchone()
        return found == (True,)

    def _execute(self, query: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(query.encode())


class ThrowawayBucket:
    """rclone's S3-compatible server over a folder: what is in the bucket can be looked at there."""

    NAME = "kiebitz"
    ACCESS_KEY = "throwaway"
    SECRET_KEY = "only-for-this-run"  # noqa: S105

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.files = directory / "buckets" / self.NAME
        self.files.mkdir(parents=True)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {
            "S3_BUCKET": self.NAME,
            "S3_ENDPOINT_URL": self.url,
            "S3_REGION": "eu-example-1",
            "S3_ACCESS_KEY": self.ACCESS_KEY,
            "S3_SECRET_KEY": self.SECRET_KEY,
        }
        self.start()

    def start(self) -> None:
        server = shutil.which("rclone", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
        if server is None:
            raise ServerDidNotStart("rclone is not installed: call make setup.")
        with (self.directory / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [server, "serve", "s3", "--config", "/dev/null", "--addr", f"127.0.0.1:{self.port}",
                 "--auth-key", f"{self.ACCESS_KEY},{self.SECRET_KEY}", "--vfs-cache-mode", "off",
                 str(self.directory / "buckets")],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=die_with_parent,
            )  # fmt: skip
        if not wait_until(self.answers, seconds=20):
            raise ServerDidNotStart(f"rclone does not answer; see {self.directory}/log.")

    def answers(self) -> bool:
        with socket.socket() as probe:
            probe.settimeout(2)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def names(self) -> set[str]:
        """Of all files in the bucket."""
        return {str(path.relative_to(self.files)) for path in self.files.rglob("*") if path.is_file()}

    def stop(self) -> None:
        self.process.kill()
        self.process.wait(20)


class ThrowawayServers:
    """Both servers under one temporary folder that goes with them."""

    def __init__(self, *, postgres: bool, keeps_on_disk: bool = True) -> None:
        """Redis keeps on disk what it has, as in the field, unless nobody stops it and starts it again."""
        self.directory = folder_that_all_may_enter()
        self.redis = ThrowawayRedis(self.directory / "redis", loses_nothing=keeps_on_disk)
        self.postgres = ThrowawayPostgres(self.directory / "postgres") if postgres else None

    def close(self) -> None:
        self.redis.stop()
        if self.postgres:
            self.postgres.stop()
        shutil.rmtree(self.directory, ignore_errors=True)


def folder_that_all_may_enter() -> Path:
    """A new temporary folder, and not below TMPDIR: that may be the user's own, which PostgreSQL's may not enter."""
    folder = Path(tempfile.mkdtemp(prefix="kiebitz-", dir="/tmp"))
    folder.chmod(0o755)
    return folder


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def postgres_program(name: str) -> str:
    versions = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
    newest = max(versions, key=lambda path: float(path.parts[-3]), default=None)
    found = str(newest) if newest else shutil.which(name)
    if found is None:
        raise ServerDidNotStart(f"{name} is not installed: call make setup.")
    return found
