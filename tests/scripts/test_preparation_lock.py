"""Two `prepare` at once, as real processes on one new database: each succeeds, also when another is killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from config.preparation_lock import WAITING
from scripts.processes import wait_until
from tests.scripts.serving import ROOT

pytestmark = [pytest.mark.serves, pytest.mark.timeout(300)]
AT_WORK = "Bringing the database up to date"
POSTGRES = os.environ.get("KIEBITZ_TEST_DATABASE") == "postgres"


class Preparation:
    """`manage.py prepare` without the static files, which are no part of the database."""

    def __init__(self, folder: Path, name: str, database: str) -> None:
        self._log = folder / f"{name}.log"
        environment = os.environ | {
            "DATABASE_URL": database, "VAR_DIR": str(folder), "DEBUG": "1", "PYTHONUNBUFFERED": "1",
        }  # fmt: skip
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "prepare"], cwd=ROOT, env=environment, stdout=log, stderr=log
            )

    def says(self, words: str) -> bool:
        return words in self._log.read_text()

    def result(self) -> tuple[int, str]:
        return self.process.wait(200), self._log.read_text()


@pytest.fixture
def new_database(tmp_path: Path) -> str:
    if not POSTGRES:
        return f"sqlite:///{tmp_path}/new.sqlite3"
    server, _, _ = os.environ["DATABASE_URL"].rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS prepared_at_once")
        connection.execute("CREATE DATABASE prepared_at_once")
    return f"{server}/prepared_at_once"


@pytest.mark.usefixtures("django_db_setup")
def test_preparations_wait_for_each_other_and_go_on_where_one_was_killed(
    tmp_path: Path, new_database: str
) -> None:
    killed = Preparation(tmp_path, "killed", new_database)
    assert wait_until(lambda: killed.says(AT_WORK), seconds=60)
    others = [Preparation(tmp_path, name, new_database) for name in ("first", "second")]
    assert wait_until(lambda: all(other.says(WAITING) for other in others), seconds=60)

    killed.process.send_signal(signal.SIGKILL)
    results = [other.result() for other in others]

    assert killed.process.wait() == -signal.SIGKILL
    assert [code for code, _ in results] == [0, 0], results
    # Whoever came last found nothing left to do.
    assert sorted(AT_WORK in said for _, said in results) == [False, True]
    code, said = Preparation(tmp_path, "last", new_database).result()
    assert (code, AT_WORK in said, WAITING in said) == (0, False, False)
    assert not list(tmp_path.glob("*-prepare"))
