"""The environment of a test run: throw-away servers and the settings that point to them.

Loaded as a plugin before Django reads its settings. KIEBITZ_TEST_DATABASE chooses `postgres`, `pgbouncer`, which is
PostgreSQL behind a PgBouncer that shares connections between transactions, or `sqlite` (the default, for a quick single
test).
"""

import atexit
import os
from collections.abc import Generator
from pathlib import Path

import pytest

from scripts.throwaway import ThrowawayServers
from scripts.throwaway_proxies import ThrowawayPgBouncer

_servers: ThrowawayServers | None = None
_pgbouncer: ThrowawayPgBouncer | None = None

SETTINGS = {
    "SECRET_KEY": "tests-only-and-long-enough-to-be-taken-for-a-real-one-0123456789",
    "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
    "HTTPS": "0",
    "DEBUG": "0",
    "PROXY_COUNT": "0",
    "EMAIL_HOST": "",
    "LOG_FORMAT": "text",
    # Short, so that tests which wait for the recovery of lost work need not wait long.
    "JOB_TIME_LIMIT": "5",
    "JOB_PATIENCE": "1",
    "JOB_SWEEP_INTERVAL": "1",
    # One test's pictures are not another's.
    "GAMES_KEPT_PICTURES_BYTES": "0",
}


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Generator[None, None, None]:
    global _servers, _pgbouncer
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None:
        database = os.environ.get("KIEBITZ_TEST_DATABASE", "sqlite")
        postgres = database in ("postgres", "pgbouncer")
        _servers = ThrowawayServers(postgres=postgres, keeps_on_disk=False)
        atexit.register(_close_servers)  # also when the settings or a conftest fail to load
        os.environ |= SETTINGS
        os.environ["TEST_RUN_DIR"] = str(_servers.directory)  # for what is made once, see tests/new_sites.py
        os.environ["VAR_DIR"] = str(_servers.directory / "var")
        os.environ["REDIS_URL"] = _servers.redis.url
        os.environ["REDIS_DATABASE"] = "0"
        if _servers.postgres and database == "pgbouncer":
            _pgbouncer = ThrowawayPgBouncer(_servers.directory / "pgbouncer", server=_servers.postgres)
            os.environ |= {"DATABASE_URL": _pgbouncer.url, "PGBOUNCER": "1"}
        elif _servers.postgres:
            os.environ["DATABASE_URL"] = _servers.postgres.url
        else:
            os.environ["DATABASE_URL"] = f"sqlite:///{os.environ['VAR_DIR']}/kiebitz.sqlite3"
    else:
        # Each parallel process has a queue and a cache of its own.
        os.environ["REDIS_DATABASE"] = str(2 * (int(worker.removeprefix("gw")) + 1))
    Path(os.environ["VAR_DIR"]).mkdir(mode=0o700, exist_ok=True)
    yield


def pytest_unconfigure() -> None:
    _close_servers()


def _close_servers() -> None:
    global _servers, _pgbouncer
    if _pgbouncer is not None:
        _pgbouncer.stop()
        _pgbouncer = None
    if _servers is not None:
        _servers.close()
        _servers = None
