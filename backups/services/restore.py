"""Restore a backup: build its database beside the site's, bring it up to date, and let it take the site's place."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.apps import apps
from django.conf import settings
from django.core.cache import caches
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from redis.exceptions import RedisError

from backups.archive import BackupReader
from backups.contributions import AFTER_RESTORE
from backups.errors import BackupRefused, DamagedBackup, first_line
from backups.files import new_file
from backups.layout import Layout, check_migrations_are_known, layout_of, unknown_apps
from backups.manifest import Manifest
from backups.pictures import picture_name, restore_pictures
from backups.running_site import site_is_stopped
from backups.scratch_database import Purpose, Scratch, as_default, scratch_database
from backups.services.backup import Progress, Say
from backups.site_settings import OF_THE_MACHINE, decrypt, env_lines, separate_secrets
from backups.table_loader import load_tables, match_tables
from jobs.services import forget_deliveries

# `migrate` fills these by itself.
_MADE_BY_MIGRATE: Final = ("django_content_type", "auth_permission")


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
    despite_connections: bool = False,
    passphrase: str = "",
    say: Say = lambda line: None,
    progress: Progress = lambda done, of: None,
) -> RestoredBackup:
    """Put what the backup has in the place of this site's database, or change nothing and raise BackupRefused.

    A database with rows in it gives way only with `replace`, and is kept. With a passphrase, the secrets are written to
    the file of settings as well.
    """
    with BackupReader(path) as backup, site_is_stopped(despite_connections=despite_connections):
        say(describe(backup.manifest))
        if not replace and (present := describe_present_site()):
            raise BackupRefused(
                f"{present} Say --replace to put the backup in its place; the former one is kept beside it."
            )
        given = read_settings(backup, passphrase)
        check_file(backup, say=say)
        with scratch_database(Purpose.RESTORE) as scratch:
            build(backup, scratch, say=say, progress=progress)
            pictures = restore_pictures(backup)
            say("Putting it in the place of the site's database …")
            try:
                kept = scratch.take_place()
            except BaseException:
                pictures.take_back()
                raise
        pictures.replace_taken(backup)
        _clear_caches()
        count = len(pictures.added) + len(pictures.taken)
        return RestoredBackup(backup.manifest, kept, count, write_settings(given))


def describe(manifest: Manifest) -> str:
    return (
        f"A backup of {manifest.made_at}, made by Kiebitz {manifest.site_version} on {manifest.database}: "
        f"{manifest.rows} rows of {len(manifest.tables)} tables and {len(manifest.pictures)} pictures."
    )


def describe_present_site() -> str:
    """What a restore would replace, in a sentence; empty if there is nothing to lose."""
    if connection.vendor == "sqlite" and not Path(str(connection.settings_dict["NAME"])).exists():
        return ""
    try:
        rows = _present_rows()
    except DatabaseError as error:
        if connection.vendor == "postgresql":
            raise
        return f"The database of this site cannot be read ({first_line(error)})."
    finally:
        connection.close()
    return f"The database of this site has {rows} rows." if rows else ""


def _present_rows() -> int:
    """Of the tables of our apps, whichever release they are of."""
    prefixes = tuple(f"{config.label}_" for config in apps.get_app_configs())
    quote = connection.ops.quote_name
    count = 0
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            if name.startswith(prefixes) and name not in _MADE_BY_MIGRATE:
                cursor.execute(f"SELECT count(*) FROM {quote(name)}")  # noqa: S608  the database's own word
                count += cursor.fetchone()[0]
    return count


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
            tables = match_tables(backup, layout)
            say("Making the tables of that release …")
            _migrate_to(layout)
            load_tables(backup, tables, progress=progress)
            say("Bringing them up to date …")
            call_command("migrate", interactive=False, verbosity=0)
            forget_deliveries()
            for step in AFTER_RESTORE:
                step()
        except DatabaseError as error:
            raise BackupRefused(
                f"The database refused it: {first_line(error)}. Nothing was changed."
            ) from error


def read_settings(backup: BackupReader, passphrase: str) -> Mapping[str, str]:
    manifest = backup.manifest
    given = backup.document(manifest.settings) if manifest.settings else {}
    if not isinstance(given, dict) or not all(isinstance(value, str) for value in given.values()):
        raise DamagedBackup("its settings cannot be read")
    if passphrase:
        if manifest.secrets is None:
            raise BackupRefused("The backup has no secrets: restore it without a passphrase.")
        document = backup.document(manifest.secrets)
        given |= decrypt(document, passphrase=passphrase, bound_to=manifest.fingerprint())
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


def _clear_caches() -> None:
    """What they have is of the former database. A cache that is away has nothing that anybody could ask for."""
    for cache in caches.all():
        try:
            cache.clear()
        except (RedisError, OSError):
            return
