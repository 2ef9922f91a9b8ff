"""Log lines: text for a console, JSON for a collector, each with the id of the request it belongs to."""

import logging
from contextvars import ContextVar
from typing import Any

# Django logs each kind of suspicious request under a name of its own.
ODD_REQUESTS = (
    "DisallowedHost",
    "DisallowedRedirect",
    "InvalidSessionKey",
    "RequestDataTooBig",
    "SuspiciousFileOperation",
    "SuspiciousMultipartForm",
    "SuspiciousOperation",
    "TooManyFieldsSent",
    "TooManyFilesSent",
)

request_id: ContextVar[str] = ContextVar("request_id", default="-")


class RequestIdFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


class WithoutTracebackFilter(logging.Filter):
    """A visitor's odd request is worth a line, not a traceback: nothing of ours is broken."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True


def logging_configuration(*, log_format: str, level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "request_id": {"()": RequestIdFilter},
            "without_traceback": {"()": WithoutTracebackFilter},
        },
        "formatters": {
            "text": {"format": "{levelname:<7} {request_id} {name}: {message}", "style": "{"},
            "json": {
                "()": "pythonjsonlogger.json.JsonFormatter",
                "format": "{levelname}{name}{message}{request_id}",
                "style": "{",
                "rename_fields": {"levelname": "level", "name": "logger"},
                "timestamp": "time",
            },
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": log_format,
                "filters": ["request_id"],
            }
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Django logs every 4xx and 5xx; our own request line says the same with its id and duration.
            "django.request": {"level": "ERROR"},
            "django.server": {"handlers": [], "propagate": False},
            **{f"django.security.{kind}": {"filters": ["without_traceback"]} for kind in ODD_REQUESTS},
            "axes": {"level": "WARNING"},
        },
    }
