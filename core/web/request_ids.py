"""The id of the request that is being answered, by which a line of the history and the log find each other."""

from contextvars import ContextVar
from typing import Final

NO_REQUEST: Final = "-"
request_id: ContextVar[str] = ContextVar("request_id", default=NO_REQUEST)


def current_request_id() -> str:
    """Empty outside requests, as in jobs and commands."""
    identifier = request_id.get()
    return "" if identifier == NO_REQUEST else identifier
