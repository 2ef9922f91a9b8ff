"""Lets the tests empty history and ledger between them: only they do, and by no switch that the product has."""

from collections.abc import Callable, Generator
from typing import Any

import pytest
from django.db import connection

from audit import protection as history
from players.rating_lists import protection as ledger


@pytest.fixture(scope="session", autouse=True)
def _history_can_be_emptied_between_tests() -> Generator[None, None, None]:
    """Tests with transactions of their own are followed by a flush: TRUNCATE on PostgreSQL, DELETE on SQLite.

    Its statements run in one transaction; the triggers are away for just these.
    """
    operations = type(connection.ops)
    flush: Callable[..., list[str]] = operations.sql_flush

    def flush_with_history(self: Any, style: Any, tables: Any, **options: Any) -> list[str]:
        statements = flush(self, style, tables, **options)
        if history.TABLE in tables:
            statements = [*history.lift(self.connection), *statements, *history.restore(self.connection)]
        if set(ledger.TABLES) & set(tables):
            statements = [*ledger.lift(self.connection), *statements, *ledger.restore(self.connection)]
        return statements

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", flush_with_history)
        yield
