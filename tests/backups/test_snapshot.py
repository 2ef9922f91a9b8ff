"""A backup is of one moment, while others go on writing, and it does not take memory for every row."""

import tracemalloc
from pathlib import Path

import pytest
from django.contrib.auth.models import Group
from django.db import connection, transaction

from backups.errors import BackupRefused
from backups.services.backup import write_backup
from players.models import Club
from tests.backups.rows import rows_in

LARGE = 100_000


@pytest.mark.django_db(transaction=True)
def test_rows_that_are_written_during_a_backup_are_in_none_of_its_tables(tmp_path: Path) -> None:
    """A writer adds a row to two tables in one transaction, each time a part of the backup is done."""
    added = 0

    def add_rows(done: int, of: int) -> None:
        nonlocal added
        added += 1
        with transaction.atomic():
            Club.objects.create(name=f"Club {added}", slug=f"club-{added}")
            Group.objects.create(name=f"Group {added}")

    add_rows(0, 0)
    write_backup(tmp_path / "a.zip", progress=add_rows)
    written = rows_in(tmp_path / "a.zip")

    assert added > 2
    assert (len(written["players_club"]), len(written["auth_group"])) == (1, 1)
    assert Club.objects.count() == Group.objects.count() == added


@pytest.mark.django_db(transaction=True)
def test_a_large_table_takes_no_more_memory_than_a_small_one(tmp_path: Path) -> None:
    """Its rows have 20 MB."""
    _add_groups(LARGE)
    write_backup(tmp_path / "warm.zip")  # loads what is loaded once

    tracemalloc.start()
    try:
        written = write_backup(tmp_path / "large.zip")
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert written.manifest.rows > LARGE
    assert sum(table.part.size for table in written.manifest.tables) > 15_000_000
    assert peak < 12_000_000


def _add_groups(count: int) -> None:
    series = "generate_series(1, %s) AS series(n)"
    if connection.vendor == "sqlite":
        series = (
            "(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < %s) SELECT n FROM s)"
        )
    name = f"'Group ' || n || '{'.' * 130}'"
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO auth_group (name) SELECT {name} FROM {series}", [count])  # noqa: S608


def test_a_database_that_is_not_there_is_said_and_not_made(empty_site: Path) -> None:
    with pytest.raises(BackupRefused):
        write_backup(empty_site / "a.zip")

    assert list(empty_site.iterdir()) == []
