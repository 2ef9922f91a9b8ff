"""Moving from one database to the other is a restore, by the command line as on another machine."""

from pathlib import Path

import pytest

from tests.backups.rows import CHANGED, rows_in
from tests.backups.sites import CommandLineSite, postgres_database


@pytest.mark.postgres
@pytest.mark.timeout(400)
@pytest.mark.usefixtures("django_db_setup")
def test_from_postgresql_to_sqlite_and_back_every_row_is_the_same(
    full_backup_file: Path, tmp_path: Path
) -> None:
    laptop = CommandLineSite(tmp_path / "laptop", f"sqlite:///{tmp_path}/laptop/kiebitz.sqlite3")

    assert _said(laptop, "restore", str(full_backup_file)).endswith("make run\n")
    _said(laptop, "backup", str(tmp_path / "sqlite.zip"), "--quiet")
    with postgres_database("kiebitz_moved") as url:
        server = CommandLineSite(tmp_path / "server", url)
        _said(server, "restore", str(tmp_path / "sqlite.zip"), "--quiet")
        _said(server, "backup", str(tmp_path / "postgres.zip"), "--quiet")

    original, on_sqlite, on_postgres = (
        rows_in(path, without=CHANGED)
        for path in (full_backup_file, tmp_path / "sqlite.zip", tmp_path / "postgres.zip")
    )
    assert all(original.values())
    assert original == on_sqlite == on_postgres


def _said(site: CommandLineSite, *arguments: str) -> str:
    done = site.run(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout
