"""Fragments of pages that look the same to everybody: made once for each change of what they show, and cached.

    fragment = cached_fragment(event, f"standings:{section.pk}", lambda: render(section), allow_stale=True)
    return FragmentResponse(fragment)

Whole pages are always up to date. Pages that update themselves ask with `allow_stale`: when a round ends, results come
in every second and a hall full of phones wants to see them, so such a fragment is made every MIN_PAUSE seconds at most.
While one request makes it, the others get the old one; and where so many ask that one of them comes as soon as the
pause is over, nobody waits: the first is answered with the old fragment, and the new one is made after its response.
The tag of such a response is that of the state it shows (`FragmentResponse.change_number`).
"""

import logging
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.http import HttpResponse
from django.utils.translation import get_language
from redis.exceptions import RedisError

from core.web.conditional import page_version, run_after_response

# What can change without the event, such as people's names, is up to date after so many seconds.
MAX_AGE: Final = 300
MIN_PAUSE: Final = 5

# Less than the pause between two requests of one page, so that a lone reader is never a whole request behind.
BUSY_PAUSE: Final = 8
MAX_RENDER_TIME: Final = 10
logger = logging.getLogger(__name__)


class Versioned(Protocol):
    """Something that counts its changes, as an event does."""

    @property
    def pk(self) -> Any: ...

    @property
    def change_number(self) -> int: ...


class CachedFragment(NamedTuple):
    content: Any
    change_number: int
    made_at: float


class FragmentResponse(HttpResponse):
    """Shows a fragment, perhaps of an earlier state: `change_number` says of which."""

    def __init__(self, fragment: CachedFragment) -> None:
        super().__init__(fragment.content)
        self.change_number = fragment.change_number


def cached_fragment(
    subject: Versioned,
    name: str,
    make: Callable[[], Any],
    *,
    allow_stale: bool = False,
) -> CachedFragment:
    """Nothing in it may depend on the reader but the language. No query if it is cached, else those of `make`.

    It is cached for this subject alone: what `make` would refuse to show under this address is never found here.
    """
    cache = caches["pages"]
    key = f"part:{subject.pk}:{name}:{get_language()}:{page_version()}"
    cached: CachedFragment | None = cache.get(key)
    if cached is not None and cached.change_number == subject.change_number:
        return cached
    age = time.time() - cached.made_at if cached is not None else MAX_AGE
    if allow_stale and cached is not None and age < MIN_PAUSE:
        return cached
    being_made = f"{key}:being-made"
    is_ours = cache.add(being_made, 1, MAX_RENDER_TIME)

    def make_and_cache() -> CachedFragment:
        try:
            fragment = CachedFragment(make(), subject.change_number, time.time())
            cache.set(key, fragment, MAX_AGE)
        finally:
            cache.delete(being_made)
        return fragment

    if allow_stale and cached is not None and (not is_ours or age < BUSY_PAUSE):
        if is_ours:
            run_after_response(make_and_cache)
        return cached
    return make_and_cache()


class ReusedClient(RedisCacheClient):
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
        self._class = ReusedClient

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

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        keys = list(keys)
        try:
            return dict(super().get_many(keys, version)) if keys else {}
        except (RedisError, OSError) as error:
            logger.warning("The cache cannot be read: %s", error)
            return {}

    def set_many(self, data: Any, timeout: Any = 300, version: int | None = None) -> list[Any]:
        try:
            return list(super().set_many(data, timeout, version)) if data else []
        except (RedisError, OSError) as error:
            logger.warning("The cache cannot be written: %s", error)
            return list(data)

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
