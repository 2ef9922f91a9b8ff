"""The triggers by which the database itself keeps the ledger from being changed.

Versions, periods and lines can be added and read, nothing else, with one exception: a period that a later version
recomputes gets its end once (`until_version`, from NULL to a number); every other column stays as it is.

No setting switches this off: see `core.db.append_only`.
"""

from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

from core.db.append_only import AppendOnly, sqlite_triggers

_VERSIONS: Final = "players_listversion"
_PERIODS: Final = "players_ratedperiod"
_LINES: Final = "players_ledgerline"
TABLES: Final = (_VERSIONS, _PERIODS, _LINES)
_REFUSAL: Final = "The ledger is append-only: lines are neither changed nor deleted."

_POSTGRESQL_INSTALL: Final = [
    f"""
    CREATE OR REPLACE FUNCTION rating_ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '{_REFUSAL}' USING ERRCODE = 'restrict_violation';
    END $$
    """,
    f"""
    CREATE OR REPLACE FUNCTION rating_period_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'UPDATE' AND OLD.until_version IS NULL AND NEW.until_version IS NOT NULL
           AND to_jsonb(NEW) - 'until_version' = to_jsonb(OLD) - 'until_version' THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION '{_REFUSAL}' USING ERRCODE = 'restrict_violation';
    END $$
    """,
    *(
        f"CREATE TRIGGER ledger_rows_stay BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {function}()"
        for table, function in (
            (_VERSIONS, "rating_ledger_refuse"),
            (_PERIODS, "rating_period_refuse"),
            (_LINES, "rating_ledger_refuse"),
        )
    ),
    *(
        f"CREATE TRIGGER ledger_table_stays BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION rating_ledger_refuse()"
        for table in TABLES
    ),
]
_POSTGRESQL_REMOVE: Final = [
    *(
        f"DROP TRIGGER {name} ON {table}"
        for table in TABLES
        for name in ("ledger_rows_stay", "ledger_table_stays")
    ),
    "DROP FUNCTION rating_ledger_refuse()",
    "DROP FUNCTION rating_period_refuse()",
]

_SQLITE_REMOVE: Final = [
    *(f"DROP TRIGGER {table}_{what}" for table in TABLES for what in ("stays", "is_new", "is_kept")),
    f"DROP TRIGGER {_PERIODS}_is_replaced_once",
]


def _sqlite_install(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        columns = [column.name for column in connection.introspection.get_table_description(cursor, _PERIODS)]
    # SQLite cannot compare whole rows, so the columns that stay are named.
    fixed = ", ".join(f'"{column}"' for column in columns if column != "until_version")
    changes = {_VERSIONS: "UPDATE", _PERIODS: f"UPDATE OF {fixed}", _LINES: "UPDATE"}
    triggers = {f"{table}_stays": f"{change} ON {table}" for table, change in changes.items()}
    triggers[f"{_PERIODS}_is_replaced_once"] = (
        f"UPDATE OF until_version ON {_PERIODS} WHEN OLD.until_version IS NOT NULL OR NEW.until_version IS NULL"
    )
    for table in TABLES:
        # REPLACE removes the row in its way without asking the trigger for DELETE, so INSERT is watched too.
        triggers[f"{table}_is_new"] = f"INSERT ON {table} WHEN NEW.id IN (SELECT id FROM {table})"  # noqa: S608
        triggers[f"{table}_is_kept"] = f"DELETE ON {table}"
    return sqlite_triggers(_REFUSAL, triggers)


PROTECTION: Final = AppendOnly(
    tables=TABLES,
    postgresql_install=_POSTGRESQL_INSTALL,
    postgresql_remove=_POSTGRESQL_REMOVE,
    sqlite_install=_sqlite_install,
    sqlite_remove=_SQLITE_REMOVE,
)
