"""A restored site is the site that was written: rows, numbers, constraints, triggers, files."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection, transaction
from pytest_django import DjangoDbBlocker

from audit.models import AuditEntry
from backups.archive import BackupReader
from backups.services.backup import write_backup
from backups.services.restore import RestoredBackup, restore_backup
from games.models import Upload
from jobs.models import WorkState
from players.models import LedgerLine, Person
from tests.backups.rows import CHANGED, rows_in
from tests.backups.sites import NEW_SITE, another_database, another_site

# The first test also makes the backup.
pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def restored(
    full_backup_file: Path, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RestoredBackup]:
    folder = tmp_path_factory.mktemp("restored")
    with django_db_blocker.unblock(), another_site(folder):
        yield restore_backup(full_backup_file)


def test_every_table_has_rows_and_all_of_them_come_back(
    restored: RestoredBackup, full_backup_file: Path, tmp_path: Path
) -> None:
    write_backup(tmp_path / "again.zip")

    before = rows_in(full_backup_file, without=CHANGED)
    after = rows_in(tmp_path / "again.zip", without=CHANGED)

    assert len(before) == len(restored.manifest.tables)
    assert all(before.values())
    assert before == after


def test_constraints_indexes_and_triggers_are_those_of_new_tables(
    restored: RestoredBackup, tmp_path: Path
) -> None:
    ours = _schema()
    with another_database(tmp_path, like=NEW_SITE):
        new = _schema()

    assert len(new) > 200
    assert ours == new


def _schema() -> set[str]:
    if connection.vendor == "sqlite":
        return {row[0] for row in _ask("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    questions = (
        """SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace""",
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
        "SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal",
        "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
        """SELECT table_name || column_name || data_type || coalesce(column_default, '') || is_nullable || is_identity
        FROM information_schema.columns WHERE table_schema = 'public'""",
    )
    # A definition that was read and written again may have its casts and brackets elsewhere.
    noise = re.compile(r"::(character varying|text)(\[\])?|[()\s]")
    return {noise.sub("", row[0]) for question in questions for row in _ask(question)}


def _ask(question: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchall()


@pytest.mark.usefixtures("restored")
def test_history_and_ledger_are_still_append_only() -> None:
    for model in (AuditEntry, LedgerLine):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            model._base_manager.all()._raw_delete(connection.alias)  # type: ignore[attr-defined]


@pytest.mark.usefixtures("restored")
def test_new_rows_get_new_numbers(full_backup_file: Path) -> None:
    with BackupReader(full_backup_file) as backup:
        (last,) = (table.last_number for table in backup.manifest.tables if table.table == "auth_group")

    assert last is not None
    with transaction.atomic():
        assert Group.objects.create(name="new").pk == last + 1
        transaction.set_rollback(True)


@pytest.mark.usefixtures("restored")
def test_everybody_signs_in_again_and_waiting_jobs_are_delivered_anew() -> None:
    waiting = Upload.objects.filter(state=WorkState.WAITING)

    assert not Session.objects.exists()
    assert _ask("SELECT count(*) FROM players_accountsession") == [(0,)]
    assert [item.enqueued_at for item in waiting] == [None] * waiting.count()


def test_photographs_come_along(restored: RestoredBackup) -> None:
    (person,) = Person.objects.exclude(photo="")
    names = [f"people/{person.photo[:2]}/{person.photo}-{size}.webp" for size in (384, 96)]

    assert restored.pictures == 2
    for name in names:
        with default_storage.open(name) as file:
            assert file.read(4) == b"RIFF"


@pytest.mark.usefixtures("restored")
def test_what_is_restored_can_be_read_by_its_owner_alone(full_backup_file: Path) -> None:
    assert full_backup_file.stat().st_mode & 0o777 == 0o600
    if connection.vendor == "sqlite":
        assert Path(connection.settings_dict["NAME"]).stat().st_mode & 0o077 == 0
