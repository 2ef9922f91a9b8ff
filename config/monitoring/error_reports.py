"""Reports of errors to a Sentry-compatible service: where in our code, in which view, and nothing of anybody's data.

A report is made of what the log says at the level of errors. It holds the kinds of errors and the lines of code they
came through, the view, the version and the id of the request, by which the rest is found in the site's own log. What an
error says stays there as well, unless it is one of Python's own that speak of code: the others repeat e-mail addresses,
lines of a record, hidden set-ups.
"""

from typing import TYPE_CHECKING, Any, Final, cast

from django.conf import settings

from config.logs import IS_OUTAGE
from core.web.outages import unavailable_service
from core.web.request_ids import current_request_id
from core.web.secret_addresses import mask_secrets

if TYPE_CHECKING:
    from logging import LogRecord

    from sentry_sdk.types import Event, Hint

# Their messages name types, attributes and modules, not values.
SPEAK_OF_CODE: Final = frozenset(
    {
        AttributeError,
        ImportError,
        ModuleNotFoundError,
        NameError,
        RecursionError,
        TypeError,
        UnboundLocalError,
        ZeroDivisionError,
    }
)
# What these log are our own sentences, with a mark where something is filled in; others log whole errors as a text.
SAY_NO_VALUES: Final = (
    "audit",
    "config",
    "core",
    "games",
    "jobs",
    "players",
    "tournaments",
    "django.request",
    "celery.app",
)
LEFT_OUT: Final = "(in the site’s log)"
FRAME_FIELDS: Final = (
    "filename",
    "function",
    "module",
    "lineno",
    "pre_context",
    "context_line",
    "post_context",
    "in_app",
)


def start_error_reports() -> None:
    """In every process of the site; its packages are not loaded without SENTRY_DSN."""
    if not settings.SENTRY_DSN:
        return
    import logging

    import sentry_sdk
    from sentry_sdk.integrations.atexit import AtexitIntegration
    from sentry_sdk.integrations.dedupe import DedupeIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        release=f"kiebitz@{settings.VERSION}",
        # The others would look at requests, statements, arguments and variables.
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            LoggingIntegration(level=None, event_level=logging.ERROR, sentry_logs_level=None),
            DedupeIntegration(),
            AtexitIntegration(callback=lambda pending, timeout: None),
        ],
        before_send=scrub_event,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        server_name="",
    )


def scrub_event(event: "Event", hint: "Hint") -> "Event | None":
    """A new event of what may leave the site; None for what is not worth one."""
    record, error = hint.get("log_record"), hint["exc_info"][1] if hint.get("exc_info") else None
    if _is_not_ours(record, error):
        return None
    whole = cast("dict[str, Any]", event)
    kept: dict[str, Any] = {
        name: whole[name]
        for name in ("event_id", "timestamp", "level", "logger", "platform", "release", "sdk")
        if name in event
    }
    if record is not None:
        kept["logentry"] = {"message": _message(record)}
    if view := _view_of(record):
        kept["transaction"] = view
    if identifier := current_request_id():
        kept["tags"] = {"request_id": identifier}
    if "exception" in event:
        kept["exception"] = {"values": _scrub_exceptions(event["exception"].get("values", []), error)}
    return cast("Event", _mask(kept))


def _is_not_ours(record: "LogRecord | None", error: BaseException | None) -> bool:
    """A database that is away, of which everybody who asks for it says so, and the odd requests of visitors."""
    if record is not None and (record.name.startswith("django.security") or hasattr(record, IS_OUTAGE)):
        return True
    return error is not None and bool(unavailable_service(error))


def _message(record: "LogRecord") -> str:
    """Without what is filled in."""
    known = any(record.name == name or record.name.startswith(f"{name}.") for name in SAY_NO_VALUES)
    return str(record.msg) if known else LEFT_OUT


def _view_of(record: Any) -> str:
    match = getattr(getattr(record, "request", None), "resolver_match", None)
    return match.view_name if match is not None else ""


def _scrub_exceptions(values: list[dict[str, Any]], error: BaseException | None) -> list[dict[str, Any]]:
    speaks_of_code = {type(each).__name__ for each in _chain(error) if type(each) in SPEAK_OF_CODE}
    return [
        {
            "type": value.get("type"),
            "module": value.get("module"),
            "value": value.get("value") if _is_builtin(value, speaks_of_code) else LEFT_OUT,
            "stacktrace": {"frames": [_scrub_frame(frame) for frame in _frames(value)]},
        }
        for value in values
    ]


def _is_builtin(value: dict[str, Any], names: set[str]) -> bool:
    return value.get("type") in names and value.get("module") in (None, "builtins")


def _chain(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found


def _frames(value: dict[str, Any]) -> list[dict[str, Any]]:
    frames: list[dict[str, Any]] = (value.get("stacktrace") or {}).get("frames") or []
    return frames


def _scrub_frame(frame: dict[str, Any]) -> dict[str, Any]:
    return {name: frame[name] for name in FRAME_FIELDS if name in frame}


def _mask(value: Any) -> Any:
    """Addresses with a secret, wherever they stand."""
    if isinstance(value, str):
        return mask_secrets(value)
    if isinstance(value, dict):
        return {key: _mask(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_mask(each) for each in value]
    return value
