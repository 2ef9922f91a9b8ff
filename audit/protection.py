"""The triggers by which the database itself keeps the history from being changed.

Rows can be added and read, nothing else, with one exception: when an account is deleted, the reference to it becomes
NULL; every other column stays as it is.

Nobody can switch this off by a setting: whoever has to (a test that empties all tables, an operator who must remove
something by a court's order) takes the triggers away and puts them back, as `lift` and `restore` do, and needs the
rights of the table's owner for it.
"""

from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE: Final = "audit_auditentry"
_REFUSAL: Final = "The history is append-only: lines are neither changed nor deleted."

_POSTGRESQL_INSTALL: Final = [
    f"""
    CREATE OR REPLACE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' AND OLD.actor_id IS NOT NULL AND NEW.actor_id IS NULL
           AND to_jsonb(NEW) - 'actor_id' = to_jsonb(OLD) - 'actor_id' THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION '{_REFUSAL}' USING ERRCODE = 'restrict_violation';
    END $$
    """,
    f"""
    CREATE TRIGGER audit_rows_stay BEFORE UPDATE OR DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION audit_refuse()
    """,
    f"""
    CREATE TRIGGER audit_table_stays BEFORE TRUNCATE ON {TABLE}
    FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse()
    """,
]
_POSTGRESQL_REMOVE: Final = [
    f"DROP TRIGGER audit_rows_stay ON {TABLE}",
    f"DROP TRIGGER audit_table_stays ON {TABLE}",
    "DROP FUNCTION audit_refuse()",
]
_POSTGRESQL_LIFT: Final = [f"ALTER TABLE {TABLE} DISABLE TRIGGER USER"]
_POSTGRESQL_RESTORE: Final = [f"ALTER TABLE {TABLE} ENABLE TRIGGER USER"]

_SQLITE_RAISE: Final = f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
_SQLITE_REMOVE: Final = [
    f"DROP TRIGGER {name}"
    for name in ("audit_rows_stay", "audit_actor_stays", "audit_rows_are_new", "audit_rows_are_kept")
]


def install(connection: BaseDatabaseWrapper) -> list[str]:
    """The statements that put the table under protection: for a migration that creates or rebuilds it.

    SQLite rebuilds a table to change its columns and loses the triggers: such a migration has to install them again.
    """
    return _POSTGRESQL_INSTALL if connection.vendor == "postgresql" else _sqlite_install(connection)


def remove(connection: BaseDatabaseWrapper) -> list[str]:
    return _POSTGRESQL_REMOVE if connection.vendor == "postgresql" else _SQLITE_REMOVE


def lift(connection: BaseDatabaseWrapper) -> list[str]:
    """The statements after which rows can be removed, until those of `restore`: both in one transaction."""
    # On SQLite a trigger cannot be disabled, only dropped and made again.
    return _POSTGRESQL_LIFT if connection.vendor == "postgresql" else _SQLITE_REMOVE


def restore(connection: BaseDatabaseWrapper) -> list[str]:
    return _POSTGRESQL_RESTORE if connection.vendor == "postgresql" else _sqlite_install(connection)


def _sqlite_install(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        columns = [column.name for column in connection.introspection.get_table_description(cursor, TABLE)]
    # SQLite cannot compare whole rows, so the columns that stay are named.
    fixed = ", ".join(f'"{column}"' for column in columns if column != "actor_id")
    # REPLACE removes the row in its way without asking the trigger for DELETE, so INSERT is watched too.
    triggers = {
        "audit_rows_stay": f"UPDATE OF {fixed} ON {TABLE}",
        "audit_actor_stays": f"UPDATE OF actor_id ON {TABLE} WHEN NEW.actor_id IS NOT NULL",
        "audit_rows_are_new": f"INSERT ON {TABLE} WHEN NEW.id IN (SELECT id FROM {TABLE})",  # noqa: S608
        "audit_rows_are_kept": f"DELETE ON {TABLE}",
    }
    return [f"CREATE TRIGGER {name} BEFORE {event} {_SQLITE_RAISE}" for name, event in triggers.items()]
