"""Sites to back up and to restore into: this process's own, another database, or a folder for the command line."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from django.db import connection
from django.test import override_settings

from backups.scratch import as_default

ROOT = Path(__file__).resolve().parents[2]
PASSPHRASE = "correct horse battery"


def is_postgres() -> bool:
    return os.environ.get("KIEBITZ_TEST_DATABASE") == "postgres"


def server_url() -> str:
    return os.environ["DATABASE_URL"].rpartition("/")[0]


@contextmanager
def postgres_database(name: str) -> Iterator[str]:
    """An empty one on the tests' server; its address."""
    with psycopg.connect(f"{server_url()}/postgres", autocommit=True) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
        server.execute(f'CREATE DATABASE "{name}"'.encode())
    try:
        yield f"{server_url()}/{name}"
    finally:
        with psycopg.connect(f"{server_url()}/postgres", autocommit=True) as server:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@contextmanager
def another_database(folder: Path) -> Iterator[dict[str, Any]]:
    """An empty database of the kind that the tests run on is the site's, until the block ends."""
    changed = dict(connection.settings_dict)
    if not is_postgres():
        changed["NAME"] = str(folder / "kiebitz.sqlite3")
        with as_default(changed):
            yield changed
        return
    name = f"kiebitz_{folder.parent.name}_{folder.name}".lower()[:60]
    with postgres_database(name):
        changed["NAME"] = name
        with as_default(changed):
            yield changed


@contextmanager
def another_site(folder: Path) -> Iterator[None]:
    """The same with the files."""
    changed = {"VAR_DIR": folder, "MEDIA_ROOT": folder / "media"}
    with override_settings(**changed), another_database(folder):
        yield


class CommandLineSite(NamedTuple):
    """A folder of its own, as on another machine, and the database that its `.env` would name."""

    var: Path
    database_url: str

    def run(self, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        settings = {"VAR_DIR": str(self.var), "DATABASE_URL": self.database_url}
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=os.environ | settings | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=240,
        )
