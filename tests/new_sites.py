"""A site as `prepare` leaves it: tables without rows, static files. Made once in a run, copied for whoever needs one.

To bring the tables up to date and to compress the static files takes longer than most tests that start a site. What
those two steps do themselves is tested where they begin from nothing: tests/scripts/test_serve.py,
tests/scripts/test_preparation_lock.py, tests/deploy/test_kiebitz.py.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import psycopg

ROOT: Final = Path(__file__).resolve().parents[1]
TEMPLATE: Final = "kiebitz_new"


def made_once(name: str, make: Callable[[Path], None]) -> Path:
    """By whichever of the parallel processes comes first; the others wait for it."""
    path = Path(os.environ["TEST_RUN_DIR"]) / name
    with path.with_name(f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            unfinished = path.with_name(f"{name}.unfinished")
            make(unfinished)
            unfinished.rename(path)
    return path


def copy_tables(file: Path) -> str:
    """A database of SQLite with all tables; its address."""
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(made_once("new.sqlite3", _make_sqlite), file)
    return f"sqlite:///{file}"


def copy_static_files(var: Path) -> None:
    """Into the folder of a site, which finds them collected."""
    shutil.copytree(made_once("new-static", _collect), var / "static")


def postgres_template() -> str:
    """The name of a database on the tests' server that has all tables. Nobody may connect to it: it is copied."""
    made_once("new-postgres", _make_postgres)
    return TEMPLATE


def create_database(name: str, *, template: str = "template1") -> str:
    """A new one on the tests' server, in the place of one with the same name; its address."""
    drop_database(name)
    _execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    return f"{_server()}/{name}"


def drop_database(name: str) -> None:
    _execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _execute(statement: str) -> None:
    with psycopg.connect(f"{_server()}/postgres", autocommit=True) as connection:
        connection.execute(statement.encode())


def _server() -> str:
    return os.environ["DATABASE_URL"].rpartition("/")[0]


def _make_sqlite(path: Path) -> None:
    _manage("migrate", "--verbosity", "0", database=f"sqlite:///{path}", var=path.parent)
    for suffix in ("-wal", "-shm"):
        assert not Path(f"{path}{suffix}").exists()


def _make_postgres(path: Path) -> None:
    _manage("migrate", "--verbosity", "0", database=create_database(TEMPLATE), var=path.parent)
    path.touch()


def _collect(path: Path) -> None:
    """`prepare` notes that they are complete, so it is asked, with tables that are there already."""
    var = path.with_name("new-var")
    database = copy_tables(var / "kiebitz.sqlite3")
    _manage("prepare", database=database, var=var)
    (var / "static").rename(path)


def _manage(*arguments: str, database: str, var: Path) -> None:
    settings = {
        "DATABASE_URL": database, "VAR_DIR": str(var), "DEBUG": "0", "DJANGO_SETTINGS_MODULE": "config.settings",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, env=os.environ | settings,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
