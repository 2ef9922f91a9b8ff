"""Lets the tests empty all tables between them, history and ledger too: only they do, no switch of the product."""

from collections.abc import Callable, Generator
from typing import Any, Final

import pytest
from django.core.management.commands import flush as flush_command
from django.db import connection

from audit.protection import PROTECTION as HISTORY
from players.rating_lists.protection import PROTECTION as LEDGER

# Filled by `migrate` and the same for all tests: not worth being emptied and filled again after each.
KEPT: Final = {"django_content_type", "auth_permission"}


@pytest.fixture(scope="session", autouse=True)
def _history_can_be_emptied_between_tests() -> Generator[None, None, None]:
    """Tests with transactions of their own are followed by a flush; its statements run in one transaction."""
    operations = type(connection.ops)
    flush: Callable[..., list[str]] = operations.sql_flush

    def flush_with_history(self: Any, style: Any, tables: Any, **options: Any) -> list[str]:
        emptied = sorted(set(tables) - KEPT)
        if self.connection.vendor == "postgresql":
            return delete_on_postgresql([self.quote_name(table) for table in emptied])
        statements = flush(self, style, emptied, **options)
        for protection in (HISTORY, LEDGER):
            lift, restore = protection.lift(self.connection), protection.restore(self.connection)
            statements = [*lift, *statements, *restore]
        return statements

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", flush_with_history)
        # It would fill again what is kept.
        patch.setattr(flush_command, "emit_post_migrate_signal", lambda *_, **__: None)
        yield


def delete_on_postgresql(tables: list[str]) -> list[str]:
    """TRUNCATE makes new files for a hundred tables; to delete the few rows there are is much faster.

    It waits, as TRUNCATE does, for whoever still writes. A replica fires no triggers: neither those that protect the
    history nor those that look for rows which refer to the deleted ones.
    """
    return [
        f"LOCK TABLE {', '.join(tables)} IN SHARE ROW EXCLUSIVE MODE",
        "SET LOCAL session_replication_role = replica",
        "; ".join(f"DELETE FROM {table}" for table in tables),  # noqa: S608  names of our own tables
    ]
