"""Write a backup: one moment of the database, the pictures, and the settings."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings

from backups.archive import SECRETS, SETTINGS, BackupWriter
from backups.contributions import LEFT_OUT
from backups.errors import BackupRefused
from backups.files import new_file
from backups.layout import layout_of
from backups.manifest import Manifest, TablePart
from backups.pictures import write_pictures
from backups.site_settings import check_passphrase, encrypt, separate_secrets
from backups.snapshot import BatchSize, Row, Snapshot, open_snapshot

Say = Callable[[str], object]
Progress = Callable[[int, int], object]
_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


@dataclass(frozen=True)
class WrittenBackup:
    path: Path
    manifest: Manifest

    @property
    def size(self) -> int:
        return self.path.stat().st_size


def default_path() -> Path:
    """In a folder of the site, named after this moment."""
    return Path(settings.VAR_DIR) / "backups" / f"kiebitz-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.zip"


def write_backup(
    path: Path,
    *,
    passphrase: str = "",
    overwrite: bool = False,
    say: Say = lambda line: None,
    progress: Progress = lambda done, of: None,
) -> WrittenBackup:
    """Everything as it is at this moment, into one new file, while the site goes on. Memory does not grow with it.

    Secrets are in it only with a passphrase. `say` gets a sentence now and then, `progress` how many of all rows are
    done. Raises BackupRefused, and leaves no file then. An existing file is replaced only with `overwrite`.
    """
    if passphrase:
        check_passphrase(passphrase)
    with (
        new_file(path, overwrite=overwrite) as stream,
        BackupWriter(stream) as backup,
        open_snapshot() as snapshot,
    ):
        manifest = _write(backup, snapshot, passphrase=passphrase, say=say, progress=progress)
    return WrittenBackup(path, manifest)


def _write(
    backup: BackupWriter, snapshot: Snapshot, *, passphrase: str, say: Say, progress: Progress
) -> Manifest:
    applied = snapshot.applied_migrations()
    if not applied:
        raise BackupRefused("There is nothing to back up: the database has no tables yet.")
    layout = layout_of(applied)
    manifest = Manifest(
        site_version=settings.VERSION,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        database=snapshot.database,
        migrations=layout.migrations,
        left_out=dict(LEFT_OUT.items()),
    )
    # Pictures first: the less time between the database's moment and them, the fewer are replaced in between.
    pictures = tuple(write_pictures(backup))
    total = sum(snapshot.count(table) for table in layout.tables)
    say(f"Saving {total} rows of {len(layout.tables)} tables and {len(pictures)} pictures …")
    tables: list[TablePart] = []
    done = 0
    for table in layout.tables:
        with backup.part(f"tables/{table.name}.jsonl") as part:
            rows, batch_size = 0, BatchSize(table)
            for batch in snapshot.rows(table, batch_size):
                lines = _lines(batch)
                part.write(lines)
                batch_size.learn(len(batch), len(lines))
                rows += len(batch)
                progress(done + rows, total)
        done += rows
        tables.append(
            TablePart(
                table.name, table.label, table.columns, rows, snapshot.last_number(table), part.finished()
            )
        )
    given = separate_secrets(settings.BACKUP_SETTINGS())
    manifest = replace(
        manifest,
        tables=tuple(tables),
        pictures=pictures,
        settings=backup.document(SETTINGS, given.open),
    )
    if passphrase:
        document = encrypt(given.secrets, passphrase=passphrase, bound_to=manifest.fingerprint())
        manifest = replace(manifest, secrets=backup.document(SECRETS, document))
    backup.close(manifest)
    return manifest


def _lines(rows: list[Row]) -> bytes:
    return ("\n".join(map(_encode, rows)) + "\n").encode()
