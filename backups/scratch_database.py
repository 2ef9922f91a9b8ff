"""A database beside the site's, of the same kind: a backup is restored there, and takes the site's place at the end.

On SQLite it is a file beside the site's. On PostgreSQL it is a schema of the site's database, for which the owner of
the database needs no further rights, and tables change places in one transaction. What was there before is kept.
"""

import copy
import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Protocol

from django.contrib.contenttypes.models import ContentType
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from backups.errors import BackupRefused
from backups.files import PRIVATE_FILE, sync_file
from backups.schema_swap import move_schema

LOCK_NUMBER: Final = 0x6B696562  # "kieb"; other programs on the server have other numbers
SQLITE_SUFFIXES: Final = ("", "-wal", "-shm", "-journal")


class Purpose(StrEnum):
    RESTORE = "restore"
    VERIFICATION = "verification"


class Scratch(Protocol):
    settings: dict[str, Any]
    """As Django wants them in DATABASES."""

    def take_place(self) -> str:
        """Become the site's database at once. Where the former one is kept; empty if there was none."""


@contextmanager
def scratch_database(purpose: Purpose) -> Iterator[Scratch]:
    """An empty one, which is gone at the end unless it has taken the site's place. One at a time for each purpose."""
    site = connections[DEFAULT_DB_ALIAS]
    scratch = _postgresql if site.vendor == "postgresql" else _sqlite
    with scratch(copy.deepcopy(site.settings_dict), purpose) as made:
        yield made


@contextmanager
def as_default(settings: dict[str, Any]) -> Iterator[None]:
    """Inside, everything that asks the site's database asks this one: migrations and `verify` know no other.

    Only for commands and jobs, which have their process for themselves: it is done as Django's test runner does it.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    before = connection.settings_dict
    connection.close()
    connection.settings_dict = settings
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict = before
        ContentType.objects.clear_cache()


def kept_name() -> str:
    return f"before_restore_{datetime.now(UTC):%Y%m%d_%H%M%S}"


def _busy() -> BackupRefused:
    return BackupRefused("Another restore or verification is going on: wait until it is done.")


# --- SQLite ----------------------------------------------------------------------------------------


@contextmanager
def _sqlite(settings: dict[str, Any], purpose: Purpose) -> Iterator[Scratch]:
    site = Path(settings["NAME"])
    site.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = site.with_name(f"{site.name}.{purpose}")
    with _locked(site.with_name(f"{site.name}.{purpose}.lock")):
        _remove(file)  # left by one that was killed
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE_FILE))
        settings["NAME"] = str(file)
        # Nothing of it counts until the end, when it is written to the disk as a whole.
        settings["OPTIONS"] = settings["OPTIONS"] | {
            "init_command": "PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=OFF; PRAGMA cache_size=-32000;"
        }
        try:
            yield _SqliteScratch(settings, site, file)
        finally:
            _remove(file)


class _SqliteScratch:
    def __init__(self, settings: dict[str, Any], site: Path, file: Path) -> None:
        self.settings = settings
        self._site = site
        self._file = file

    def take_place(self) -> str:
        sync_file(self._file)
        kept = ""
        if self._site.exists():
            _close_log(self._site)
            kept = str(self._site.with_name(f"{self._site.name}.{kept_name()}"))
            _link_or_copy(self._site, Path(kept))
            # Beside a file that was no database there may still be logs, which are not those of the new one.
            for suffix in SQLITE_SUFFIXES[1:]:
                with suppress(FileNotFoundError):
                    Path(f"{self._site}{suffix}").rename(f"{kept}{suffix}")
        self._file.replace(self._site)  # at no moment is there no database
        sync_file(self._site)
        return kept


def _close_log(file: Path) -> None:
    """Everything that was committed goes into the file itself, which takes that nobody else has it open."""
    try:
        with closing(sqlite3.connect(file, timeout=5, isolation_level=None)) as connection:
            (mode,) = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise
        mode = "wal"
    except sqlite3.DatabaseError:
        return  # no database at all: it is kept as it is
    if mode != "delete":
        raise BackupRefused(f"{file} is in use: stop the site, then restore again. Nothing was changed.")


def _link_or_copy(file: Path, other: Path) -> None:
    try:
        os.link(file, other)
    except OSError:  # as on the file systems of memory sticks
        try:
            shutil.copy2(file, other)
        except OSError as error:
            other.unlink(missing_ok=True)
            raise BackupRefused(
                f"{file} cannot be kept as {other.name} ({error.strerror}): make room. Nothing was changed."
            ) from error


def _remove(file: Path) -> None:
    for suffix in SQLITE_SUFFIXES:
        Path(f"{file}{suffix}").unlink(missing_ok=True)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE)) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(lock.fileno()).st_ino != path.stat().st_ino:  # its last owner has just removed it
                raise BlockingIOError
        except OSError:
            raise _busy() from None
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


# --- PostgreSQL ------------------------------------------------------------------------------------


@contextmanager
def _postgresql(settings: dict[str, Any], purpose: Purpose) -> Iterator[Scratch]:
    schema = f"kiebitz_{purpose}"
    control = connections[DEFAULT_DB_ALIAS].copy()
    try:
        with control.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s, hashtext(%s))", [LOCK_NUMBER, schema])
            if cursor.fetchone() != (True,):
                raise _busy()
            cursor.execute("SELECT current_schema()")
            (home,) = cursor.fetchone()
            cursor.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")  # left by one that was killed
            try:
                cursor.execute(f"CREATE SCHEMA {schema}")
            except DatabaseError as error:
                raise BackupRefused(
                    "The role of the site may not make a schema in its database: let it own the database, or "
                    f"GRANT CREATE ON DATABASE to it ({str(error).strip().splitlines()[0]})."
                ) from error
        try:
            yield _PostgresqlScratch(_inside(settings, schema), control, schema=schema, home=home)
        finally:
            with suppress(DatabaseError), control.cursor() as cursor:
                cursor.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")
    finally:
        control.close()


def _inside(settings: dict[str, Any], schema: str) -> dict[str, Any]:
    options = dict(settings["OPTIONS"])
    options.pop("pool", None)  # its connections look elsewhere
    options["options"] = f"{options.get('options', '')} -c search_path={schema}".strip()
    return settings | {"OPTIONS": options}


class _PostgresqlScratch:
    def __init__(self, settings: dict[str, Any], control: Any, *, schema: str, home: str) -> None:
        self.settings = settings
        self._control = control
        self._schema = schema
        self._home = home
        self._check()

    def _check(self) -> None:
        """A pooler in between may drop what we ask of the connection; then everything would go to the site's tables."""
        with as_default(self.settings), connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute("SELECT current_schema()")
            if cursor.fetchone() != (self._schema,):
                raise BackupRefused(
                    "The connection does not take its search_path, as through a PgBouncer: name PostgreSQL itself in "
                    "DATABASE_URL for this command."
                )

    def take_place(self) -> str:
        kept = kept_name()
        if move_schema(self._control, self._schema, home=self._home, kept=kept):
            return f"schema {kept}"
        return ""
