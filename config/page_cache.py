"""The cache of what pages are made of: it saves work, and nothing fails without it."""

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


class LastingClient(RedisCacheClient):
    """Django makes a client for every question, which takes longer than the question."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._clients: dict[Any, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        pool = self._get_connection_pool(write)  # type: ignore[attr-defined]  # the stubs leave it out
        if pool not in self._clients:
            self._clients[pool] = super().get_client(key, write=write)
        return self._clients[pool]


class PageCache(RedisCache):
    """As if it were empty while its server is away: everything in it can be made again."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._class = LastingClient

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except (RedisError, OSError) as error:
            logger.warning("The cache cannot be read: %s", error)
            return default

    def set(self, key: Any, value: Any, timeout: Any = 300, version: int | None = None) -> None:
        try:
            super().set(key, value, timeout, version)
        except (RedisError, OSError) as error:
            logger.warning("The cache cannot be written: %s", error)

    def add(self, key: Any, value: Any, timeout: Any = 300, version: int | None = None) -> bool:
        """Nobody else can have put it there while the server is away."""
        try:
            return bool(super().add(key, value, timeout, version))
        except (RedisError, OSError) as error:
            logger.warning("The cache cannot be written: %s", error)
            return True

    def delete(self, key: Any, version: int | None = None) -> bool:
        try:
            return bool(super().delete(key, version))
        except (RedisError, OSError) as error:
            logger.warning("The cache cannot be written: %s", error)
            return False
