"""The database and the broker: whether they answer, which versions they are, and their figures."""

import time
from collections.abc import Callable, Iterator
from typing import Final

from django.db import connection

from core.monitoring.broker import connect_to_queue
from core.monitoring.metrics import Gauge, Part, Reading


def ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def ask_broker() -> None:
    with connect_to_queue() as client:
        client.ping()


ASK: Final[dict[Part, Callable[[], None]]] = {Part.DATABASE: ask_database, Part.BROKER: ask_broker}


def is_there(part: Part) -> bool:
    try:
        ASK[part]()
    except Exception:  # noqa: BLE001  whatever a driver raises means the part is not there
        return False
    return True


def database_version() -> str:
    if connection.vendor == "postgresql":
        # Debian's says more, behind the number.
        return f"PostgreSQL {_first_value('SHOW server_version').partition(' ')[0]}"
    return f"SQLite {_first_value('SELECT sqlite_version()')}"


def broker_version() -> str:
    with connect_to_queue() as client:
        facts = client.info("server")
    if valkey := facts.get("valkey_version"):
        return f"Valkey {valkey}"
    return f"Redis {facts.get('redis_version', '?')}"


def database_bytes() -> int:
    if connection.vendor == "postgresql":
        return int(_first_value("SELECT pg_database_size(current_database())"))
    return int(_first_value("PRAGMA page_count")) * int(_first_value("PRAGMA page_size"))


def _first_value(sql: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        (value,) = cursor.fetchone()
    return str(value)


def _read_up(part: Part) -> Callable[[], Iterator[Reading]]:
    def read() -> Iterator[Reading]:
        yield Reading(int(is_there(part)))

    return read


def _read_seconds(part: Part) -> Callable[[], Iterator[Reading]]:
    def read() -> Iterator[Reading]:
        began = time.perf_counter()
        ASK[part]()
        yield Reading(time.perf_counter() - began)

    return read


def _read_connections() -> Iterator[Reading]:
    if connection.vendor == "postgresql":
        yield Reading(
            float(_first_value("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"))
        )


def _read_database_bytes() -> Iterator[Reading]:
    yield Reading(database_bytes())


def _read_broker_bytes() -> Iterator[Reading]:
    with connect_to_queue() as client:
        yield Reading(client.info("memory")["used_memory"])


DATABASE_UP: Final = Gauge(
    name="kiebitz_database_up", help="1 if the database answers, else 0", read=_read_up(Part.DATABASE)
)
DATABASE_ANSWER_SECONDS: Final = Gauge(
    name="kiebitz_database_answer_seconds",
    help="How long the database takes to answer SELECT 1",
    needs=Part.DATABASE,
    read=_read_seconds(Part.DATABASE),
)
DATABASE_BYTES: Final = Gauge(
    name="kiebitz_database_bytes",
    help="Size of the database",
    needs=Part.DATABASE,
    read=_read_database_bytes,
)
DATABASE_CONNECTIONS: Final = Gauge(
    name="kiebitz_database_connections",
    help="Open connections to the database of PostgreSQL",
    needs=Part.DATABASE,
    read=_read_connections,
)
BROKER_UP: Final = Gauge(
    name="kiebitz_broker_up", help="1 if the broker answers, else 0", read=_read_up(Part.BROKER)
)
BROKER_ANSWER_SECONDS: Final = Gauge(
    name="kiebitz_broker_answer_seconds",
    help="How long the broker takes to answer PING, connecting included",
    needs=Part.BROKER,
    read=_read_seconds(Part.BROKER),
)
BROKER_BYTES: Final = Gauge(
    name="kiebitz_broker_bytes",
    help="Memory that the broker uses for queue and cache",
    needs=Part.BROKER,
    read=_read_broker_bytes,
)
METRICS_OF_PARTS: Final = (
    DATABASE_UP,
    DATABASE_ANSWER_SECONDS,
    DATABASE_BYTES,
    DATABASE_CONNECTIONS,
    BROKER_UP,
    BROKER_ANSWER_SECONDS,
    BROKER_BYTES,
)
# Whether a part answers is asked once for all metrics: to learn that it does not may take seconds.
UP: Final = {DATABASE_UP.name: Part.DATABASE, BROKER_UP.name: Part.BROKER}
