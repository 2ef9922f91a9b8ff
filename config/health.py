"""Whether the site is alive, and whether it is ready to serve: for supervisors and load balancers."""

from collections.abc import Callable

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jobs.heartbeat import worker_alive


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers; nothing else is asked."""
    return JsonResponse({"status": "alive"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Each part in turn; 503 as long as one of them is missing. Details go to the log, not to strangers."""
    parts = {"database": _database, "broker": _broker, "worker": _worker}
    state = {name: "ok" if _works(check) else "unavailable" for name, check in parts.items()}
    ready = all(value == "ok" for value in state.values())
    return JsonResponse({"status": "ready" if ready else "not ready", **state}, status=200 if ready else 503)


def _works(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception:  # noqa: BLE001  whatever a driver raises means the part is not there
        return False


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _broker() -> bool:
    import redis  # half a second that the first page after a start need not wait for

    url = settings.REDIS.for_redis_client(database=settings.REDIS_DATABASE)
    with redis.Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as client:
        return bool(client.ping())


def _worker() -> bool:
    return worker_alive()
