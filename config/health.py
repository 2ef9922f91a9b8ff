"""Whether the site is alive, and whether it is ready to serve: for supervisors and load balancers.

Workers leave a heartbeat in the cache, which shows that there is one.
"""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)
HEARTBEAT_KEY = "worker-heartbeat"

# A worker sends a heartbeat every two seconds; one that has been silent for this long is gone or stuck.
HEARTBEAT_TIMEOUT = 15


def record_heartbeat() -> None:
    try:
        cache.set(HEARTBEAT_KEY, time.time(), timeout=HEARTBEAT_TIMEOUT * 4)
    except Exception as error:  # noqa: BLE001  the cache being away must not stop the worker
        logger.warning("The heartbeat could not be noted: %s", error)


def is_worker_alive() -> bool:
    last = cache.get(HEARTBEAT_KEY)
    return last is not None and time.time() - last < HEARTBEAT_TIMEOUT


class Unavailable(Exception):
    """A part is not there, and no driver says so."""


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers; nothing else is asked."""
    return JsonResponse({"status": "alive"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Each part in turn; 503 as long as one of them is missing. Details go to the log, not to strangers."""
    parts = {"database": _check_database, "broker": _check_broker, "worker": _check_worker}
    state = {name: "ok" if _is_available(name, ask) else "unavailable" for name, ask in parts.items()}
    ready = all(value == "ok" for value in state.values())
    answer = {"status": "ready" if ready else "not ready", **state, "version": settings.VERSION}
    return JsonResponse(answer, status=200 if ready else 503)


def _is_available(part: str, ask: Callable[[], None]) -> bool:
    try:
        ask()
    except Exception as error:  # noqa: BLE001  whatever a driver raises means the part is not there
        # Drivers write paragraphs, and their first line says what is wrong.
        reason, *_ = str(error).splitlines() or [type(error).__name__]
        logger.warning("Not ready: the %s is unavailable: %s", part, reason)
        return False
    return True


def _check_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _check_broker() -> None:
    import redis  # half a second that the first page after a start need not wait for

    url = settings.REDIS.for_redis_client(database=settings.REDIS_DATABASE)
    with redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as client:
        client.ping()


def _check_worker() -> None:
    if not is_worker_alive():
        raise Unavailable(f"none has shown a sign of life in the last {HEARTBEAT_TIMEOUT} seconds.")
