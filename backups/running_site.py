"""Whether the site is stopped: a restore changes its database under the feet of whoever has it open."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections

from backups.errors import BackupRefused
from backups.files import PRIVATE_FILE

# As `make run` calls it.
LOCK_FILE: Final = "serve.lock"

_OTHER_SESSIONS: Final = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""


@contextmanager
def site_is_stopped(*, despite_connections: bool) -> Iterator[None]:
    """Refused unless it is; inside, `make run` cannot start it. On PostgreSQL the server knows who is connected.

    A file of SQLite that somebody has open cannot take its place, see `backups.scratch_database`.
    """
    with _make_run_is_stopped(Path(settings.VAR_DIR)):
        if connections[DEFAULT_DB_ALIAS].vendor == "postgresql" and not despite_connections:
            _refuse_if_connected()
        yield


@contextmanager
def _make_run_is_stopped(var: Path) -> Iterator[None]:
    var.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(var / LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE)) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BackupRefused(
                f"Kiebitz is running with its data in {var}: stop it (Ctrl-C), restore, and start it again."
            ) from None
        yield


def _refuse_if_connected() -> None:
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        cursor.execute(_OTHER_SESSIONS)
        (count,) = cursor.fetchone() or (0,)
    connection.close()
    if count:
        raise BackupRefused(
            f"{count} other connections use the database: stop web servers, workers and scheduler, and restore again. "
            "If none of them is the site's, say --despite-connections."
        )
