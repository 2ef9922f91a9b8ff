"""Whether the site is alive, and whether it is ready to serve: for supervisors and load balancers."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jobs.heartbeat import SILENCE_TOLERATED, worker_alive

logger = logging.getLogger(__name__)


class Missing(Exception):
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
    parts = {"database": _ask_database, "broker": _ask_broker, "worker": _ask_for_worker}
    state = {name: "ok" if _works(name, ask) else "unavailable" for name, ask in parts.items()}
    ready = all(value == "ok" for value in state.values())
    answer = {"status": "ready" if ready else "not ready", **state, "version": settings.VERSION}
    return JsonResponse(answer, status=200 if ready else 503)


def _works(part: str, ask: Callable[[], None]) -> bool:
    try:
        ask()
    except Exception as error:  # noqa: BLE001  whatever a driver raises means the part is not there
        # Drivers write paragraphs, and their first line says what is wrong.
        reason, *_ = str(error).splitlines() or [type(error).__name__]
        logger.warning("Not ready: the %s is unavailable: %s", part, reason)
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_broker() -> None:
    import redis  # half a second that the first page after a start need not wait for

    url = settings.REDIS.for_redis_client(database=settings.REDIS_DATABASE)
    with redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as client:
        client.ping()


def _ask_for_worker() -> None:
    if not worker_alive():
        raise Missing(f"none has shown a sign of life in the last {SILENCE_TOLERATED} seconds.")
