"""Restore a backup: build its database beside the site's, bring it up to date, and let it take the site's place."""

import fcntl
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.cache import caches
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from redis.exceptions import RedisError

from backups.archive import BackupReader, new_file
from backups.errors import BackupRefused, DamagedBackup
from backups.layout import Layout, check_migrations_are_known, layout_of, unknown_apps
from backups.loading import load_tables
from backups.manifest import Manifest
from backups.pictures import picture_name, replace_pictures, restore_pictures
from backups.scratch import Scratch, as_default, scratch_database
from backups.services.writing import Progress, Say
from backups.site_settings import OF_THE_MACHINE, decrypt, env_lines, separate_secrets
from backups.snapshot import open_snapshot
from core.registry import Registry
from jobs.services import forget_deliveries

# What apps have to do in a database that has just been restored, before anybody uses it.
AFTER_RESTORE: Final = Registry[Callable[[], object]]("steps after a restore")
# `migrate` fills these by itself.
_MADE_BY_MIGRATE: Final = ("contenttypes.contenttype", "auth.permission")


@dataclass(frozen=True)
class RestoredBackup:
    manifest: Manifest
    kept: str
    """Where the former database is; empty if there was none."""
    pictures: int
    settings_file: Path | None
    """What the settings of the backup are, if they are not those of this site."""


def restore_backup(
    path: Path,
    *,
    replace: bool = False,
    passphrase: str = "",
    say: Say = lambda line: None,
    progress: Progress = lambda done, of: None,
) -> RestoredBackup:
    """Put what the backup has in the place of this site's database, or change nothing and raise BackupRefused.

    A database with rows in it gives way only with `replace`, and is kept. With a passphrase, the secrets are written to
    the file of settings as well.
    """
    with BackupReader(path) as backup, _site_is_stopped():
        say(describe(backup.manifest))
        if not replace and (rows := present_rows()):
            raise BackupRefused(
                f"The database of this site has {rows} rows: say --replace to put the backup in its place. "
                "It is kept beside it."
            )
        given = read_settings(backup, passphrase)
        check_file(backup, say=say)
        with scratch_database("restoring") as scratch:
            build(backup, scratch, say=say, progress=progress)
            pictures, taken = restore_pictures(backup)
            say("Putting it in the place of the site's database …")
            kept = scratch.take_place()
        replace_pictures(backup, taken)
        _clear_caches()
        return RestoredBackup(backup.manifest, kept, pictures + len(taken), write_settings(given))


def describe(manifest: Manifest) -> str:
    return (
        f"A backup of {manifest.made_at}, made by Kiebitz {manifest.site_version} on {manifest.database}: "
        f"{manifest.rows} rows of {len(manifest.tables)} tables and {len(manifest.pictures)} pictures."
    )


def present_rows() -> int:
    """How many rows the site's database has that a restore would replace."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and not Path(name).exists():
        return 0
    with open_snapshot() as snapshot:
        applied = snapshot.applied_migrations()
        tables = layout_of(applied).tables if applied else ()
        return sum(snapshot.count(table) for table in tables if table.label not in _MADE_BY_MIGRATE)


def check_file(backup: BackupReader, *, say: Say) -> None:
    """Every part is what was written, and its tables can be known: before anything is begun."""
    check_migrations_are_known(backup.manifest.migrations)
    for picture in backup.manifest.pictures:
        picture_name(picture)
    for _ in backup.check():
        pass
    say(f"All {len(backup.manifest.parts)} parts of the file are as they were written.")


def build(backup: BackupReader, scratch: Scratch, *, say: Say, progress: Progress) -> None:
    """In the scratch database: the tables of that time, their rows, and then all migrations that came since."""
    manifest = backup.manifest
    with as_default(scratch.settings):
        try:
            for app in sorted(unknown_apps(manifest.migrations)):
                say(f"The tables of {app} are left out: this release has none of them.")
            layout = layout_of(manifest.migrations)
            say("Making the tables of that release …")
            _migrate_to(layout)
            load_tables(backup, layout, progress=progress)
            say("Bringing them up to date …")
            call_command("migrate", interactive=False, verbosity=0)
            forget_deliveries()
            for step in AFTER_RESTORE:
                step()
        except DatabaseError as error:
            reason = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise BackupRefused(f"The database refused it: {reason}. Nothing was changed.") from error


def read_settings(backup: BackupReader, passphrase: str) -> Mapping[str, str]:
    manifest = backup.manifest
    given = dict(backup.document(manifest.settings)) if manifest.settings else {}
    if passphrase:
        if manifest.secrets is None:
            raise BackupRefused("The backup has no secrets: restore it without a passphrase.")
        document = backup.document(manifest.secrets)
        given |= decrypt(document, passphrase=passphrase, bound_to=manifest.fingerprint())
    if not all(isinstance(value, str) for value in given.values()):
        raise DamagedBackup("its settings cannot be read")
    return given


def write_settings(given: Mapping[str, str]) -> Path | None:
    """Beside the database, for somebody to look at: what is in force on this machine stays so."""
    present = settings.BACKUP_SETTINGS()
    shown = separate_secrets(present).open
    of_the_site = {name: value for name, value in given.items() if name not in OF_THE_MACHINE}
    if all(value in (present.get(name), shown.get(name)) for name, value in of_the_site.items()):
        return None
    path = Path(settings.VAR_DIR) / f"restored-{datetime.now(UTC):%Y%m%d-%H%M%S}.env"
    lines = [
        "# Settings of the site that was restored. Copy what you want to keep into .env.",
        *env_lines(given),
        "",
    ]
    with new_file(path, overwrite=True) as stream:
        stream.write("\n".join(lines).encode())
    return path


def _migrate_to(layout: Layout) -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([(migration.app, migration.name) for migration in layout.migrations])


@contextmanager
def _site_is_stopped() -> Iterator[None]:
    """`make run` holds this lock as long as it runs; nobody can start it while we hold it.

    On PostgreSQL the site may run: its tables change places in one transaction.
    """
    if connection.vendor == "postgresql":
        yield
        return
    var = Path(settings.VAR_DIR)
    var.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(var / "serve.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BackupRefused(
                f"Kiebitz is running with its data in {var}: stop it (Ctrl-C), restore, and start it again."
            ) from None
        yield


def _clear_caches() -> None:
    """What they have is of the former database. A cache that is away has nothing that anybody could ask for."""
    for cache in caches.all():
        try:
            cache.clear()
        except (RedisError, OSError):
            return
