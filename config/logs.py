"""Log lines: text for a console, JSON for a collector, each with the id of the request it belongs to."""

import logging
from contextvars import ContextVar
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="-")


class RequestIdFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


def logging_configuration(*, log_format: str, level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request_id": {"()": RequestIdFilter}},
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
            "axes": {"level": "WARNING"},
        },
    }
