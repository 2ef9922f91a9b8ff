"""Fills a database with a large site: copies of one club that the services of the site have made.

    DATABASE_URL=postgres://… python -m bench.large_site.fill [--share 0.01] [--seed N]

A share of 1 is 100,000 events, 2 million people and 10 million games. The database has to be one of PostgreSQL without
clubs, by an account that may make another database beside it; `bench.scale` brings its own.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg

from bench.large_site.club import CLUB, ClubMaker, ClubPlan, do_waiting_jobs
from bench.large_site.copies import FIRST_NUMBER, NUMBERS_PER_TABLE, CopyWriter, Mark, RowCutter, TableRows
from bench.large_site.digests import find_digests
from scripts.throwaway import ThrowawayPostgres, ThrowawayRedis, folder_that_all_may_enter

CLUBS_OF_ALL: Final = 10_000
DAYS: Final = 3000
SEED: Final = 2026
# A quarter of the memory of a small server; the rest as PostgreSQL comes.
SETTINGS: Final = (
    "shared_buffers=2GB",
    "effective_cache_size=8GB",
    "maintenance_work_mem=512MB",
    "max_wal_size=8GB",
)
_TABLES: Final = """
SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1
"""
_COLUMNS: Final = """
SELECT column_name, data_type FROM information_schema.columns
WHERE table_schema = 'public' AND table_name = %s AND is_generated = 'NEVER' ORDER BY ordinal_position
"""
_FOREIGN_KEYS: Final = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace ORDER BY 1, 2
"""
_INDEXES: Final = """
SELECT i.relname, pg_get_indexdef(i.oid) FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
WHERE i.relnamespace = 'public'::regnamespace AND NOT i.relispartition
  AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.oid AND c.contype IN ('p', 'u')) ORDER BY 1
"""


class MadeClub(NamedTuple):
    """The rows of a club, cut at their marks."""

    rows: list[TableRows]
    cutter: RowCutter


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "GAMES_UPLOADS_PER_HOUR": "100000"}
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    fill(number_of_clubs(options.share), make_club(seed=options.seed), seed=options.seed)


def number_of_clubs(share: float) -> int:
    return max(1, round(share * CLUBS_OF_ALL))


@contextmanager
def large_site(folder: Path | None = None) -> Iterator[ThrowawayPostgres]:
    """Throw-away servers with the tables of a site, and a Django that uses them. Gone afterwards."""
    own = folder or folder_that_all_may_enter()
    redis = ThrowawayRedis(own / "redis", loses_nothing=False)
    postgres = ThrowawayPostgres(own / "postgres", settings=SETTINGS)
    try:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SECRET_KEY": "for-measuring-only-and-long-enough-to-be-taken-for-a-real-one-0123",
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "HTTPS": "0",
            "DEBUG": "0",
            "VAR_DIR": str(own / "var"),
            "DATABASE_URL": postgres.url,
            "REDIS_URL": redis.url,
            "GAMES_UPLOADS_PER_HOUR": "100000",
            "LOG_LEVEL": "WARNING",
        }
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", verbosity=0)
        yield postgres
        connections.close_all()
    finally:
        redis.stop()
        postgres.stop()
        shutil.rmtree(own, ignore_errors=True)


def fill(clubs: int, made: MadeClub, *, seed: int = SEED) -> None:
    """So many copies of the club into the database that Django is connected to, which has tables and no rows."""
    from players.models import Club

    if Club.objects.exists():
        raise SystemExit("There are clubs in this database already. Please choose an empty one.")
    with _timed(f"{clubs} clubs, all"):
        with _without_indexes() as rebuild:
            with _timed("copies of the club"):
                _write_copies(made, clubs, seed)
            with _timed("indexes and foreign keys"):
                rebuild()
        _execute("VACUUM ANALYZE")
        for kind in ("barragoon", "stratego"):
            with _timed(f"rating list of all clubs, {kind}"):
                _open_list_of_all_clubs(kind)
        _execute("VACUUM ANALYZE")


