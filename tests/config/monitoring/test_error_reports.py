"""What of an error leaves the site: where in the code it was, and nothing that it says of anybody."""

import logging
import sqlite3
from typing import Any

import pytest
from django.db import OperationalError

from config.logs import OutageFilter
from config.monitoring.error_reports import LEFT_OUT, scrub_event
from core.web.secret_addresses import load_secret_addresses


def report(error: Exception, *, logger: str = "jobs.services", message: str = "%s failed") -> Any:
    """As it is made of a line of the log."""
    try:
        raise error
    except Exception as raised:  # noqa: BLE001
        info = (type(raised), raised, raised.__traceback__)
    record = logging.LogRecord(logger, logging.ERROR, "services.py", 1, message, ("agnes",), info)
    OutageFilter().filter(record)
    frame = {"function": "work", "vars": {"set_up": "FBEAD"}, "abs_path": "/home/agnes/site.py", "lineno": 7}
    event: Any = {
        "level": "error",
        "user": {"email": "agnes@example.org"},
        "request": {"url": "https://club.example.org/clubs/invitations/4711/"},
        "extra": {"sys.argv": ["agnes"]},
        "breadcrumbs": {"values": [{"message": "agnes"}]},
        "server_name": "laptop-of-agnes",
        "logentry": {"message": message, "params": ["agnes"]},
        "exception": {
            "values": [{"type": type(error).__name__, "value": str(error), "stacktrace": {"frames": [frame]}}]
        },
    }
    return scrub_event(event, {"exc_info": info if record.exc_info else None, "log_record": record})


def value_of(event: Any) -> Any:
    return event["exception"]["values"][0]["value"]


def test_nothing_but_code_is_left_of_an_event() -> None:
    event = report(ValueError("agnes@example.org has the set-up FBEAD"))

    assert event == {
        "level": "error",
        "logentry": {"message": "%s failed"},
        "exception": {
            "values": [
                {
                    "type": "ValueError",
                    "module": None,
                    "value": LEFT_OUT,
                    "stacktrace": {"frames": [{"function": "work", "lineno": 7}]},
                }
            ]
        },
    }


class NamedLikePythons(TypeError):
    """Of a library, which may say anything."""


@pytest.mark.parametrize(
    ("error", "is_said"),
    [
        (TypeError("can only concatenate str"), True),
        (AttributeError("'NoneType' object has no attribute 'pk'"), True),
        (KeyError("agnes@example.org"), False),
        (NamedLikePythons("agnes@example.org"), False),
    ],
)
def test_what_an_error_says_is_sent_if_it_speaks_of_code(error: Exception, is_said: bool) -> None:
    assert (value_of(report(error)) != LEFT_OUT) is is_said


def test_what_a_library_logs_is_left_out() -> None:
    event = report(ValueError("x"), logger="some.library", message="agnes@example.org is unknown")

    assert event["logentry"] == {"message": LEFT_OUT}


def test_addresses_with_a_secret_are_masked_wherever_they_stand() -> None:
    load_secret_addresses()

    event = report(TypeError("no view for /clubs/invitations/4711-secret/"))

    assert "4711" not in str(event)


def test_a_database_that_is_away_is_not_reported() -> None:
    away = sqlite3.OperationalError("database is locked")
    away.sqlite_errorcode = sqlite3.SQLITE_BUSY
    error = OperationalError("database is locked")
    error.__cause__ = away

    assert report(error) is None


def test_odd_requests_are_not_reported() -> None:
    assert report(ValueError("evil.example"), logger="django.security.DisallowedHost") is None
