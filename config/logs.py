"""Log lines: text for a console, JSON for a collector, each with the id of the request it belongs to."""

import logging
import logging.config
from typing import Any, Final

from pythonjsonlogger.json import JsonFormatter

from core.web.outages import unavailable_service
from core.web.request_ids import request_id
from core.web.secret_addresses import mask_secrets

# Django logs each kind of suspicious request under a name of its own.
SUSPICIOUS_REQUESTS = (
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


# The mark of a record that says that the database or the broker is away.
IS_OUTAGE: Final = "is_outage"


# Tasks of the schedule that run every few seconds or minutes.
ROUTINE_TASKS: Final = frozenset({"jobs.tasks.sweep", "backups.tasks.make_due_backups"})


class RequestIdFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return True


class WithoutTracebackFilter(logging.Filter):
    """A visitor's odd request is worth a line, not a traceback: nothing of ours is broken."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True


class OutageFilter(logging.Filter):
    """A database or a broker that is away is worth a line from each who asked for it: where they asked changes nothing.

    The scheduler alone misses its broker every few seconds, and would say so in a hundred lines.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and (what := unavailable_service(error)):
            said, *_ = record.getMessage().splitlines() or [""]
            reason, *_ = str(error).splitlines() or [type(error).__name__]
            record.msg = said if reason in said else f"{said} (the {what} is away: {reason})"
            record.args = record.exc_info = record.exc_text = None
            setattr(record, IS_OUTAGE, True)
        return True


class RoutineFilter(logging.Filter):
    """What is asked for every few seconds and mostly finds nothing to do is worth no line when it began and ended well.

    What such a task does, it says itself; its failures are no matter of routine.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno == logging.INFO and _names_routine_task(record.args):
            record.levelno, record.levelname = logging.DEBUG, logging.getLevelName(logging.DEBUG)
            return logging.getLogger(record.name).isEnabledFor(logging.DEBUG)
        return True


def _names_routine_task(args: Any) -> bool:
    """A worker names the task in a dictionary, the scheduler by its place."""
    named = [args.get("name")] if isinstance(args, dict) else args or ()
    return any(name in ROUTINE_TASKS for name in named)


class OneLineFilter(logging.Filter):
    """Python's warnings and their reasons are paragraphs."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = " ".join(record.getMessage().split()), None
        return True


class MaskedTextFormatter(logging.Formatter):
    """Masks the finished line, and with it what stands in a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        return mask_secrets(super().format(record))


class MaskedJsonFormatter(JsonFormatter):
    def format(self, record: logging.LogRecord) -> str:
        return mask_secrets(super().format(record))


def configure_logging(configuration: dict[str, Any]) -> None:
    """As Django does it, and warnings are lines of the log like all others."""
    logging.config.dictConfig(configuration)
    logging.captureWarnings(capture=True)


def logging_configuration(*, log_format: str, level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "request_id": {"()": RequestIdFilter},
            "without_traceback": {"()": WithoutTracebackFilter},
            "away": {"()": OutageFilter},
            "one_line": {"()": OneLineFilter},
            "routine": {"()": RoutineFilter},
        },
        "formatters": {
            "text": {
                "class": "config.logs.MaskedTextFormatter",
                "format": "{levelname:<7} {request_id} {name}: {message}",
                "style": "{",
            },
            "json": {
                "()": "config.logs.MaskedJsonFormatter",
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
                "filters": ["request_id", "away"],
            }
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Django logs every 4xx and 5xx; our own request line says the same with its id and duration.
            "django.request": {"level": "ERROR"},
            "django.server": {"handlers": [], "propagate": False},
            **{f"django.security.{kind}": {"filters": ["without_traceback"]} for kind in SUSPICIOUS_REQUESTS},
            "axes": {"level": "WARNING"},
            "py.warnings": {"filters": ["one_line"]},
            **{
                name: {"filters": ["routine"]}
                for name in ("celery.app.trace", "celery.worker.strategy", "celery.beat")
            },
            # A worker that looks for its broker says in a second line when it will try again.
            "celery.worker.consumer.consumer": {"filters": ["one_line"]},
            # Django leaves it to the server to drop the body of an answer to HEAD; it need not say so each time.
            "gunicorn.http.wsgi": {"level": "ERROR"},
        },
    }
