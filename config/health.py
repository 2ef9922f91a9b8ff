"""Whether the site is alive, and whether it is ready to serve: for supervisors and load balancers.

Workers leave signs of life with the broker, which show that there is one of each kind.
"""

import logging
import platform
from collections.abc import Callable
from typing import Any

import django
from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.monitoring import backing_services
from config.monitoring.access import has_metrics_token, is_administrator
from config.monitoring.workers import WORKER_KINDS, states_of_workers
from core.monitoring import heartbeats
from core.monitoring.heartbeats import SILENT_AFTER, WorkerSign

logger = logging.getLogger(__name__)


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
    """Each part in turn; 503 as long as one of them is missing. Reasons go to the log, not to strangers.

    Strangers learn what a supervisor needs, and the version, which stands on every page as well. Which versions of
    Python, Django, the database and the broker run here, and on how many machines, is said to who has the token of
    /metrics and to administrators: it helps nobody else but those who look for a known hole.
    """
    signs: list[WorkerSign] = []
    available: dict[str, bool | None] = {
        "database": _is_available("database", backing_services.ask_database),
        "broker": (has_broker := _is_available("broker", backing_services.ask_broker)),
        # Their signs of life lie with the broker.
        "worker": _is_available("worker", lambda: _ask_workers(signs)) if has_broker else None,
    }
    ready = all(available.values())
    workers = states_of_workers(signs) if has_broker else dict.fromkeys(WORKER_KINDS)
    answer: dict[str, Any] = {
        "status": "ready" if ready else "not ready",
        **{name: _word(is_there) for name, is_there in available.items()},
        "workers": {kind: _word(is_there) for kind, is_there in workers.items()},
        "version": settings.VERSION,
    }
    if has_metrics_token(request) or (available["database"] and is_administrator(request)):
        answer["versions"] = _versions(available)
        answer["nodes"] = [_node(sign) for sign in signs]
    return JsonResponse(answer, status=200 if ready else 503)


def _word(is_there: bool | None) -> str:
    return "unknown" if is_there is None else "ok" if is_there else "unavailable"


def _is_available(part: str, ask: Callable[[], None]) -> bool:
    try:
        ask()
    except Exception as error:  # noqa: BLE001  whatever a driver raises means the part is not there
        # Drivers write paragraphs, and their first line says what is wrong.
        reason, *_ = str(error).splitlines() or [type(error).__name__]
        logger.warning("Not ready: the %s is unavailable: %s", part, reason)
        return False
    return True


def _ask_workers(signs: list[WorkerSign]) -> None:
    signs += heartbeats.load_workers()
    silent = [kind for kind, is_alive in states_of_workers(signs).items() if not is_alive]
    if silent:
        which = "none" if len(silent) == len(WORKER_KINDS) else f"none for the queue {', '.join(silent)}"
        raise Unavailable(f"{which} has shown a sign of life in the last {SILENT_AFTER} seconds.")


def _versions(available: dict[str, bool | None]) -> dict[str, str]:
    return {
        "python": platform.python_version(),
        "django": django.get_version(),
        **({"database": backing_services.database_version()} if available["database"] else {}),
        **({"broker": backing_services.broker_version()} if available["broker"] else {}),
    }


def _node(sign: WorkerSign) -> dict[str, Any]:
    return {
        "node": sign.node,
        "queues": list(sign.kinds),
        "state": _word(sign.is_alive),
        "seconds_ago": round(sign.seconds_ago, 1),
        "version": sign.version,
    }
