"""Lets the tests empty the history between them: only they do, and by no switch that the product has."""

from collections.abc import Callable, Generator
from typing import Any

import pytest
from django.db import connection

from audit import protection


@pytest.fixture(scope="session", autouse=True)
def _history_can_be_emptied_between_tests() -> Generator[None, None, None]:
    """Tests with transactions of their own are followed by a flush: TRUNCATE on PostgreSQL, DELETE on SQLite.

    Its statements run in one transaction; the triggers are away for just these.
    """
    operations = type(connection.ops)
    flush: Callable[..., list[str]] = operations.sql_flush

    def flush_with_history(self: Any, style: Any, tables: Any, **options: Any) -> list[str]:
        statements = flush(self, style, tables, **options)
        if protection.TABLE not in tables:
            return statements
        return [*protection.lift(self.connection), *statements, *protection.restore(self.connection)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", flush_with_history)
        yield
