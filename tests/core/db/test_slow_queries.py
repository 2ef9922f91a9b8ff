"""Slow statements in the log: with the id of the request, without values, and nothing when it is off."""

import logging
import time

import pytest
from django.conf import LazySettings
from django.db import connection, connections

from config.logs import RequestIdFilter
from core.db.slow_queries import shorten_statement, watch_queries
from core.web.request_ids import request_id
from players.models import User

pytestmark = pytest.mark.django_db


def slow_lines(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name == "core.db.slow_queries"]


def sleep_a_little(seconds: float) -> None:
    """A statement that the database itself takes its time for."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_sleep(%s), %s", [seconds, "agnes@example.org"])
        else:
            connection.connection.create_function("sleep", 1, time.sleep)
            cursor.execute("SELECT sleep(%s), %s", [seconds, "agnes@example.org"])


def test_a_slow_statement_is_logged_with_its_request_and_without_its_values(
    settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SLOW_QUERY_MILLISECONDS = 20
    caplog.handler.addFilter(RequestIdFilter())
    token = request_id.set("the-id-of-a-request")
    sleep_a_little(0.03)
    User.objects.filter(email="agnes@example.org").exists()
    request_id.reset(token)

    (line,) = slow_lines(caplog)
    assert "sleep(" in line.getMessage()
    assert "agnes" not in line.getMessage()
    assert line.request_id == "the-id-of-a-request"  # type: ignore[attr-defined]


@pytest.mark.parametrize(("milliseconds", "wrappers"), [(0, 0), (1000, 1)])
def test_connections_are_watched_only_where_there_is_a_limit(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch, milliseconds: int, wrappers: int
) -> None:
    settings.SLOW_QUERY_MILLISECONDS = milliseconds
    monkeypatch.setattr(connections["default"], "execute_wrappers", [])

    for _ in range(2):
        watch_queries(connections["default"])

    assert len(connection.execute_wrappers) == wrappers


def test_long_statements_are_shortened() -> None:
    assert (
        shorten_statement("SELECT a\n  FROM b WHERE c IN (%s, %s, %s)")
        == "SELECT a FROM b WHERE c IN (%s, …)"
    )
    assert len(shorten_statement("x" * 5000)) == 2001
