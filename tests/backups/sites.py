"""Sites to back up and to restore into: this process's own, another database, or a folder for the command line."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from django.db import connection
from django.test import override_settings

from backups.scratch_database import as_default
from tests.new_sites import copy_tables, create_database, drop_database, postgres_template

ROOT = Path(__file__).resolve().parents[2]
PASSPHRASE = "correct horse battery"
# Instead of a file that was kept: tables without rows.
NEW_SITE = Path("new")


def is_postgres() -> bool:
    return os.environ.get("KIEBITZ_TEST_DATABASE") == "postgres"


@contextmanager
def postgres_database(name: str, *, template: str = "template1") -> Iterator[str]:
    """A new one on the tests' server, empty or as its template is; its address."""
    url = create_database(name, template=template)
    try:
        yield url
    finally:
        drop_database(name)


def keep_database(file: Path) -> None:
    """A copy of the site's database as it is, for `another_database`; its name stands for it on PostgreSQL too."""
    name = str(connection.settings_dict["NAME"])
    connection.close()
    if is_postgres():
        create_database(_kept_name(file), template=name)
    else:
        shutil.copy2(name, file)


@contextmanager
def another_database(folder: Path, *, like: Path | None = None) -> Iterator[None]:
    """A new database of the kind that the tests run on is the site's, until the block ends.

    It is empty, or has all tables as a new site, or what was kept.
    """
    changed = dict(connection.settings_dict)
    if not is_postgres():
        file = folder / "kiebitz.sqlite3"
        changed["NAME"] = str(file)
        if like == NEW_SITE:
            copy_tables(file)
        elif like is not None:
            shutil.copy2(like, file)
        with as_default(changed):
            yield
        return
    name = f"kiebitz_{folder.parent.name}_{folder.name}".lower()[:60]
    with postgres_database(name, template=_template(like)):
        changed["NAME"] = name
        with as_default(changed):
            yield


def _template(like: Path | None) -> str:
    if like == NEW_SITE:
        return postgres_template()
    return _kept_name(like) if like else "template1"


def _kept_name(file: Path) -> str:
    return f"kiebitz_kept_{file.stem}"


@contextmanager
def another_site(folder: Path, *, like: Path | None = None) -> Iterator[None]:
    """The same with the files."""
    changed = {"VAR_DIR": folder, "MEDIA_ROOT": folder / "media"}
    with override_settings(**changed), another_database(folder, like=like):
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
