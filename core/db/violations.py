"""Which kind of constraint an error of the database is about, alike on both databases."""

from typing import Final

from django.db import IntegrityError

UNIQUE_VIOLATION: Final = "23505"
SQLITE_DUPLICATES: Final = frozenset({"SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"})


def is_duplicate(error: IntegrityError) -> bool:
    """Whether the row is there already; every other constraint says that the row itself is wrong."""
    cause = error.__cause__
    if getattr(cause, "sqlstate", None) is not None:
        return getattr(cause, "sqlstate", "") == UNIQUE_VIOLATION
    return getattr(cause, "sqlite_errorname", "") in SQLITE_DUPLICATES
