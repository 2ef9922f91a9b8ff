"""Operations of migrations for large tables: nobody waits for them who reads or writes there.

On PostgreSQL an index is built, and a constraint checked, beside those who write; tables are locked for a moment only.
Such a migration says `atomic = False`, since each step ends before the next begins, and may be interrupted: whatever
the first attempt left behind is found or replaced by the second. On SQLite, which has one writer at a time, they are
Django's own. docs/upgrading.md has the rules.
"""

from collections.abc import Callable
from typing import Any, Final

from django.db import NotSupportedError, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddConstraint, AddField, AddIndex, AlterField, RunPython
from django.db.migrations.state import StateApps

ROWS_AT_A_TIME: Final = 5000


class AddFieldOnline(AddField):
    """In a transaction of its own. A column that is there already stays."""

    atomic = True

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        if not _has_column(schema_editor, model, model._meta.get_field(self.name).column):
            super().database_forwards(app_label, schema_editor, from_state, to_state)


class AlterFieldOnline(AlterField):
    """In a transaction of its own."""

    atomic = True


class AddForeignKeyOnline(AddField):
    """A key that may be NULL: the column, its index, and the constraint, one after the other."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        field = model._meta.get_field(self.name)
        is_there = _has_column(schema_editor, model, field.column)
        if not _is_online(schema_editor):
            if not is_there:
                super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        target, names = field.remote_field.model, schema_editor.quote_name
        table, column = model._meta.db_table, field.column
        index = schema_editor._create_index_name(table, [column])  # type: ignore[attr-defined]
        constraint = schema_editor._create_index_name(table, [column], suffix="_fk")  # type: ignore[attr-defined]
        if not is_there:
            schema_editor.execute(
                f"ALTER TABLE {names(table)} "
                f"ADD COLUMN {names(column)} {field.db_type(schema_editor.connection)} NULL, "
                f"ADD CONSTRAINT {names(constraint)} FOREIGN KEY ({names(column)}) REFERENCES "
                f"{names(target._meta.db_table)} ({names(target._meta.pk.column)}) "
                "DEFERRABLE INITIALLY DEFERRED NOT VALID"
            )
        # Both are quick if they were done before, and an index that was interrupted is there and of no use.
        schema_editor.execute(f"ALTER TABLE {names(table)} VALIDATE CONSTRAINT {names(constraint)}")
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {names(index)}")
        schema_editor.execute(f"CREATE INDEX CONCURRENTLY {names(index)} ON {names(table)} ({names(column)})")


class AddIndexOnline(AddIndex):
    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        name = schema_editor.quote_name(self.index.name)
        if not _is_online(schema_editor):
            schema_editor.execute(f"DROP INDEX IF EXISTS {name}")
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        # One that was interrupted is there, and of no use.
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        model = to_state.apps.get_model(app_label, self.model_name)
        schema_editor.add_index(model, self.index, concurrently=True)  # type: ignore[call-arg]


class AddConstraintOnline(AddConstraint):
    """A check, or a unique constraint of plain columns without a condition."""

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        if not _is_online(schema_editor):
            if not _has_constraint(schema_editor, model, self.constraint.name):
                super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        names = schema_editor.quote_name
        table, name = names(model._meta.db_table), names(self.constraint.name)
        schema_editor.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name}")
        if isinstance(self.constraint, models.CheckConstraint):
            statement = self.constraint.create_sql(model, schema_editor)
            schema_editor.execute(f"{statement} NOT VALID", params=None)
            schema_editor.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")
            return
        columns = ", ".join(
            names(model._meta.get_field(field).column) for field in _plain_fields(self.constraint)
        )
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        schema_editor.execute(f"CREATE UNIQUE INDEX CONCURRENTLY {name} ON {table} ({columns})")
        schema_editor.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} UNIQUE USING INDEX {name}")


class RewriteInBatches(RunPython):
    """Calls `rewrite(rows)` with a few rows at a time, by their keys, each time in a transaction of its own.

    It may meet rows again that it has rewritten: after an interruption it begins anew.
    """

    def __init__(
        self, model: str, rewrite: Callable[[Any, StateApps], None], *, rows_at_a_time: int = ROWS_AT_A_TIME
    ) -> None:
        app_label, model_name = model.split(".")

        def rewrite_all(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
            rows = apps.get_model(app_label, model_name)._default_manager.order_by("pk")
            last = rows.values_list("pk", flat=True).first()
            while last is not None:
                keys = list(rows.filter(pk__gte=last).values_list("pk", flat=True)[: rows_at_a_time + 1])
                batch = rows.filter(pk__gte=last)
                last = keys[rows_at_a_time] if len(keys) > rows_at_a_time else None
                rewrite(batch.order_by() if last is None else batch.filter(pk__lt=last).order_by(), apps)

        super().__init__(rewrite_all, RunPython.noop, atomic=False)


def _is_online(schema_editor: BaseDatabaseSchemaEditor) -> bool:
    """Whether it has to be done beside those who write."""
    if schema_editor.connection.vendor != "postgresql":
        return False
    if schema_editor.connection.in_atomic_block:
        raise NotSupportedError("A migration with operations for large tables says: atomic = False.")
    return True


def _has_column(schema_editor: BaseDatabaseSchemaEditor, model: type[models.Model], column: str) -> bool:
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        description = connection.introspection.get_table_description(cursor, model._meta.db_table)
    return column in {found.name for found in description}


def _has_constraint(schema_editor: BaseDatabaseSchemaEditor, model: type[models.Model], name: str) -> bool:
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        return name in connection.introspection.get_constraints(cursor, model._meta.db_table)


def _plain_fields(constraint: models.BaseConstraint) -> tuple[str, ...]:
    if not isinstance(constraint, models.UniqueConstraint) or constraint.condition or constraint.expressions:
        raise NotSupportedError(
            f"{constraint.name} cannot be added beside those who write: add a unique index."
        )
    return tuple(constraint.fields)
