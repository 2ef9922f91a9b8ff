"""Signs of life of the workers, left in the cache for the readiness check."""

import logging
import time

from django.core.cache import cache

logger = logging.getLogger(__name__)

KEY = "worker-heartbeat"
# A worker sends a heartbeat every two seconds; one that has been silent for this long is gone or stuck.
SILENCE_TOLERATED = 15


def note_worker_alive() -> None:
    try:
        cache.set(KEY, time.time(), timeout=SILENCE_TOLERATED * 4)
    except Exception as error:  # noqa: BLE001  the cache being away must not stop the worker
        logger.warning("The heartbeat could not be noted: %s", error)


def worker_alive() -> bool:
    last = cache.get(KEY)
    return last is not None and time.time() - last < SILENCE_TOLERATED
