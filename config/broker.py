"""The way to the broker: kombu's Redis transport, so that a worker outlives the loss of its connection.

When the broker goes away while one process of a worker is busy and the worker waits for the next message, kombu 5.7
closes the connection twice, and the second time, as well as when the busy process has finished, it asks a channel for
the parameters of a connection that is no more. The AttributeError of that is no error of a connection to Celery, and
the worker ends. Said as what it is, Celery goes on: it connects again, and the sweeper delivers what was lost.
"""

from typing import Any

from kombu.transport import TRANSPORT_ALIASES
from kombu.transport import redis as kombu_redis
from redis.exceptions import ConnectionError as BrokerConnectionError


class Channel(kombu_redis.Channel):
    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None or self.connection.client is None:
            raise BrokerConnectionError("The connection to the broker was lost.")
        # The types of kombu do not tell of it.
        parameters: dict[str, Any] = super()._connparams(asynchronous=asynchronous)  # type: ignore[misc]
        return parameters


class Transport(kombu_redis.Transport):
    Channel = Channel


def use_transport() -> None:
    """For every address that begins with redis:, rediss: or redis+socket:."""
    for scheme in ("redis", "rediss"):
        TRANSPORT_ALIASES[scheme] = f"{Transport.__module__}:{Transport.__qualname__}"
