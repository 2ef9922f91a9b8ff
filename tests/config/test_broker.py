"""The connection to the broker is lost: that is an error of the connection, and Celery knows what to do."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from kombu import Connection

from config.broker import Transport
from scripts.throwaway import ThrowawayRedis


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[ThrowawayRedis]:
    server = ThrowawayRedis(tmp_path / "redis")
    yield server
    server.stop()


@pytest.mark.parametrize("scheme", ["redis", "rediss", "redis+socket"])
def test_every_address_of_a_redis_leads_through_our_transport(scheme: str) -> None:
    assert Connection(f"{scheme}:///tmp/nowhere.sock").get_transport_cls() is Transport


@pytest.mark.parametrize("lose", ["collect", "close"])
def test_a_channel_that_outlives_its_connection_says_that_it_is_lost(
    redis: ThrowawayRedis, lose: str
) -> None:
    connection = Connection(f"redis+socket://{redis.socket}")
    channel = connection.channel()
    getattr(connection, lose)()

    with pytest.raises(connection.connection_errors, match="The connection to the broker was lost"):
        channel.queue_purge("jobs")
