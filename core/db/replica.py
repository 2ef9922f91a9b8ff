"""Reading from a replica: only where a request asked for it, and never in a transaction or after a write.

`config.replica` decides which requests may. Without a replica this changes nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

REPLICA: Final = "replica"
_reads_from_replica: Final[ContextVar[bool]] = ContextVar("reads_from_replica", default=False)


@contextmanager
def reading_from_replica() -> Iterator[None]:
    """What is read inside comes from the replica, until something is written."""
    token = _reads_from_replica.set(True)
    try:
        yield
    finally:
        _reads_from_replica.reset(token)


def is_reading_from_replica() -> bool:
    return _reads_from_replica.get()


def leave_replica() -> None:
    """Read from the primary for the rest of the request: what was written just now is there alone."""
    if _reads_from_replica.get():
        _reads_from_replica.set(False)


def reading_alias() -> str:
    if not _reads_from_replica.get() or connections[DEFAULT_DB_ALIAS].in_atomic_block:
        return DEFAULT_DB_ALIAS
    return REPLICA


def reading_connection() -> BaseDatabaseWrapper:
    """For selectors that write their own SQL, where Django's queries would ask the router."""
    return connections[reading_alias()]


class ReplicaRouter:
    """Django asks it about every query. Tables are made on the primary, and reach the replica from there."""

    def db_for_read(self, model: Any, **hints: Any) -> str:
        return reading_alias()

    def db_for_write(self, model: Any, **hints: Any) -> str:
        leave_replica()
        return DEFAULT_DB_ALIAS

    def allow_relation(self, obj1: Any, obj2: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        return False if db == REPLICA else None
