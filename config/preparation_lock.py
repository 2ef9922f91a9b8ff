"""One preparation of a database at a time: who comes second waits, also after the first one was killed.

Django is imported inside the functions, as in `config.preparation`.
"""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Final

# The number of our lock among the others of a database of PostgreSQL.
LOCK_NUMBER: Final = int.from_bytes(b"prepare")
SECONDS_BETWEEN_TRIES: Final = 0.2
WAITING: Final = "Another process prepares this database: waiting for it …"

Say = Callable[[str], object]


def preparation_lock(say: Say) -> AbstractContextManager[None]:
    from django.db import connection

    if connection.vendor == "postgresql":
        return _postgresql_lock(say)
    return _file_lock(Path(f"{connection.settings_dict['NAME']}-prepare"), say)


@contextmanager
def _postgresql_lock(say: Say) -> Iterator[None]:
    """By a connection of its own, and for one transaction: behind a PgBouncer no lock outlives one.

    The lock is asked for again and again: who waited for it inside a statement would be waited for by migrations that
    make an index while others write.
    """
    from django.db import DEFAULT_DB_ALIAS, connections

    connection: Any = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        connection.set_autocommit(False)
        _repeat(lambda: _try_postgresql(connection), say)
        yield
    finally:
        connection.close()


def _try_postgresql(connection: Any) -> bool:
    with connection.cursor() as cursor:
        # Nothing happens on this connection while the tables are made.
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK_NUMBER])
        (is_ours,) = cursor.fetchone()
    if not is_ours:
        connection.rollback()
    return bool(is_ours)


@contextmanager
def _file_lock(path: Path, say: Say) -> Iterator[None]:
    """Beside the database. The system gives the lock back when its process ends, however it ends."""
    files: list[int] = []
    try:
        _repeat(lambda: _try_file(path, files), say)
    except OSError:
        yield  # where no file can be written there is no use for the database either, and who opens it says why
        return
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(files.pop())


def _try_file(path: Path, files: list[int]) -> bool:
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Who had the lock before has removed the file: ours has to be the one that others find.
        is_ours = path.stat().st_ino == os.fstat(file).st_ino
    except (BlockingIOError, FileNotFoundError):
        is_ours = False
    except BaseException:
        os.close(file)
        raise
    if is_ours:
        files.append(file)
    else:
        os.close(file)
    return is_ours


def _repeat(attempt: Callable[[], bool], say: Say) -> None:
    if attempt():
        return
    say(WAITING)
    while not attempt():
        time.sleep(SECONDS_BETWEEN_TRIES)
