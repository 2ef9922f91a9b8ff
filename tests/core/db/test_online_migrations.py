"""Operations for large tables may be interrupted at any step, and are done when they are called again."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, models
from django.db.migrations.state import ModelState, ProjectState

from core.db.online_migrations import AddForeignKeyOnline

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

KEY = AddForeignKeyOnline(
    "row", "owner", models.ForeignKey("trial.Owner", on_delete=models.PROTECT, null=True, related_name="+")
)


@pytest.fixture
def before() -> Iterator[ProjectState]:
    """Two tables of their own, in the state before the operation."""
    state = ProjectState()
    for name in ("Owner", "Row"):
        state.add_model(ModelState("trial", name, [("id", models.BigAutoField(primary_key=True))]))
    tables = [state.apps.get_model("trial", name) for name in ("Owner", "Row")]
    with connection.schema_editor() as editor:
        for table in tables:
            editor.create_model(table)
    yield state
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE trial_row, trial_owner CASCADE")


class Interrupted(Exception):
    pass


def add_key(before: ProjectState, *, stop_at: str = "") -> None:
    after = before.clone()
    KEY.state_forwards("trial", after)
    with connection.schema_editor(atomic=False) as editor:
        execute = editor.execute

        def execute_or_stop(statement: Any, params: Any = ()) -> None:
            if stop_at and stop_at in str(statement):
                raise Interrupted
            execute(statement, params)

        editor.execute = execute_or_stop  # type: ignore[method-assign]
        KEY.database_forwards("trial", editor, before, after)


@pytest.mark.parametrize("step", ["ADD COLUMN", "VALIDATE CONSTRAINT", "DROP INDEX", "CREATE INDEX"])
def test_a_key_that_was_interrupted_is_whole_after_the_second_attempt(
    before: ProjectState, step: str
) -> None:
    with pytest.raises(Interrupted):
        add_key(before, stop_at=step)

    add_key(before)

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT convalidated FROM pg_constraint WHERE conrelid = 'trial_row'::regclass AND contype = 'f'"
        )
        assert cursor.fetchall() == [(True,)]
        cursor.execute(
            "SELECT indisvalid FROM pg_index WHERE indrelid = 'trial_row'::regclass AND NOT indisprimary"
        )
        assert cursor.fetchall() == [(True,)]
