"""Fill the tables of a scratch database from a backup, with every constraint and trigger standing afterwards.

Rows come as they were: triggers would only do again what they did then, and indexes are made faster at once than row by
row. So both are taken away from the empty tables and put back, as they were, when the rows are there; the database then
checks every row.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol

from django.db import DatabaseError, IntegrityError, connection

from backups.archive import BackupReader
from backups.contributions import LEFT_OUT
from backups.errors import BackupRefused, DamagedBackup, first_line
from backups.layout import Column, Layout, Table, unknown_apps
from backups.manifest import TablePart
from backups.values import (
    INTO_POSTGRESQL,
    INTO_SQLITE,
    ColumnType,
    Conversion,
    rewritten_json,
)

Progress = Callable[[int, int], object]
PROGRESS_EVERY: Final = 500


def load_tables(backup: BackupReader, tables: list[tuple[Table, TablePart]], *, progress: Progress) -> None:
    """Into the tables of the default connection, which a migration has just made."""
    loader: _Loader = _PostgresqlLoader() if connection.vendor == "postgresql" else _SqliteLoader()
    statements = loader.take_away([table for table, _ in tables])
    done, total = 0, backup.manifest.rows
    for table, part in tables:

        def step(rows: int, before: int = done) -> None:
            if rows % PROGRESS_EVERY == 0:
                progress(before + rows, total)

        conversions = loader.conversions(part.columns, from_database=backup.manifest.database)
        rows = _rows(backup, part, conversions, step)
        try:
            # The drivers are called without Django in between.
            with connection.wrap_database_errors:
                loader.insert(table, part.columns, rows)
        except (DatabaseError, ValueError, OverflowError) as error:
            raise BackupRefused(
                f"The rows of {table.name} cannot be stored here: {first_line(error)}. Nothing was changed."
            ) from error
        if table.counts_by_itself and (part.rows or part.last_number):
            loader.continue_after(table, part.last_number or 1)
        done += part.rows
        progress(done, total)
    try:
        loader.put_back(statements)
    except IntegrityError as error:
        raise DamagedBackup(f"its rows do not fit together ({first_line(error)})") from error


def match_tables(backup: BackupReader, layout: Layout) -> list[tuple[Table, TablePart]]:
    """Those of the backup with those of its migrations. What either release leaves out stays empty."""
    gone = unknown_apps(backup.manifest.migrations)
    parts = {
        part.table: part
        for part in backup.manifest.tables
        if part.model.partition(".")[0] not in gone and part.model not in LEFT_OUT
    }
    tables = {table.name: table for table in layout.tables if table.label not in backup.manifest.left_out}
    for name in sorted(parts.keys() ^ tables.keys()):
        raise DamagedBackup(f"its table {name} does not go with its migrations")
    for name, part in parts.items():
        if not part.fits(tables[name]):
            raise DamagedBackup(f"the columns of {name} do not go with its migrations")
    return [(table, parts[name]) for name, table in tables.items()]


def _rows(
    backup: BackupReader,
    part: TablePart,
    conversions: list[tuple[int, Conversion]],
    step: Callable[[int], None],
) -> Iterator[list[Any]]:
    width, count = len(part.columns), 0
    for line in backup.lines(part.part):
        try:
            row = json.loads(line)
            if not isinstance(row, list) or len(row) != width:
                raise ValueError
            for place, conversion in conversions:
                if row[place] is not None:
                    row[place] = conversion(row[place])
        except (ValueError, TypeError) as error:
            raise DamagedBackup(f"row {count + 1} of {part.table} cannot be read") from error
        count += 1
        step(count)
        yield row
    if count != part.rows:
        raise DamagedBackup(f"{part.table} has {count} of its {part.rows} rows")


class _Loader(Protocol):
    def take_away(self, tables: list[Table]) -> list[str]:
        """Triggers, indexes and foreign keys; the statements that put them back."""

    def insert(self, table: Table, columns: tuple[Column, ...], rows: Iterator[list[Any]]) -> None: ...
    def continue_after(self, table: Table, number: int) -> None: ...
    def put_back(self, statements: list[str]) -> None: ...
    def conversions(
        self, columns: tuple[Column, ...], *, from_database: str
    ) -> list[tuple[int, Conversion]]: ...


class _SqliteLoader:
    def take_away(self, tables: list[Table]) -> list[str]:
        connection.disable_constraint_checking()
        names = {table.name for table in tables}
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT type, name, tbl_name, sql FROM sqlite_master "
                "WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type, name"
            )
            found = [row for row in cursor.fetchall() if row[2] in names]
            for kind, name, _table, _statement in found:
                cursor.execute(f'DROP {kind.upper()} "{name}"')
        return [statement for _kind, _name, _table, statement in found]

    def insert(self, table: Table, columns: tuple[Column, ...], rows: Iterator[list[Any]]) -> None:
        marks = ", ".join(["?"] * len(columns))
        # Django's cursor would look at every statement for its log, and has no way to take rows as they come.
        database = connection.connection
        database.execute("BEGIN")
        database.execute(f"DELETE FROM {_quoted(table.name)}")  # noqa: S608  what a migration may have put there
        database.executemany(f"INSERT INTO {_quoted(table.name)} ({_names(columns)}) VALUES ({marks})", rows)  # noqa: S608
        database.execute("COMMIT")

    def continue_after(self, table: Table, number: int) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table.name])
            highest = f"max(%s, coalesce((SELECT max({_quoted(table.key)}) FROM {_quoted(table.name)}), 0))"  # noqa: S608
            cursor.execute(
                f"INSERT INTO sqlite_sequence (name, seq) VALUES (%s, {highest})",  # noqa: S608
                [table.name, number],
            )

    def put_back(self, statements: list[str]) -> None:
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
        connection.check_constraints()
        connection.enable_constraint_checking()

    def conversions(self, columns: tuple[Column, ...], *, from_database: str) -> list[tuple[int, Conversion]]:
        # PostgreSQL writes documents in a way of its own.
        more = {ColumnType.JSON: rewritten_json} if from_database == "postgresql" else {}
        return _chosen(columns, {**INTO_SQLITE, **more})


class _PostgresqlLoader:
    """In the schema that the connection looks at."""

    FOREIGN_KEYS: Final = """
        SELECT c.relname, k.conname, pg_get_constraintdef(k.oid)
        FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
        WHERE k.contype = 'f' AND k.conparentid = 0 AND c.relnamespace = current_schema()::regnamespace
        ORDER BY 1, 2
    """
    INDEXES: Final = """
        SELECT t.relname, i.relname, pg_get_indexdef(i.oid) FROM pg_index x
        JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
        WHERE i.relnamespace = current_schema()::regnamespace AND NOT i.relispartition
          AND i.relkind = 'i' AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.oid)
        ORDER BY 1, 2
    """

    def take_away(self, tables: list[Table]) -> list[str]:
        names = {table.name for table in tables}
        put_back = []
        with connection.cursor() as cursor:
            for table, name, definition in self._found(cursor, self.FOREIGN_KEYS, names):
                cursor.execute(f"ALTER TABLE {_quoted(table)} DROP CONSTRAINT {_quoted(name)}")
                put_back.append(f"ALTER TABLE {_quoted(table)} ADD CONSTRAINT {_quoted(name)} {definition}")
            indexes = self._found(cursor, self.INDEXES, names)
            for _table, name, _definition in indexes:
                cursor.execute(f"DROP INDEX {_quoted(name)}")
            for name in sorted(names):
                cursor.execute(f"ALTER TABLE {_quoted(name)} DISABLE TRIGGER USER")
        switch_on = [f"ALTER TABLE {_quoted(name)} ENABLE TRIGGER USER" for name in sorted(names)]
        return [*(definition for _table, _name, definition in indexes), *put_back, *switch_on]

    def insert(self, table: Table, columns: tuple[Column, ...], rows: Iterator[list[Any]]) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {_quoted(table.name)}")  # noqa: S608  what a migration may have put there
            with cursor.copy(f"COPY {_quoted(table.name)} ({_names(columns)}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)

    def continue_after(self, table: Table, number: int) -> None:
        highest = f"greatest(%s, (SELECT max({_quoted(table.key)}) FROM {_quoted(table.name)}))"  # noqa: S608
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence(%s, %s), {highest})",
                [_quoted(table.name), table.key, number],
            )

    def put_back(self, statements: list[str]) -> None:
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)

    def conversions(self, columns: tuple[Column, ...], *, from_database: str) -> list[tuple[int, Conversion]]:
        return _chosen(columns, INTO_POSTGRESQL)

    @staticmethod
    def _found(cursor: Any, question: str, names: set[str]) -> list[tuple[str, str, str]]:
        cursor.execute(question)
        return [row for row in cursor.fetchall() if row[0] in names]


def _chosen(
    columns: tuple[Column, ...], conversions: Mapping[ColumnType, Conversion]
) -> list[tuple[int, Conversion]]:
    return [
        (place, conversions[column.type])
        for place, column in enumerate(columns)
        if column.type in conversions
    ]


def _names(columns: tuple[Column, ...]) -> str:
    return ", ".join(_quoted(column.name) for column in columns)


def _quoted(name: str) -> str:
    """Names of our own migrations; those of the file have been compared with them."""
    return connection.ops.quote_name(name)
