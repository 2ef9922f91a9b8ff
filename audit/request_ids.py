"""The id of the request that is being answered, by which a line of the history and the log find each other."""

from collections.abc import Callable

# The web layer knows the id and lies above this app: it says how to ask for it.
_ask: Callable[[], str] = str


def take_from(ask: Callable[[], str]) -> None:
    global _ask
    _ask = ask


def current() -> str:
    """Empty outside requests, as in jobs and commands."""
    return _ask()
