"""Many rows and many values at once, in the database's quickest way.

`insert_rows` writes rows inside the caller's transaction and asks no defaults of the models: each row names every
column, but for an id that the database gives. `Game.objects.filter(pk__any_of=keys)` looks for hundreds of values.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, JSONField, Model
from django.db.models.lookups import In
from django.db.models.sql.compiler import SQLCompiler

Row = dict[str, Any]


def reserve_ids(model: type[Model], count: int) -> list[int]:
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
    # The driver's own errors come out of a COPY: callers know Django's.
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.set_types([_column_type(field) for field in fields])
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


def _column_type(field: Field[Any, Any]) -> str:
    """The column's type as PostgreSQL calls it, without what bounds it."""
    return str(field.db_type(connection)).partition("(")[0]


class PostgresArray(NamedTuple):
    """Whole numbers or words as PostgreSQL reads an array: one text instead of a parameter for each."""

    type: str
    text: str

    @classmethod
    def of(cls, values: Iterable[int | str]) -> "PostgresArray":
        values = list(values)
        if all(type(value) is int for value in values):
            return cls("bigint[]", f"{{{','.join(map(str, values))}}}")
        words = ",".join([f'"{_escape(str(value))}"' for value in values])
        return cls("text[]", f"{{{words}}}")


class AnyOf(In):
    """Like `in`, for columns of numbers and of words. PostgreSQL gets the values as one and not one by one."""

    lookup_name = "any_of"
    prepare_rhs = False

    def get_prep_lookup(self) -> list[Any]:
        return list(self.rhs)

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        if not self.rhs:
            raise EmptyResultSet
        column, parameters = self.process_lhs(compiler, connection)
        values = PostgresArray.of(self.rhs)
        return f"{column} = ANY(%s::{values.type})", (*parameters, values.text)


def _escape(word: str) -> str:
    if "\\" not in word and '"' not in word:
        return word
    return word.replace("\\", "\\\\").replace('"', '\\"')
