"""What is stored of each release: its demo site on both databases, and the statements that its code sends.

`python -m scripts.release_fixture` writes the folder of a release with the code of that release.
"""

import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from django.db.backends.sqlite3 import _functions as django_functions

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
COPY = re.compile(r'COPY "?(\w+)"? \(([^)]*)\)')
FOLDERS = sorted(HERE.glob("release_*"))


class OldSite(NamedTuple):
    """A database of the release, and who may sign in there."""

    release: Path
    url: str
    email: str
    password: str

    @property
    def is_on_postgres(self) -> bool:
        return self.url.startswith("postgres")


class Failure(NamedTuple):
    statement: str
    table: str
    error: str


def facts_of(release: Path) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((release / "facts.json").read_text(encoding="utf-8"))
    return facts


def load_site(release: Path, folder: Path, *, postgres: bool, name: str = "") -> OldSite:
    """The demo site of the release as it was, in a database of its own."""
    kind = "postgres" if postgres else "sqlite"
    script = gzip.decompress((release / f"{kind}.sql.gz").read_bytes()).decode()
    database = f"{release.name}{name}"
    if postgres:
        server, _, _ = os.environ["DATABASE_URL"].rpartition("/")
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {database}".encode())
            connection.execute(f"CREATE DATABASE {database}".encode())
        url = f"{server}/{database}"
        with psycopg.connect(url) as connection:
            connection.execute(script.encode())
    else:
        file = folder / f"{database}.sqlite3"
        with closing(sqlite3.connect(file)) as opened:
            opened.executescript(script)
        url = f"sqlite:///{file}"
    facts = facts_of(release)
    return OldSite(release, url, facts["email"], facts["passwords"][kind])


def run(site: OldSite, folder: Path, *arguments: str) -> str:
    environment = os.environ | {
        "DATABASE_URL": site.url, "VAR_DIR": str(folder / "var"), "DJANGO_SETTINGS_MODULE": "config.settings",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def replay(site: OldSite) -> list[Failure]:
    """Send the statements of the release to the database as it is now; what is refused. Nothing is kept."""
    kind = "postgres" if site.is_on_postgres else "sqlite"
    stored = json.loads(gzip.decompress((site.release / f"statements-{kind}.json.gz").read_bytes()))
    with _cursor(site) as execute:
        return [failure for statement in stored["statements"] if (failure := _try(execute, statement))]


def _try(execute: Any, statement: str) -> Failure | None:
    if copied := COPY.match(statement):
        return _try_copy(execute, statement, copied[1], re.findall(r"\w+", copied[2]))
    execute("SAVEPOINT one")
    try:
        execute(statement)
    except (psycopg.Error, sqlite3.Error) as error:
        execute("ROLLBACK TO SAVEPOINT one")
        table = re.search(r'(?:FROM|INTO|UPDATE) "?(\w+)"?', statement)
        return Failure(statement[:200], table[1] if table else "", str(error).splitlines()[0])
    execute("RELEASE SAVEPOINT one")
    return None


def _try_copy(execute: Any, statement: str, table: str, columns: list[str]) -> Failure | None:
    """Its rows are not stored: it is taken if it names columns that are there, and all that have to be filled."""
    every_column = (
        "SELECT table_name, column_name, is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' "
        "FROM information_schema.columns WHERE table_schema = 'public'"
    )
    found = [(column, is_needed) for name, column, is_needed in execute(every_column) if name == table]
    needed = {name for name, is_needed in found if is_needed}
    wrong = (needed - set(columns)) | (set(columns) - {name for name, _ in found})
    return Failure(statement[:200], table, f"Columns: {sorted(wrong)}") if wrong else None


@contextmanager
def _cursor(site: OldSite) -> Iterator[Any]:
    if site.is_on_postgres:
        with psycopg.connect(site.url) as connection:
            yield lambda statement: connection.execute(statement.encode())
            connection.rollback()
    else:
        with closing(sqlite3.connect(site.url.removeprefix("sqlite:///"), isolation_level=None)) as database:
            django_functions.register(database)
            database.execute("PRAGMA foreign_keys = ON")
            database.execute("BEGIN")
            yield lambda statement: database.execute(statement).fetchall()
            database.execute("ROLLBACK")
