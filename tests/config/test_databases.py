"""Which databases the environment names: PgBouncer in between, a replica beside, and a real PgBouncer's opinion."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.utils import ConnectionHandler

from config.databases import read_databases
from config.environment import ConfigurationError, Environment
from scripts.throwaway import folder_that_all_may_enter
from scripts.throwaway_proxies import ThrowawayPgBouncer

POSTGRES = "postgres://kiebitz@db.example.org/kiebitz"
STANDBY = "postgres://kiebitz@standby.example.org/kiebitz"


def _read(**values: str) -> dict[str, dict[str, Any]]:
    return read_databases(Environment(values, base_dir=Path("/nowhere")), var=Path("/nowhere/var"))


def test_a_replica_is_given_up_sooner_than_the_primary() -> None:
    databases = _read(DATABASE_URL=POSTGRES, DATABASE_REPLICA_URL=STANDBY)

    assert list(databases) == ["default", "replica"]
    assert databases["replica"]["HOST"] == "standby.example.org"
    assert (
        databases["default"]["OPTIONS"]["connect_timeout"],
        databases["replica"]["OPTIONS"]["connect_timeout"],
    ) == (
        5,
        2,
    )


@pytest.mark.parametrize(
    "values",
    [
        {"DATABASE_REPLICA_URL": STANDBY},
        {"DATABASE_URL": POSTGRES, "DATABASE_REPLICA_URL": "sqlite:///x.sqlite3"},
    ],
)
def test_only_postgresql_has_replicas(values: dict[str, str]) -> None:
    with pytest.raises(ConfigurationError, match="only PostgreSQL has replicas"):
        _read(**values)


class TestBehindPgBouncer:
    """The whole suite runs behind one with KIEBITZ_TEST_DATABASE=pgbouncer; here is what needs a word of its own."""

    pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

    @pytest.fixture
    def url(self, transactional_db: None) -> Iterator[str]:
        parameters = connection.settings_dict
        bouncer = ThrowawayPgBouncer(
            folder_that_all_may_enter() / "pgbouncer", server=int(parameters["PORT"]), pool_size=2
        )
        yield f"postgres://kiebitz@127.0.0.1:{bouncer.port}/{parameters['NAME']}"
        bouncer.stop()

    def test_it_takes_only_who_says_so(self, url: str) -> None:
        with_flag = ConnectionHandler(_read(DATABASE_URL=url, PGBOUNCER="1"))["default"]
        without = ConnectionHandler(_read(DATABASE_URL=url))["default"]

        with with_flag.cursor() as cursor:
            cursor.execute("SELECT 1")
            assert cursor.fetchone() == (1,)
        with pytest.raises(OperationalError, match="unsupported startup parameter"):
            without.ensure_connection()
        with_flag.close()

    def test_nothing_that_one_sets_reaches_another(self, url: str) -> None:
        several = [ConnectionHandler(_read(DATABASE_URL=url, PGBOUNCER="1"))["default"] for _ in range(6)]
        seen = set()

        for number in range(30):  # as often as psycopg would need to prepare a statement by itself
            one = several[number % len(several)]
            with one.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_backend_pid(), current_setting('lock_timeout'), count(*) FROM pg_prepared_statements "
                    "WHERE %s = 1",
                    [1],
                )
                seen.add(cursor.fetchone())
                cursor.execute("BEGIN; SET LOCAL lock_timeout = '3s'; COMMIT")

        assert {row[1:] for row in seen} == {("0", 0)}
        assert len({row[0] for row in seen}) <= 2
        for one in several:
            one.close()
