"""PostgreSQL keeps the history in one table for each year, below the one that everybody uses; SQLite in one table.

Years are those of UTC. What is older than the first of them lies in the table “earlier”, and a line whose year has no
table yet in “default”: nothing is ever refused.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from audit.triggers import TABLE, truncate_trigger

FIRST_YEAR: Final = 2026
EARLIER: Final = f"{TABLE}_earlier"
DEFAULT: Final = f"{TABLE}_default"
# Held by whoever makes tables of years; two of them must not make the same one.
LOCK_NUMBER: Final = int.from_bytes(b"history")

Statements = Iterator[str]

_PARTITIONS: Final = """
SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = %s::regclass ORDER BY 1
"""
_INDEXES: Final = """
SELECT i.relname, pg_get_indexdef(i.oid) FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
WHERE x.indrelid = %s::regclass AND NOT x.indisprimary ORDER BY 1
"""
_FOREIGN_KEYS: Final = """
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE conrelid = %s::regclass AND contype = 'f' AND conparentid = 0 ORDER BY 1
"""


class Definition(NamedTuple):
    """An index with its statement, or a constraint with what stands behind its name."""

    name: str
    sql: str


def table_of(year: int) -> str:
    return f"{TABLE}_{year}"


def new_year(year: int) -> str:
    return f"'{datetime(year, 1, 1, tzinfo=UTC).isoformat(sep=' ')}'"


def make_year(year: int) -> Statements:
    table = table_of(year)
    bounds = f"FROM ({new_year(year)}) TO ({new_year(year + 1)})"
    yield f"CREATE TABLE {table} PARTITION OF {TABLE} FOR VALUES {bounds}"
    yield truncate_trigger(table)


def make_default() -> Statements:
    yield f"CREATE TABLE {DEFAULT} PARTITION OF {TABLE} DEFAULT"
    yield truncate_trigger(DEFAULT)


def partitions(cursor: Any) -> list[str]:
    """The tables below; none if the history is one table."""
    cursor.execute(_PARTITIONS, [TABLE])
    return [name for (name,) in cursor.fetchall()]


def years_without_table(existing: list[str], now: datetime) -> list[int]:
    """This year and the next, but none that the table “earlier” reaches into."""
    if not existing:
        return []
    years = {int(name.rpartition("_")[2]) for name in existing if name not in (EARLIER, DEFAULT)}
    return [
        year for year in (now.year, now.year + 1) if year not in years and year > max(years, default=year - 1)
    ]


def indexes(cursor: Any) -> list[Definition]:
    cursor.execute(_INDEXES, [TABLE])
    return [Definition(*row) for row in cursor.fetchall()]


def foreign_keys(cursor: Any) -> list[Definition]:
    cursor.execute(_FOREIGN_KEYS, [TABLE])
    return [Definition(*row) for row in cursor.fetchall()]


def last_number(cursor: Any) -> int:
    """The highest that was given to a line so far."""
    cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [TABLE])
    (sequence,) = cursor.fetchone()
    cursor.execute(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}")  # noqa: S608  its own word
    (number,) = cursor.fetchone()
    return int(number)
