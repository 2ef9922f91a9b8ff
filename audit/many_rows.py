"""Writing many rows of a table at once, in the database's quickest way.

Models' own defaults are not asked: each row names every column, but for an id that the database gives. Inside the
caller's transaction.
"""

import json
from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import Field, JSONField, Model

Row = dict[str, Any]


def new_ids(model: type[Model], count: int) -> list[int]:
    """Ids that nobody else will get, in rising order."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(own.name) FROM generate_series(1, %s), "
                "(SELECT pg_get_serial_sequence(%s, 'id')::regclass AS name OFFSET 0) AS own",
                [count, table],
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
    from psycopg.types.json import Jsonb  # a site on SQLite starts sooner without it

    by_name = {field.attname: field for field in model._meta.concrete_fields}
    fields = [by_name[name] for name in rows[0]]
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    json_at = [place for place, field in enumerate(fields) if isinstance(field, JSONField)]
    table = connection.ops.quote_name(model._meta.db_table)
    written: dict[int, Jsonb] = {}  # by the id of a value: many rows share one
    # In binary nobody spells numbers, days and bytes, and nobody has to read them.
    statement = f"COPY {table} ({columns}) FROM STDIN WITH (FORMAT BINARY)"
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.set_types([_type_of(field) for field in fields])
        for row in rows:
            values = list(row.values())
            for place in json_at:
                value = values[place]
                if value is not None:
                    text = written.get(id(value))
                    if text is None:
                        text = written[id(value)] = Jsonb(json.dumps(value), dumps=str)
                    values[place] = text
            copy.write_row(values)


def _type_of(field: Field[Any, Any]) -> str:
    """The column's type as PostgreSQL calls it, without what bounds it."""
    return str(field.db_type(connection)).partition("(")[0]
