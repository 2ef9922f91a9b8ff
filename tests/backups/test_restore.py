"""What a restore refuses, and that nothing has changed then; what it replaces is kept."""

import fcntl
import json
import resource
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection

from backups.errors import BackupRefused, DamagedBackup
from backups.services.restore import restore_backup
from players.models import Club
from tests.backups.rewriting import rewrite_table
from tests.backups.sites import PASSPHRASE

# The first test also makes the backup.
pytestmark = pytest.mark.timeout(300)


@contextmanager
def nothing_changes(folder: Path) -> Iterator[None]:
    Club.objects.update(place="as it was")
    before = _files(folder)
    yield
    connection.close()
    assert _files(folder) == before
    assert set(Club.objects.values_list("place", flat=True)) == {"as it was"}
    assert _schemas() == ["public"]


def _files(folder: Path) -> set[Path]:
    changing = ("-wal", "-shm", "serve.lock")
    return {path for path in folder.rglob("*") if not path.name.endswith(changing)}


def _schemas() -> list[str]:
    if connection.vendor == "sqlite":
        return ["public"]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nspname FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema)' ORDER BY 1"
        )
        return [row[0] for row in cursor.fetchall()]


def test_a_site_with_rows_does_not_give_way_by_itself(demo_site: Path, backup_file: Path) -> None:
    with nothing_changes(demo_site), pytest.raises(CommandError, match="Say --replace"):
        call_command("restore", str(backup_file))


def test_nothing_is_restored_under_a_running_site(demo_site: Path, backup_file: Path) -> None:
    with (demo_site / "serve.lock").open("w") as lock, nothing_changes(demo_site):
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(BackupRefused, match="Kiebitz is running"):
            restore_backup(backup_file, replace=True)


@pytest.mark.postgres
def test_nothing_is_restored_while_others_are_connected(demo_site: Path, backup_file: Path) -> None:
    with (
        nothing_changes(demo_site),
        psycopg.connect(_address()),
        pytest.raises(BackupRefused, match="1 other connections use the database"),
    ):
        restore_backup(backup_file, replace=True)


def _address() -> str:
    parameters = connection.get_connection_params()
    keys = ("host", "port", "user", "dbname")
    return " ".join(f"{key}={parameters[key]}" for key in keys if key in parameters)


def test_the_wrong_passphrase_opens_nothing(demo_site: Path, backup_file: Path) -> None:
    with nothing_changes(demo_site), pytest.raises(BackupRefused, match="passphrase"):
        restore_backup(backup_file, replace=True, passphrase="another passphrase")


def test_a_backup_of_a_newer_release_is_refused(demo_site: Path, backup_file: Path, tmp_path: Path) -> None:
    newer = _with_manifest(
        backup_file, tmp_path, lambda manifest: manifest["migrations"].append(["players", "9999_later"])
    )

    with nothing_changes(demo_site), pytest.raises(BackupRefused, match="players 9999_later"):
        restore_backup(newer, replace=True)


def test_tables_that_do_not_go_with_their_migrations_are_refused(
    demo_site: Path, backup_file: Path, tmp_path: Path
) -> None:
    def rename(manifest: Any) -> None:
        (table,) = (table for table in manifest["tables"] if table["table"] == "auth_group")
        table["columns"][0]["name"] = "other"

    with nothing_changes(demo_site), pytest.raises(DamagedBackup, match="columns of auth_group"):
        restore_backup(_with_manifest(backup_file, tmp_path, rename), replace=True)


def _with_manifest(backup: Path, folder: Path, change: Callable[[Any], object]) -> Path:
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(folder / "changed.zip", "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "manifest.json":
                manifest = json.loads(content)
                change(manifest)
                content = json.dumps(manifest).encode()
            new.writestr(name, content)
    return folder / "changed.zip"


def test_rows_that_do_not_fit_together_are_refused(
    demo_site: Path, backup_file: Path, tmp_path: Path
) -> None:
    """With the right digests: the database itself looks at every row."""

    def leave_the_club(row: dict[str, Any]) -> None:
        row["club_id"] = 4711

    forged = rewrite_table(backup_file, tmp_path / "forged.zip", "players_membership", leave_the_club)

    with nothing_changes(demo_site), pytest.raises(BackupRefused):
        restore_backup(forged, replace=True)


def test_a_disk_that_is_full_changes_nothing(demo_site: Path, backup_file: Path) -> None:
    """No file may grow beyond 300 kB: on PostgreSQL these are the pictures, on SQLite the database as well."""
    for name in default_storage.listdir("people")[0]:
        for file in default_storage.listdir(f"people/{name}")[1]:
            default_storage.delete(f"people/{name}/{file}")
    most = 300_000 if connection.vendor == "sqlite" else 100
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)

    with nothing_changes(demo_site):
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, limits[1]))
        try:
            with pytest.raises(BackupRefused, match="Nothing was changed"):
                restore_backup(backup_file, replace=True)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_what_is_replaced_is_kept_and_settings_and_secrets_are_written_down(
    demo_site: Path, backup_file: Path, settings: Any
) -> None:
    Club.objects.update(place="before the restore")
    (demo_site / "file.txt").write_text(f"{PASSPHRASE}\n")
    settings.BACKUP_SETTINGS = lambda: {"ALLOWED_HOSTS": "elsewhere.example.org"}

    call_command(
        "restore",
        str(backup_file),
        "--replace",
        "--secrets",
        "--passphrase-file",
        str(demo_site / "file.txt"),
    )

    assert set(Club.objects.values_list("place", flat=True)).isdisjoint({"before the restore"})
    assert _kept_places(demo_site) == {"before the restore"}
    (written,) = demo_site.glob("restored-*.env")
    assert written.stat().st_mode & 0o777 == 0o600
    assert "SECRET_KEY=tests-only" in written.read_text()
    assert "\n#DATABASE_URL=" in written.read_text()


def _kept_places(folder: Path) -> set[str]:
    if connection.vendor == "sqlite":
        import sqlite3

        (file,) = folder.glob("kiebitz.sqlite3.before_restore_*")
        with closing(sqlite3.connect(file)) as database:
            return {row[0] for row in database.execute("SELECT place FROM players_club")}
    (schema,) = (name for name in _schemas() if name.startswith("before_restore_"))
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT place FROM "{schema}".players_club')  # noqa: S608
        return {row[0] for row in cursor.fetchall()}
