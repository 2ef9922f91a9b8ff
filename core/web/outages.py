"""Errors that mean that database, broker or storage of files are away or full: nothing is broken, and it passes."""

import errno
import sqlite3
import sys
from typing import Final

from core.errors import StorageUnavailable

# How PostgreSQL numbers what concerns the connection: it is lost, the server goes down, comes up or has no more room.
CONNECTION_ERRORS: Final = ("08", "53", "57P")
SQLITE_OUTAGES: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)
DISK_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
# After how many seconds it is worth asking again.
RETRY_AFTER: Final = 10


def unavailable_service(error: BaseException) -> str:
    """“database”, “broker” or “storage”; empty if the error means something else."""
    if isinstance(error, StorageUnavailable) or (isinstance(error, OSError) and error.errno in DISK_FULL):
        return "storage"
    if _is_database_outage(error):
        return "database"
    return "broker" if _is_broker_outage(error) else ""


def _is_database_outage(error: BaseException) -> bool:
    """As the driver says it, or as Django hands it on. PostgreSQL's is loaded where it is used."""
    cause = error.__cause__ or error
    if isinstance(cause, sqlite3.OperationalError):
        # The lowest byte is the kind of error, the others say more of it.
        return (getattr(cause, "sqlite_errorcode", 0) & 0xFF) in SQLITE_OUTAGES
    psycopg = sys.modules.get("psycopg")
    if psycopg is None or not isinstance(cause, psycopg.OperationalError):
        return False
    return cause.sqlstate is None or str(cause.sqlstate).startswith(CONNECTION_ERRORS)


def _is_broker_outage(error: BaseException) -> bool:
    """An error of its driver, as it is, as kombu hands it on, or as the scheduler reports that."""
    redis, beat = sys.modules.get("redis"), sys.modules.get("celery.beat")
    if redis is None:
        return False
    if beat is not None and isinstance(error, beat.SchedulingError):
        error = error.__context__ or error
    away = (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError)
    return isinstance(error.__cause__ or error, away)
