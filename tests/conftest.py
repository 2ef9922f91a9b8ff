"""Fixtures for every test."""

import gc
import os
from collections.abc import Generator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.utils import translation
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker

from jobs.delivery import forget_broker_failure
from players.club_games.selectors import forget_descriptions
from tests.long_files import expected_seconds
from tests.new_sites import copy_tables, postgres_template

pytest_plugins = [
    "tests.fixtures.api",
    "tests.fixtures.clubs",
    "tests.fixtures.database",
    "tests.fixtures.registries",
    "tests.fixtures.storage",
    "tests.fixtures.tournaments",
]

# The same examples in every run, however busy the machine is: what fails here fails everywhere.
hypothesis_settings.register_profile("repeatable", deadline=None, derandomize=True)
hypothesis_settings.load_profile("repeatable")


def pytest_configure() -> None:
    """Settings that make tests quick. What they replace has tests of its own, which set it again.

    Static files come straight from the source tree, neither hashed nor compressed; passwords are hashed with the least
    effort.
    """
    from django.conf import settings

    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    settings.PASSWORD_HASHERS = ["tests.players.accounts.quick_passwords.QuickArgon2"]
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, worker_id: str) -> None:
    """On SQLite the tests use a file, in WAL mode as in the club room, and not the memory.

    Parallel processes begin with a copy of the same tables.
    """
    from django.conf import settings

    database: dict[str, Any] = settings.DATABASES["default"]
    is_alone = worker_id == "master"
    if database["ENGINE"].endswith("sqlite3"):
        file = Path(os.environ["VAR_DIR"]) / f"test-{worker_id}.sqlite3"
        database["TEST"]["NAME"] = str(file)
        if not is_alone:
            copy_tables(file)
    elif not is_alone and not database.get(
        "DISABLE_SERVER_SIDE_CURSORS"
    ):  # PgBouncer would keep connections to it
        database["TEST"]["TEMPLATE"] = postgres_template()


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, worker_id: str) -> bool:
    """What was copied is used, and goes with the folder of the run."""
    return django_db_keepdb or (connection.vendor == "sqlite" and worker_id != "master")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Generator[None, None, None]:
    """At the end, cut off who still has a session: threads of a live server and killed programs may leave theirs."""
    yield
    from django.conf import settings

    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            # PgBouncer would keep our own.
            if settings.DATABASES["default"].get("DISABLE_SERVER_SIDE_CURSORS"):
                with suppress(OperationalError):
                    cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
                connection.close()


@pytest.fixture(autouse=True)
def _empty_cache() -> Generator[None, None, None]:
    """Rate limits, heartbeats and games of clubs of one test are not the next one's."""
    yield
    cache.clear()
    forget_descriptions()


@pytest.fixture(autouse=True)
def _forget_a_broker_that_was_away() -> None:
    forget_broker_failure()


@pytest.fixture(autouse=True)
def _speak_english() -> None:
    """A page asked for in another language leaves it to the thread, until the next page."""
    translation.deactivate()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what touches the database, by pytest-django's mark or by a fixture, so that it can be chosen."""
    fixtures = {"db", "django_db_setup", "transactional_db", "live_server", "admin_client", "admin_user"}
    for item in items:
        asks = isinstance(item, pytest.Function) and fixtures & set(item.fixturenames)
        if asks or item.get_closest_marker("django_db"):
            item.add_marker("uses_database")
    items[:] = _long_ones_first(items)


def _long_ones_first(items: list[pytest.Item]) -> list[pytest.Item]:
    """File by file, so that parallel processes end at about the same time.

    Files whose tests mostly wait, for what they have killed to come back, have two others between them: while one
    process waits, the others have the cores.
    """
    waiting: dict[Path, list[pytest.Item]] = {}
    others: dict[Path, list[pytest.Item]] = {}
    for item in items:
        waits = any(mark.name in ("faults", "serves") for mark in item.iter_markers())
        (waiting if waits else others).setdefault(item.path, []).append(item)
    working = iter(sorted(others.values(), key=_seconds, reverse=True))
    in_turn = [[file, *islice(working, 2)] for file in sorted(waiting.values(), key=_seconds, reverse=True)]
    return [item for files in [*in_turn, list(working)] for file in files for item in file]


def _seconds(file: list[pytest.Item]) -> float:
    return expected_seconds(file[0].location[0], len(file))


def pytest_collection_finish() -> None:
    """What has been loaded stays to the end: do not look it through for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)
