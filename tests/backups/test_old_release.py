"""A site of release 0.1.0: its backup is written before the upgrade, and restored into the tables of today."""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from backups.archive import BackupReader
from backups.models import BackupRun, Occasion
from backups.services.restore import restore_backup
from config import preparation
from players.models import User
from tournaments.models import Event

RELEASE = Path(__file__).resolve().parents[1] / "upgrades" / "release_0_1_0"


@pytest.fixture
def old_site(empty_site: Path) -> Path:
    name = "postgres" if connection.vendor == "postgresql" else "sqlite"
    statements = gzip.decompress((RELEASE / f"{name}.sql.gz").read_bytes()).decode()
    if connection.vendor == "postgresql":
        import psycopg

        parameters: dict[str, Any] = connection.get_connection_params()
        keys = ("host", "port", "user", "dbname")
        with psycopg.connect(**{key: parameters[key] for key in keys if key in parameters}) as database:
            database.execute(statements.encode())
    else:
        with closing(sqlite3.connect(empty_site / "kiebitz.sqlite3")) as database:
            database.executescript(statements)
    return empty_site


@pytest.mark.timeout(300)
def test_it_is_saved_before_its_tables_change_and_the_backup_is_upgraded_when_it_is_restored(
    old_site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparation, "_collect_static_files", lambda say: None)
    said: list[str] = []

    preparation.prepare(say=said.append)
    upgraded = (User.objects.count(), Event.objects.count())
    (file,) = (old_site / "backups").iterdir()
    run = BackupRun.objects.get()

    assert (run.occasion, run.name, run.error) == (Occasion.UPGRADE, file.name, "")
    with BackupReader(file) as backup:
        assert ("jobs", "0003_drop_celery_beat") not in backup.manifest.migrations
        assert any(part.table == "players_recoverycode" for part in backup.manifest.tables)

    restored = restore_backup(file, replace=True)

    assert restored.kept
    assert upgraded == (User.objects.count(), Event.objects.count())
    assert min(upgraded) > 0
    call_command("verify", quiet=True)


def test_where_nothing_is_to_migrate_or_to_lose_no_backup_is_written(
    empty_site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preparation, "_collect_static_files", lambda say: None)
    said: list[str] = []

    preparation.prepare(say=said.append)
    preparation.prepare(say=said.append)

    assert not (empty_site / "backups").exists()
    assert not any("backup" in line for line in said)


@pytest.mark.one_database
@pytest.mark.timeout(300)
def test_a_backup_that_fails_does_not_stop_the_upgrade(
    old_site: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(preparation, "_collect_static_files", lambda say: None)
    settings.BACKUP_DIR = old_site / "stick"
    said: list[str] = []

    preparation.prepare(say=said.append)

    assert BackupRun.objects.get().error
    assert any(line.startswith("No backup could be written before the upgrade") for line in said)
    assert Event.objects.exists()
