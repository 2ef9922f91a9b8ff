"""Writing many rows of a table at once, in the database's quickest way.

Models' own defaults are not asked: each row names every column. Inside the caller's transaction.
"""

import json
from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import Model

Row = dict[str, Any]


def new_ids(model: type[Model], count: int) -> list[int]:
    """Ids that nobody else will get, in rising order."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)", [table, count]
            )
            return sorted(number for (number,) in cursor.fetchall())
        # The transaction holds the write lock; the sequence follows the largest id that was ever written.
        cursor.execute("SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = %s", [table])
        (last,) = cursor.fetchone()
    return list(range(last + 1, last + 1 + count))


def insert_rows(model: type[Model], rows: Sequence[Row]) -> None:
    """All rows have the same keys: the columns, as the model's `attname`s."""
    if not rows:
        return
    if connection.vendor != "postgresql":
        model._default_manager.bulk_create([model(**row) for row in rows])
        return
    names = list(rows[0])
    columns = ", ".join(connection.ops.quote_name(_column(model, name)) for name in names)
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row([_plain(value) for value in row.values()])


def _column(model: type[Model], name: str) -> str:
    field = next(field for field in model._meta.concrete_fields if field.attname == name)
    return str(field.column)


def _plain(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, dict | list) else value
