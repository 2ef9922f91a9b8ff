"""Fragments of pages that everybody sees alike: made once for each change of what they show, and cached.

    fragment = cached_fragment(section.event, f"standings:{section.pk}", lambda: rendered(section), calmly_for=request)
    return show_state_of(HttpResponse(fragment.content), fragment.change_number)

Whole pages are always up to date. A page that follows by itself asks calmly: when a round ends, results come in every
second and a hall full of phones wants to see them, so such a fragment is made anew every MIN_PAUSE seconds at most.
While it is made for one, the others are given what there is; and where so many follow that somebody asks as soon as the
pause is over, nobody waits for it at all: whoever asks first is answered with what there is before it is made. The tag
of such an answer is that of the state it shows.
"""

import logging
import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.http import HttpRequest
from django.utils.translation import get_language
from redis.exceptions import RedisError

from core.web.conditional import code_version, run_after_response

# What does not change with the event, such as people's names, is up to date after so many seconds.
MAX_AGE: Final = 300
MIN_PAUSE: Final = 5

# Less than what lies between two questions of one page: who follows alone is never behind by a whole question.
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


def cached_fragment(
    subject: Versioned,
    name: str,
    make: Callable[[], Any],
    *,
    calmly_for: HttpRequest | None = None,
) -> CachedFragment:
    """Nothing in it may depend on who looks, but for the language. No query where it is kept, else those of `make`.

    It is kept for this subject alone: what `make` would refuse to show under this address is never found here.
    """
    cache = caches["pages"]
    key = f"part:{subject.pk}:{name}:{get_language()}:{code_version()}"
    kept: CachedFragment | None = cache.get(key)
    if kept is not None and kept.change_number == subject.change_number:
        return kept
    age = time.time() - kept.made_at if kept is not None else MAX_AGE
    if calmly_for is not None and kept is not None and age < MIN_PAUSE:
        return kept
    being_made = f"{key}:being-made"
    is_ours = cache.add(being_made, 1, MAX_RENDER_TIME)

    def made() -> CachedFragment:
        try:
            part = CachedFragment(make(), subject.change_number, time.time())
            cache.set(key, part, MAX_AGE)
        finally:
            cache.delete(being_made)
        return part

    if calmly_for is not None and kept is not None and (not is_ours or age < BUSY_PAUSE):
        if is_ours:
            run_after_response(calmly_for, made)
        return kept
    return made()


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
