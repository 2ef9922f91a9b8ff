"""Nodes of a site on several machines: real processes, each with a VAR_DIR of its own, of one release or another."""

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

from scripts.processes import die_with_parent, wait_until
from scripts.throwaway import free_port

ROOT: Final = Path(__file__).resolve().parents[2]
BIN: Final = Path(sys.executable).parent
# What a release consists of, as it is installed on a server.
RELEASE: Final = ("audit", "backups", "config", "core", "engine", "games", "jobs", "players", "tournaments", "scripts",
                  "static", "templates", "locale", "manage.py", "pyproject.toml")  # fmt: skip


class Answer(NamedTuple):
    status: int
    body: str
    headers: dict[str, str]


def ask(port: int, path: str, *, method: str = "GET", body: str | None = None, timeout: float = 60,
        **headers: str) -> Answer:  # fmt: skip
    """One request on a connection of its own. An answer that ends too early is an error."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, {"Host": "127.0.0.1"} | named)
        response = connection.getresponse()
        content = response.read().decode("utf-8", "replace")
        return Answer(
            response.status, content, {name.lower(): value for name, value in response.getheaders()}
        )
    finally:
        connection.close()


class Node:
    """A program of the site in a folder of its own. Whatever else it needs stands in the environment."""

    def __init__(self, name: str, folder: Path, environment: dict[str, str], *, root: Path = ROOT) -> None:
        self.name = name
        self.folder = folder
        self.root = root
        self._environment = environment
        self.var = folder / "var"
        self.var.mkdir(parents=True)

    def environment(self) -> dict[str, str]:
        own = {"VAR_DIR": str(self.var), "PYTHONPATH": str(self.root), "DJANGO_SETTINGS_MODULE": "config.settings",
               "PYTHONUNBUFFERED": "1"}  # fmt: skip
        return os.environ | self._environment | own

    def manage(self, *arguments: str, **settings: str) -> str:
        done = subprocess.run(
            [sys.executable, str(self.root / "manage.py"), *arguments], cwd=self.root,
            env=self.environment() | settings, capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stdout

    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """In order, or by SIGKILL at once with all its processes."""
        if number is signal.SIGKILL:
            os.killpg(self.process.pid, number)
        else:
            self.process.send_signal(number)
        self.process.wait(60)

    def close(self) -> None:
        process = getattr(self, "process", None)
        if process is not None and process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(20)

    def _start(self, *command: str) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=self.root, env=self.environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, preexec_fn=die_with_parent,
            )  # fmt: skip


class WebNode(Node):
    def __init__(self, name: str, folder: Path, environment: dict[str, str], *, root: Path = ROOT) -> None:
        super().__init__(name, folder, environment | {"WEB_PROCESSES": "1", "WEB_THREADS": "4"}, root=root)
        self.port = free_port()

    def start(self) -> None:
        self._start(str(BIN / "gunicorn"), "--config", "python:config.gunicorn", "--chdir", str(self.root),
                    "--bind", f"127.0.0.1:{self.port}", "config.wsgi")  # fmt: skip

    def wait(self) -> None:
        assert wait_until(self._answers, seconds=90), self.log()[-3000:]

    def _answers(self) -> bool:
        assert self.process.poll() is None, self.log()[-3000:]
        try:
            return ask(self.port, "/healthz", timeout=5).status == 200
        except (OSError, http.client.HTTPException):
            return False


class WorkerNode(Node):
    def start(self) -> None:
        self._start(str(BIN / "celery"), "--app", "config", "--quiet", "worker", "--concurrency", "1",
                    "--without-gossip", "--without-mingle", "--loglevel", "INFO",
                    "--hostname", f"{self.name}@test")  # fmt: skip


class BeatNode(Node):
    def start(self) -> None:
        self._start(
            str(BIN / "celery"), "--app", "config", "--quiet", "beat", "--pidfile=", "--loglevel", "INFO"
        )


def make_release(folder: Path, version: str, changes: dict[str, str]) -> Path:
    """A copy of the site with another version, and with these files added or written anew."""
    folder.mkdir()
    for name in RELEASE:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("node_modules"))
        elif source.exists():
            shutil.copy2(source, folder / name)
    facts = folder / f"kiebitz-{version}.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: kiebitz\nVersion: {version}\n", encoding="ascii"
    )
    for name, content in changes.items():
        path = folder / name
        path.write_text(content, encoding="utf-8")
    return folder


def version_at(port: int) -> str:
    found: str = json.loads(ask(port, "/readyz").body).get("version", "")
    return found