@contextmanager
def _timed(what: str) -> Iterator[None]:
    began = time.perf_counter()
    yield
    print(f"# {what}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)


def make_club(plan: ClubPlan = CLUB, *, seed: int = SEED) -> MadeClub:
    """Made in a database of its own beside the one that Django is connected to, which stays as it is."""
    from django.db import connection

    site = connection.settings_dict["NAME"]
    workshop = f"{site}_workshop"
    connection.close()  # nobody else may be there while it is copied
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{workshop}" TEMPLATE "{site}"')
    connection.settings_dict["NAME"] = workshop
    try:
        before = _counts()
        _number_rows_apart()
        with _timed("one club by the site's services"):
            ClubMaker(plan, seed).make()
        _give_up_unless_done()
        tables = [table for table, count in _counts().items() if count != before[table]]
        return _read_rows(tables)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = site
        _execute(f'DROP DATABASE "{workshop}" WITH (FORCE)')


def _counts() -> dict[str, int]:
    return {table: _query(f'SELECT count(*) FROM "{table}"')[0][0] for (table,) in _query(_TABLES)}  # noqa: S608


def _number_rows_apart() -> None:
    """Each table has numbers of its own that mean nothing else, wherever they are found."""
    for number, (table,) in enumerate(_query(_TABLES)):
        kinds = dict(_query(_COLUMNS, [table]))
        if kinds.get("id") == "bigint":
            start = FIRST_NUMBER + number * NUMBERS_PER_TABLE + 1
            _execute(f'ALTER TABLE "{table}" ALTER COLUMN id RESTART WITH {start}')


def _give_up_unless_done() -> None:
    from jobs.kinds import JOB_KINDS
    from jobs.models import WorkState

    for kind in JOB_KINDS:
        left = kind.model._default_manager.exclude(state=WorkState.DONE)
        for item in left[:1]:
            raise SystemExit(f"{kind.name}: {left.count()} are not done. {item.last_error}")


def _read_rows(tables: list[str]) -> MadeClub:
    kinds = {table: dict(_query(_COLUMNS, [table])) for table in tables}
    cutter = RowCutter(
        words_in_order=frozenset({("players_club", "search_key"), ("tournaments_event", "search_key")}),
        secrets=frozenset({("tournaments_entry", "code")}),
        bytes_columns=frozenset(
            (table, column) for table in tables for column, kind in kinds[table].items() if kind == "bytea"
        ),
    )
    find_digests(cutter)
    rows = [cutter.cut(table, tuple(kinds[table]), _read(table, tuple(kinds[table]))) for table in tables]
    return MadeClub(rows, cutter)


def _read(table: str, columns: tuple[str, ...]) -> list[list[str]]:
    names = ", ".join(f'"{column}"' for column in columns)
    statement = f'COPY (SELECT {names} FROM "{table}" ORDER BY 1) TO STDOUT'  # noqa: S608
    with _psycopg() as connection, connection.cursor() as cursor, cursor.copy(statement.encode()) as copy:
        text = b"".join(bytes(part) for part in copy).decode()
    return [line.split("\t") for line in text.split("\n")[:-1]]


def _write_copies(made: MadeClub, clubs: int, seed: int) -> None:
    """A connection for each table: the server takes them in at the same time."""
    rows = made.rows
    marks: set[Mark] = {mark for table in rows for mark in table.marks}
    writer = CopyWriter(marks, made.cutter, seed, days=DAYS)
    with ExitStack() as stack:
        sinks = []
        for table in rows:
            connection = stack.enter_context(_psycopg())
            cursor = stack.enter_context(connection.cursor())
            names = ", ".join(f'"{column}"' for column in table.columns)
            sinks.append(
                stack.enter_context(cursor.copy(f'COPY "{table.name}" ({names}) FROM STDIN'.encode()))
            )
        for number in range(clubs):
            values = writer.values(number)
            for table, sink in zip(rows, sinks, strict=True):
                sink.write(table.copied(values))
    for table in rows:
        if "id" in table.columns:
            sequence = f"pg_get_serial_sequence('\"{table.name}\"', 'id')"
            _execute(f'SELECT setval({sequence}, max(id)) FROM "{table.name}"')  # noqa: S608


@contextmanager
def _without_indexes() -> Iterator[Any]:
    """Indexes are built and keys are checked when all rows are there: that is many times as quick."""
    keys, indexes = _query(_FOREIGN_KEYS), _query(_INDEXES)
    for table, name, _ in keys:
        _execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    for name, _ in indexes:
        _execute(f'DROP INDEX "{name}"')

    def rebuild() -> None:
        for _, statement in indexes:
            _execute(statement.replace(" ON ONLY ", " ON "))
        for table, name, definition in keys:
            _execute(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}')

    yield rebuild


def _open_list_of_all_clubs(kind: str) -> None:
    from jobs.models import WorkState
    from players.models import Recomputation
    from players.rating_lists.services.pools import open_pool
    from players.ratings import Glicko2, store_system

    pool = open_pool(
        actor=None, name="All clubs", game=kind, club=None, system=store_system(Glicko2()), slug=kind
    )
    do_waiting_jobs()
    for item in Recomputation.objects.filter(pool=pool).exclude(state=WorkState.DONE):
        raise SystemExit(f"The list of all clubs was not computed: {kind}. {item.last_error}")


def _query(statement: str, values: list[Any] | None = None) -> list[Any]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _execute(statement: str) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement)


def _psycopg() -> psycopg.Connection[Any]:
    from django.db import connection

    return psycopg.connect(
        **{**connection.get_connection_params(), "cursor_factory": psycopg.Cursor, "context": None}
    )


if __name__ == "__main__":
    main()
