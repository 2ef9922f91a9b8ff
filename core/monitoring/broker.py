"""Short connections to the broker's server, for what is asked of it beside Celery and the cache."""

from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from redis import Redis

SECONDS_TO_ANSWER = 2


def connect_to_queue() -> "Redis":
    return _connect(settings.REDIS_DATABASE)


def connect_to_cache() -> "Redis":
    return _connect(settings.REDIS_DATABASE + 1)


def _connect(database: int) -> "Redis":
    import redis  # half a second that the first page after a start need not wait for

    url = settings.REDIS.for_redis_client(database=database)
    return redis.Redis.from_url(
        url, socket_connect_timeout=SECONDS_TO_ANSWER, socket_timeout=SECONDS_TO_ANSWER
    )
