"""What is written about what goes wrong: as much as somebody can act upon, one record a line."""

import json
import logging
import os
import socket
import subprocess
import sys
from datetime import datetime

import psycopg
import pytest
import redis
from django.db import OperationalError
from django.db.utils import ConnectionHandler

from config.logs import OutageFilter
from tests.jobs.processes import ROOT

ONE_LINE_OF_A_REQUEST = """
import logging
import django
django.setup()
from core.web.request_ids import request_id
request_id.set("0123456789abcdef")
logging.getLogger("kiebitz.requests").info("GET %r %d", "/clubs/", 200)
"""

WARNINGS = """
import logging, warnings
import django
django.setup()
warnings.warn("You run as root:\\n\\nthis is not recommended!", UserWarning)
logging.getLogger("gunicorn.http.wsgi").warning("WSGI app sent body bytes on a no-body response")
"""

A_LINE_OF_THE_WEB_SERVER = """
import config.gunicorn
from gunicorn.config import Config
from gunicorn.glogging import Logger
settings = Config()
settings.set("logconfig_dict", config.gunicorn.logconfig_dict)
Logger(settings).warning("Invalid request from ip=%s", "127.0.0.1")
"""

A_SCHEDULER_WITHOUT_A_BROKER = """
import os
os.environ["REDIS_URL"] = "unix:///nowhere/broker.sock"
import django
django.setup()
from celery.beat import ScheduleEntry, Scheduler
from config.celery import app
Scheduler(app, lazy=True).apply_entry(ScheduleEntry("sweep", "jobs.tasks.sweep", schedule=10, app=app))
"""

# As its workers and its scheduler say it, and a third task that is no matter of routine.
ROUTINE = """
import django
django.setup()
from celery import beat
from celery.app import trace
from celery.worker import strategy
import config.celery
for name in ("jobs.tasks.sweep", "backups.tasks.make_due_backups", "audit.tasks.prepare_next_year"):
    context = {"id": "7", "name": name, "args": "()", "kwargs": "{}", "return_value": "None", "runtime": 0.5}
    beat.info("Scheduler: Sending due task %s (%s)", "its name", name)
    strategy.logger.info(trace.LOG_RECEIVED, context, extra={"data": context})
    trace.info(trace.LOG_SUCCESS, context)
"""


def _record(error: Exception, cause: Exception | None = None) -> logging.LogRecord:
    """As Celery logs a task that failed."""
    try:
        raise error from cause
    except type(error):
        record = logging.LogRecord(
            "celery", logging.ERROR, "trace.py", 1, "Task %s failed", ("sweep",), sys.exc_info()
        )
    OutageFilter().filter(record)
    return record


@pytest.mark.django_db
@pytest.mark.one_database
def test_a_database_that_is_away_is_one_line() -> None:
    with socket.socket() as taken_but_silent:
        taken_but_silent.bind(("127.0.0.1", 0))
        nowhere = {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": "kiebitz",
            "HOST": "127.0.0.1",
            "PORT": taken_but_silent.getsockname()[1],
        }
        with pytest.raises(OperationalError) as away:
            ConnectionHandler({"default": nowhere})["default"].ensure_connection()

    record = _record(away.value, away.value.__cause__)  # type: ignore[arg-type]

    assert record.exc_info is None
    assert (
        record.getMessage() == f"Task sweep failed (the database is away: {str(away.value).splitlines()[0]})"
    )


@pytest.mark.parametrize(
    "cause",
    [psycopg.errors.AdminShutdown("shutting down"), psycopg.OperationalError("the connection is lost")],
)
def test_a_database_that_goes_away_in_the_middle_is_one_line(cause: Exception) -> None:
    record = _record(OperationalError(str(cause)), cause)

    assert (record.exc_info, record.getMessage()) == (
        None,
        f"Task sweep failed (the database is away: {cause})",
    )


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (OperationalError("no such column: colour"), None),
        (OperationalError("deadlock detected"), psycopg.errors.DeadlockDetected("deadlock detected")),
        (ValueError("of ours"), None),
        (redis.exceptions.ResponseError("wrong kind of value"), None),
    ],
)
def test_of_every_other_error_the_log_says_where_it_came_from(
    error: Exception, cause: Exception | None
) -> None:
    record = _record(error, cause)

    assert record.getMessage() == "Task sweep failed"
    assert record.exc_info is not None
    assert record.exc_info[1] is error


def _logged(script: str, log_format: str) -> list[str]:
    """The lines that a program of the site writes."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "LOG_FORMAT": log_format},
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stderr.splitlines()


def test_text_logs_carry_the_request_id_in_front() -> None:
    assert _logged(ONE_LINE_OF_A_REQUEST, "text") == [
        "INFO    0123456789abcdef kiebitz.requests: GET '/clubs/' 200"
    ]


def test_json_logs_are_one_object_a_line_with_the_request_id() -> None:
    (line,) = _logged(ONE_LINE_OF_A_REQUEST, "json")
    logged = json.loads(line)
    datetime.fromisoformat(logged.pop("time"))
    assert logged == {
        "level": "INFO",
        "logger": "kiebitz.requests",
        "message": "GET '/clubs/' 200",
        "request_id": "0123456789abcdef",
    }


def test_a_warning_of_python_is_a_line_of_the_log_and_an_answer_to_head_is_none() -> None:
    (line,) = _logged(WARNINGS, "json")

    logged = json.loads(line)
    del logged["time"]
    assert logged == {
        "level": "WARNING",
        "logger": "py.warnings",
        "message": "<string>:5: UserWarning: You run as root: this is not recommended!",
        "request_id": "-",
    }


def test_the_web_server_writes_its_lines_as_all_others() -> None:
    (line,) = _logged(A_LINE_OF_THE_WEB_SERVER, "json")

    logged = json.loads(line)
    del logged["time"]
    assert logged == {
        "level": "WARNING",
        "logger": "gunicorn.error",
        "message": "Invalid request from ip=127.0.0.1",
        "request_id": "-",
    }


def test_a_broker_that_is_away_is_one_line_of_the_scheduler() -> None:
    assert _logged(A_SCHEDULER_WITHOUT_A_BROKER, "text") == [
        (
            "ERROR   - celery.beat: Message Error: Couldn't apply scheduled task sweep: "
            "Error 2 connecting to /nowhere/broker.sock. No such file or directory."
        ),
    ]


def test_what_is_asked_for_all_the_time_is_logged_on_request_only(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = _logged(ROUTINE, "text")
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    everything = [line for line in _logged(ROUTINE, "text") if "tasks." in line]

    assert [line for line in lines if "prepare_next_year" not in line] == []
    assert len(lines) == 3
    assert sum(line.startswith("DEBUG ") for line in everything) == 6
    assert [line for line in everything if line.startswith("INFO ")] == lines


@pytest.mark.parametrize(
    "error", [redis.exceptions.TimeoutError("no answer"), redis.exceptions.ConnectionError("gone")]
)
def test_a_broker_that_goes_away_in_the_middle_is_one_line(error: Exception) -> None:
    record = _record(error)

    assert (record.exc_info, record.getMessage()) == (
        None,
        f"Task sweep failed (the broker is away: {error})",
    )
