"""Throw-away proxies for tests: PgBouncer before PostgreSQL, and nginx before the web servers."""

import os
import pwd
import signal
import socket
import subprocess
from pathlib import Path
from typing import Final

import psycopg

from scripts.install import find_program
from scripts.processes import die_with_parent, wait_until
from scripts.throwaway import ServerDidNotStart, ThrowawayPostgres, free_port

# Nothing is ignored of what a client asks for at its start: what PgBouncer refuses shall fail here as well.
PGBOUNCER_INI: Final = """
[databases]
* = host=127.0.0.1 port={server} user=kiebitz
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {size}
max_client_conn = 500
server_check_delay = 0
"""


class ThrowawayPgBouncer:
    """Hands each transaction to whichever connection is free; few of them, so that clients do share."""

    def __init__(self, directory: Path, *, server: ThrowawayPostgres | int, pool_size: int = 4) -> None:
        self.directory = directory
        self.port = free_port()
        self._server_port = server if isinstance(server, int) else server.port
        self._pool_size = pool_size
        self.url = f"postgres://kiebitz@127.0.0.1:{self.port}/postgres"
        directory.mkdir(parents=True, exist_ok=True)
        self.start()

    def start(self) -> None:
        configuration = self.directory / "pgbouncer.ini"
        configuration.write_text(
            PGBOUNCER_INI.format(server=self._server_port, port=self.port, size=self._pool_size),
            encoding="utf-8",
        )
        log = self.directory / "log"
        log.touch()
        if os.geteuid() == 0:  # it refuses to run as root
            account = pwd.getpwnam("postgres")
            for path in (self.directory, configuration, log):
                os.chown(path, account.pw_uid, account.pw_gid)
        as_user = ["--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                ["setpriv", *as_user, "--pdeathsig", "TERM", _program("pgbouncer"), "-q", str(configuration)],
                cwd=self.directory, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            )  # fmt: skip
        if not wait_until(self.answers, seconds=30):
            raise ServerDidNotStart(f"PgBouncer does not answer: {log.read_text(encoding='utf-8')[-500:]}")

    def answers(self) -> bool:
        try:
            with psycopg.connect(self.url, connect_timeout=2, prepare_threshold=None):
                return True
        except psycopg.OperationalError:
            return False

    def stop(self) -> None:
        self.process.kill()
        self.process.wait(20)


class ThrowawayNginx:
    """Takes requests at a port of its own; the configuration may change while it runs."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        directory.mkdir(parents=True, exist_ok=True)
        self._configuration = directory / "nginx.conf"

    def start(self, http: str) -> None:
        """With these lines inside `http { }`."""
        self._write(http)
        with (self.directory / "log").open("ab") as output:
            self.process = subprocess.Popen(
                [_program("nginx"), "-p", str(self.directory), "-c", str(self._configuration), "-e", "error.log"],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, preexec_fn=die_with_parent,
            )  # fmt: skip
        if not wait_until(self.answers, seconds=20):
            raise ServerDidNotStart(f"nginx does not answer; see {self.directory}/log.")

    def reload(self, http: str) -> None:
        """Returns when nobody is served by the old configuration any longer."""
        before = self._workers()
        self._write(http)
        self.process.send_signal(signal.SIGHUP)
        if not wait_until(
            lambda: bool(self._workers() - before) and not self._workers() & before, seconds=60
        ):
            raise ServerDidNotStart("nginx does not take its new configuration.")

    def answers(self) -> bool:
        with socket.socket() as probe:
            probe.settimeout(2)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def errors(self) -> str:
        return (self.directory / "error.log").read_text(encoding="utf-8", errors="replace")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)

    def _workers(self) -> set[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(
            encoding="ascii"
        )
        return {int(pid) for pid in children.split()}

    def _write(self, http: str) -> None:
        folders = "".join(
            f"    {kind}_temp_path {self.directory}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        self._configuration.write_text(
            "daemon off;\nworker_processes 1;\npid nginx.pid;\nevents { worker_connections 512; }\n"
            f"http {{\n    access_log off;\n{folders}{http}\n}}\n",
            encoding="utf-8",
        )


def _program(name: str) -> str:
    found = find_program(name)
    if found is None:
        raise ServerDidNotStart(f"{name} is not installed: call make setup.")
    return found
