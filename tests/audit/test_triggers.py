"""The database itself refuses to change the history."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from audit import services, triggers
from audit.actions import Action
from audit.models import AuditEntry, HistoryIsAppendOnly
from players.models import Club, User

REFUSAL = "The history is append-only: lines are neither changed nor deleted."


@pytest.fixture
def entry(agnes: User, club: Club, renamed: Action) -> AuditEntry:
    with transaction.atomic():
        return services.record(
            actor=agnes, action=renamed, target=club, before={"name": "A"}, after={"name": "B"}
        )


def refused(statement: str, *parameters: Any) -> str:
    """The database's answer to a statement that it has to refuse."""
    with pytest.raises(IntegrityError) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, parameters)
    return str(caught.value).splitlines()[0]


COLUMNS = [field.column for field in AuditEntry._meta.concrete_fields]


@pytest.mark.parametrize("column", COLUMNS)
def test_no_column_of_a_line_can_be_changed(entry: AuditEntry, column: str) -> None:
    # To NULL, to another value, and to the value it has: setting is refused, whatever is set.
    other = {"actor_id": entry.actor_id, "before": '{"name": "C"}', "after": "{}"}.get(column, "7")
    if column == "when":
        other = "2020-02-02 02:02:02+00:00"

    assert refused(f'UPDATE {triggers.TABLE} SET "{column}" = %s', other) == REFUSAL  # noqa: S608


def test_a_line_cannot_be_deleted(entry: AuditEntry) -> None:
    assert refused(f"DELETE FROM {triggers.TABLE}") == REFUSAL  # noqa: S608
    assert AuditEntry.objects.count() == 1


def test_the_reference_to_an_account_can_only_be_removed_alone(entry: AuditEntry) -> None:
    statement = f"UPDATE {triggers.TABLE} SET actor_id = NULL, actor_name = 'Nobody'"  # noqa: S608

    assert refused(statement) == REFUSAL


def test_another_actor_cannot_be_put_in_place(entry: AuditEntry) -> None:
    other = User.objects.create_user("jorge@example.org", None, display_name="Jorge")

    assert refused(f"UPDATE {triggers.TABLE} SET actor_id = %s", other.pk) == REFUSAL  # noqa: S608


def test_a_deleted_account_leaves_its_name_in_the_history(entry: AuditEntry, agnes: User) -> None:
    agnes.delete()

    entry.refresh_from_db()
    assert (entry.actor_id, entry.actor_name, entry.after) == (None, "Agnes Brandt", {"name": "B"})


def test_an_actor_cannot_be_put_into_a_line_without_one(entry: AuditEntry, agnes: User) -> None:
    agnes.delete()
    other = User.objects.create_user("jorge@example.org", None, display_name="Jorge")

    assert refused(f"UPDATE {triggers.TABLE} SET actor_id = %s", other.pk) == REFUSAL  # noqa: S608


@pytest.mark.postgres
def test_the_table_cannot_be_truncated(entry: AuditEntry) -> None:
    with connection.cursor() as cursor:
        # Checks put off to the end of the transaction would be in the way of TRUNCATE.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")

    assert refused(f"TRUNCATE {triggers.TABLE}") == REFUSAL
    assert AuditEntry.objects.count() == 1


def test_a_row_cannot_be_replaced(entry: AuditEntry) -> None:
    """On PostgreSQL the key is in the way; on SQLite REPLACE would delete the row without a word."""
    verb = "REPLACE" if connection.vendor == "sqlite" else "INSERT"
    columns = ", ".join(f'"{column}"' for column in COLUMNS)

    answer = refused(f"{verb} INTO {triggers.TABLE} ({columns}) SELECT {columns} FROM {triggers.TABLE}")  # noqa: S608

    expected = {
        "sqlite": REFUSAL,
        "postgresql": "duplicate key value violates unique constraint",
    }
    assert answer.startswith(expected[connection.vendor])


def test_the_model_says_so_before_the_database_has_to(entry: AuditEntry) -> None:
    attempts: list[Callable[[], Any]] = [
        entry.save,
        entry.delete,
        AuditEntry.objects.all().delete,
        partial(AuditEntry.objects.update, reason="none"),
        partial(AuditEntry.objects.bulk_update, [entry], ["reason"]),
    ]
    for attempt in attempts:
        with pytest.raises(HistoryIsAppendOnly, match="record another one that corrects it"):
            attempt()


@pytest.mark.django_db(transaction=True)
def test_the_tests_can_empty_the_history_and_it_is_protected_again(
    entry: AuditEntry, club: Club, renamed: Action
) -> None:
    call_command("flush", interactive=False, verbosity=0)
    assert AuditEntry.objects.count() == 0

    club = Club.objects.create(name="Lapwing", slug="lapwing")
    with transaction.atomic():
        services.record(actor=None, action=renamed, target=club, before={}, after={})
    assert refused(f"DELETE FROM {triggers.TABLE}") == REFUSAL  # noqa: S608
    assert refused(f"UPDATE {triggers.TABLE} SET reason = 'none'") == REFUSAL  # noqa: S608


@pytest.mark.django_db(transaction=True)
def test_the_migration_can_be_taken_back_and_applied_again(entry: AuditEntry) -> None:
    call_command("migrate", "audit", "0001", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {triggers.TABLE} SET reason = 'unprotected'")  # noqa: S608
    call_command("migrate", "audit", verbosity=0)

    assert refused(f"DELETE FROM {triggers.TABLE}") == REFUSAL  # noqa: S608
    assert refused(f"UPDATE {triggers.TABLE} SET reason = 'none'") == REFUSAL  # noqa: S608
