"""The rows of one moment, read while others go on writing."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import quote

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from backups.errors import BackupRefused, first_line
from backups.layout import Column, Migration, Table
from backups.values import FROM_POSTGRESQL, FROM_SQLITE, ColumnType, Conversion, exact_decimal

Row = list[Any]


class BatchSize:
    """How many rows are read at a time: as many as take up a megabyte, whatever they hold."""

    BYTES: Final = 1024 * 1024
    MAX_ROWS: Final = 500
    MAX_BINARY_ROWS: Final = 50  # a small one may be followed by very large ones

    def __init__(self, table: Table) -> None:
        binary = any(column.type is ColumnType.BINARY for column in table.columns)
        self._max_rows = self.MAX_BINARY_ROWS if binary else self.MAX_ROWS
        self.rows = 10

    def learn(self, rows: int, size: int) -> None:
        self.rows = max(1, min(self._max_rows, 4 * self.rows, rows * self.BYTES // max(size, 1)))


class Snapshot(Protocol):
    """All that is asked of it is as it was when it began."""

    database: str

    def applied_migrations(self) -> set[Migration]: ...
    def count(self, table: Table) -> int: ...
    def last_number(self, table: Table) -> int | None: ...
    def rows(self, table: Table, batch: BatchSize) -> Iterator[list[Row]]: ...


@contextmanager
def open_snapshot() -> Iterator[Snapshot]:
    """Of the site's database, by a connection of its own. Nobody waits for it, and it waits for nobody."""
    opened = _postgresql if connections[DEFAULT_DB_ALIAS].vendor == "postgresql" else _sqlite
    try:
        with opened() as snapshot:
            yield snapshot
    except (DatabaseError, sqlite3.DatabaseError) as error:
        raise BackupRefused(f"The database cannot be read ({first_line(error)}).") from error


@contextmanager
def _sqlite() -> Iterator[Snapshot]:
    # Not Django's connection: its transactions take the write lock when they begin. This one only reads; in WAL mode
    # writers do not notice it.
    name = str(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"])
    # A file that is not there is not made.
    address = f"file:{quote(str(Path(name).absolute()))}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, timeout=20, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute(
            "SELECT count(*) FROM sqlite_master"
        ).fetchone()  # the snapshot begins with the first look
        yield _SqliteSnapshot(connection)
        connection.execute("ROLLBACK")


@contextmanager
def _postgresql() -> Iterator[Snapshot]:
    connection = connections[DEFAULT_DB_ALIAS].copy()
    try:
        connection.connect()
        connection.set_autocommit(False)
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield _PostgresqlSnapshot(connection)
        connection.rollback()
    finally:
        connection.close()


class _SqliteSnapshot:
    database = "sqlite"

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def applied_migrations(self) -> set[Migration]:
        if not self._has_table("django_migrations"):
            return set()
        return {
            Migration(*row) for row in self._connection.execute("SELECT app, name FROM django_migrations")
        }

    def count(self, table: Table) -> int:
        return int(self._connection.execute(_count(table)).fetchone()[0])

    def last_number(self, table: Table) -> int | None:
        if not self._has_table("sqlite_sequence"):
            return None
        question = "SELECT seq FROM sqlite_sequence WHERE name = ?"
        found = self._connection.execute(question, [table.name]).fetchone()
        return int(found[0]) if found else None

    def rows(self, table: Table, batch: BatchSize) -> Iterator[list[Row]]:
        with closing(self._connection.execute(_select(table))) as cursor:
            batches = iter(lambda: cursor.fetchmany(batch.rows), [])
            yield from _converted(batches, table.columns, FROM_SQLITE)

    def _has_table(self, name: str) -> bool:
        question = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        return self._connection.execute(question, [name]).fetchone() is not None


class _PostgresqlSnapshot:
    database = "postgresql"

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def applied_migrations(self) -> set[Migration]:
        if self._first("SELECT to_regclass('django_migrations')") is None:
            return set()
        with self._connection.cursor() as cursor:
            cursor.execute("SELECT app, name FROM django_migrations")
            return {Migration(*row) for row in cursor.fetchall()}

    def count(self, table: Table) -> int:
        return int(self._first(_count(table)))

    def last_number(self, table: Table) -> int | None:
        if not table.counts_by_itself:
            return None
        sequence = self._first("SELECT pg_get_serial_sequence(%s, %s)", f'"{table.name}"', table.key)
        if sequence is None:
            return None
        used = self._first(f"SELECT CASE WHEN is_called THEN last_value END FROM {sequence}")  # noqa: S608  its own word
        return None if used is None else int(used)

    def rows(self, table: Table, batch: BatchSize) -> Iterator[list[Row]]:
        # A cursor of the server: the client never has more than the rows of one batch.
        with self._connection.chunked_cursor() as cursor:
            cursor.execute(_select(table))
            batches = iter(lambda: cursor.fetchmany(batch.rows), [])
            yield from _converted(batches, table.columns, FROM_POSTGRESQL)

    def _first(self, question: str, *values: Any) -> Any:
        with self._connection.cursor() as cursor:
            cursor.execute(question, values or None)
            found = cursor.fetchone()
        return found[0] if found else None


def _converted(
    batches: Iterable[list[Any]], columns: tuple[Column, ...], conversions: Mapping[ColumnType, Conversion]
) -> Iterator[list[Row]]:
    needed = [(place, conversion) for place, conversion in _conversions(columns, conversions) if conversion]
    for batch in batches:
        rows = [list(row) for row in batch]
        for place, conversion in needed:
            for row in rows:
                if row[place] is not None:
                    row[place] = conversion(row[place])
        yield rows


def _conversions(
    columns: tuple[Column, ...], conversions: Mapping[ColumnType, Conversion]
) -> Iterator[tuple[int, Conversion | None]]:
    for place, column in enumerate(columns):
        if column.type is ColumnType.DECIMAL:
            yield place, exact_decimal(column.places)
        else:
            yield place, conversions.get(column.type)


# The names below come from our own migrations, never from a file.
def _count(table: Table) -> str:
    return f'SELECT count(*) FROM "{table.name}"'  # noqa: S608


def _select(table: Table) -> str:
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    return f'SELECT {columns} FROM "{table.name}" ORDER BY "{table.key}"'  # noqa: S608
