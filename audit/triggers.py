"""The triggers by which the database itself keeps the history from being changed.

Rows can be added and read, nothing else, with two exceptions. When an account is deleted, the reference to it becomes
NULL. And names can be redacted, as `audit.services.redact_names` does: REDACTED takes their place. Nothing else can be
put there, nothing else of a row changes, and what is redacted stays so.

No setting switches this off: see `core.db.append_only`.
"""

from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

from audit.changes import REDACTED
from core.db.append_only import AppendOnly, sqlite_triggers

TABLE: Final = "audit_auditentry"
# What can be redacted: columns that hold a name, and keys of the values before and after that do.
NAME_COLUMNS: Final = ("actor_name", "target_name")
VALUE_COLUMNS: Final = ("before", "after")
NAME_KEYS: Final = ("name", "sort_name", "display_name", "profile", "merged_into")
REFUSAL: Final = "The history is append-only: lines are neither changed nor deleted."

_KEYS: Final = ", ".join(f"'{key}'" for key in NAME_KEYS)
_MAY_CHANGE: Final = ", ".join(f"'{column}'" for column in ("actor_id", *NAME_COLUMNS, *VALUE_COLUMNS))


def truncate_trigger(table: str) -> str:
    """Of rows a partition takes over the triggers of its table; of statements it does not."""
    return (
        f"CREATE TRIGGER audit_table_stays BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse()"
    )


_POSTGRESQL_INSTALL: Final = [
    f"""
    CREATE OR REPLACE FUNCTION audit_only_blacked_out(old_values jsonb, new_values jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE AS $$
        SELECT NOT EXISTS (
            SELECT 1 FROM jsonb_each(old_values) o FULL JOIN jsonb_each(new_values) n USING (key)
            WHERE n.value IS DISTINCT FROM o.value
              AND NOT (o.value IS NOT NULL AND key IN ({_KEYS})
                       AND COALESCE(n.value = to_jsonb('{REDACTED}'::text), false))
        )
    $$
    """,  # noqa: S608  made of constants
    f"""
    CREATE OR REPLACE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE'
           AND to_jsonb(NEW) IS DISTINCT FROM to_jsonb(OLD)
           AND to_jsonb(NEW) - ARRAY[{_MAY_CHANGE}] = to_jsonb(OLD) - ARRAY[{_MAY_CHANGE}]
           AND (NEW.actor_id IS NULL OR NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id)
           AND NEW.actor_name IN (OLD.actor_name, '{REDACTED}')
           AND NEW.target_name IN (OLD.target_name, '{REDACTED}')
           AND audit_only_blacked_out(OLD.before, NEW.before)
           AND audit_only_blacked_out(OLD.after, NEW.after) THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'restrict_violation';
    END $$
    """,
    f"""
    CREATE TRIGGER audit_rows_stay BEFORE UPDATE OR DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION audit_refuse()
    """,
    truncate_trigger(TABLE),
]
# Older versions of the protection had fewer parts: what is not there need not be removed.
_POSTGRESQL_REMOVE: Final = [
    f"DROP TRIGGER IF EXISTS audit_rows_stay ON {TABLE}",
    f"DROP TRIGGER IF EXISTS audit_table_stays ON {TABLE}",
    "DROP FUNCTION IF EXISTS audit_refuse()",
    "DROP FUNCTION IF EXISTS audit_only_blacked_out(jsonb, jsonb)",
]

_SQLITE_REMOVE: Final = [
    f"DROP TRIGGER IF EXISTS {name}"
    for name in (
        "audit_rows_stay",
        "audit_actor_stays",
        "audit_rows_are_new",
        "audit_rows_are_kept",
        *(f"audit_{column}_stays" for column in (*NAME_COLUMNS, *VALUE_COLUMNS)),
    )
]


def _sqlite_install(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        columns = [column.name for column in connection.introspection.get_table_description(cursor, TABLE)]
    # SQLite cannot compare whole rows, so the columns that stay are named.
    may_change = {"actor_id", *NAME_COLUMNS, *VALUE_COLUMNS}
    fixed = ", ".join(f'"{column}"' for column in columns if column not in may_change)
    # REPLACE removes the row in its way without asking the trigger for DELETE, so INSERT is watched too.
    triggers = {
        "audit_rows_stay": f"UPDATE OF {fixed} ON {TABLE}",
        "audit_actor_stays": f"UPDATE OF actor_id ON {TABLE} WHEN NEW.actor_id IS NOT NULL",
        "audit_rows_are_new": f"INSERT ON {TABLE} WHEN NEW.id IN (SELECT id FROM {TABLE})",  # noqa: S608
        "audit_rows_are_kept": f"DELETE ON {TABLE}",
        **{
            f"audit_{column}_stays": f"UPDATE OF {column} ON {TABLE} WHEN NEW.{column} IS NOT '{REDACTED}'"
            for column in NAME_COLUMNS
        },
        **{
            f"audit_{column}_stays": f'UPDATE OF "{column}" ON {TABLE} WHEN {_sqlite_rewritten(column)}'
            for column in VALUE_COLUMNS
        },
    }
    return sqlite_triggers(REFUSAL, triggers)


def _sqlite_rewritten(column: str) -> str:
    """Whether the values are others than before, apart from names that were redacted."""
    same = "n.key = o.key AND n.type = o.type AND n.value IS o.value"
    black = f"n.key = o.key AND n.key IN ({_KEYS}) AND n.value IS '{REDACTED}'"
    old, new = f'json_each(OLD."{column}") o', f'json_each(NEW."{column}") n'
    return (
        f'OLD."{column}" IS NEW."{column}"'  # noqa: S608  made of constants
        f" OR EXISTS (SELECT 1 FROM {new} WHERE NOT EXISTS (SELECT 1 FROM {old} WHERE ({same}) OR ({black})))"
        f" OR EXISTS (SELECT 1 FROM {old} WHERE NOT EXISTS (SELECT 1 FROM {new} WHERE n.key = o.key))"
    )


PROTECTION: Final = AppendOnly(
    tables=[TABLE],
    postgresql_install=_POSTGRESQL_INSTALL,
    postgresql_remove=_POSTGRESQL_REMOVE,
    sqlite_install=_sqlite_install,
    sqlite_remove=_SQLITE_REMOVE,
)
