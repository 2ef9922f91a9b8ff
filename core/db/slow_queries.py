"""Statements that took long, in the log with the id of their request and without the values they were asked with."""

import logging
import re
import time
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

from core.monitoring.metrics import Counter

logger = logging.getLogger(__name__)

SLOW_QUERIES: Final = Counter(
    name="kiebitz_slow_queries_total",
    help="Statements that took longer than SLOW_QUERY_MILLISECONDS",
)
MAX_STATEMENT_LENGTH: Final = 2000
# A list of a thousand marks says no more than one.
_MARKS: Final = re.compile(r"%s(?:, %s)+")


def watch_queries(connection: BaseDatabaseWrapper, **_: object) -> None:
    """For each new connection; without a limit nothing is added to it."""
    if settings.SLOW_QUERY_MILLISECONDS and log_if_slow not in connection.execute_wrappers:
        connection.execute_wrappers.append(log_if_slow)


def log_if_slow(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        milliseconds = (time.perf_counter() - began) * 1000
        if milliseconds >= settings.SLOW_QUERY_MILLISECONDS:
            SLOW_QUERIES.add()
            logger.warning("A statement took %.0f ms: %s", milliseconds, shorten_statement(str(sql)))


def shorten_statement(sql: str) -> str:
    statement = _MARKS.sub("%s, …", " ".join(sql.split()))
    return statement if len(statement) <= MAX_STATEMENT_LENGTH else f"{statement[:MAX_STATEMENT_LENGTH]}…"
