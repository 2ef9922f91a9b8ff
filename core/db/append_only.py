"""Tables that the database itself keeps from being changed: which statements put the triggers there and take them away.

Nobody can switch a protection off by a setting: who has to (a test that empties all tables, an operator who must
remove something by a court's order) takes the triggers away and puts them back, as `lift` and `restore` do, and needs
the rights of the tables' owner for it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db.backends.base.base import BaseDatabaseWrapper

Statements = list[str]


@dataclass(frozen=True)
class AppendOnly:
    """Each method gives the statements to run. What SQLite needs depends on the columns that a table has."""

    tables: Sequence[str]
    postgresql_install: Statements
    postgresql_remove: Statements
    sqlite_install: Callable[[BaseDatabaseWrapper], Statements]
    sqlite_remove: Statements

    def install(self, connection: BaseDatabaseWrapper) -> Statements:
        """For a migration that creates or rebuilds a table.

        SQLite rebuilds a table to change its columns and loses the triggers: such a migration installs them again.
        """
        return self.postgresql_install if _is_postgresql(connection) else self.sqlite_install(connection)

    def remove(self, connection: BaseDatabaseWrapper) -> Statements:
        return self.postgresql_remove if _is_postgresql(connection) else self.sqlite_remove

    def lift(self, connection: BaseDatabaseWrapper) -> Statements:
        """After these, rows can be removed, until those of `restore`: both in one transaction."""
        # On SQLite a trigger cannot be disabled, only dropped and made again.
        return self._switched("DISABLE") if _is_postgresql(connection) else self.sqlite_remove

    def restore(self, connection: BaseDatabaseWrapper) -> Statements:
        return self._switched("ENABLE") if _is_postgresql(connection) else self.sqlite_install(connection)

    def missing_triggers(self, connection: BaseDatabaseWrapper) -> list[str]:
        """Names of triggers that are not there as they were installed, or are switched off."""
        with connection.cursor() as cursor:
            if _is_postgresql(connection):
                cursor.execute(
                    "SELECT tgname || ' ON ' || tgrelid::regclass::text FROM pg_trigger "
                    "WHERE tgenabled = 'O' AND tgrelid = ANY(%s::regclass[])",
                    [list(self.tables)],
                )
                present = {row[0] for row in cursor.fetchall()}
                wanted = {f"{name} ON {table}" for name, table in self._installed_on_postgresql()}
                return sorted(wanted - present)
            cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
            present = {row[0] for row in cursor.fetchall()}
        return sorted(
            statement.split()[2] for statement in self.sqlite_install(connection) if statement not in present
        )

    def _installed_on_postgresql(self) -> list[tuple[str, str]]:
        pattern = re.compile(r"CREATE TRIGGER (\w+) .*? ON (\w+)", re.DOTALL)
        return [match.groups() for text in self.postgresql_install if (match := pattern.search(text))]  # type: ignore[misc]

    def _switched(self, how: str) -> Statements:
        return [f"ALTER TABLE {table} {how} TRIGGER USER" for table in self.tables]


def sqlite_triggers(refusal: str, triggers: Mapping[str, str]) -> Statements:
    """The triggers by name, each with what it refuses, such as `DELETE ON table`."""
    return [
        f"CREATE TRIGGER {name} BEFORE {event} BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
        for name, event in triggers.items()
    ]


def _is_postgresql(connection: BaseDatabaseWrapper) -> bool:
    return connection.vendor == "postgresql"
