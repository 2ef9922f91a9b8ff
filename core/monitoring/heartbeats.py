"""Signs of life, left on the broker's server by those who work in the background.

Their times are the server's, so clocks that differ between machines change nothing; how far a machine's own clock is
off is left there as well.
"""

import json
import logging
import time
from collections.abc import Iterable
from typing import Final, NamedTuple

from django.conf import settings

from core.monitoring.broker import connect_to_cache
from core.monitoring.worker_nodes import WORKERS_KEY, own_node

logger = logging.getLogger(__name__)

SWEEP_KEY: Final = "kiebitz-last-sweep"
# A worker leaves a sign every two seconds; one that has been silent for this long is gone or stuck.
SILENT_AFTER: Final = 15
FORGOTTEN_AFTER: Final = 60


class WorkerSign(NamedTuple):
    """`node` is machine and process, `kinds` what it works for, `clock_skew` by how much its clock is ahead."""

    node: str
    kinds: tuple[str, ...]
    seconds_ago: float
    clock_skew: float
    version: str

    @property
    def is_alive(self) -> bool:
        return self.seconds_ago < SILENT_AFTER


def record_worker(kinds: Iterable[str]) -> None:
    try:
        with connect_to_cache() as client:
            now = _server_time(client.time())
            sign = {"kinds": list(kinds), "at": now, "skew": time.time() - now, "version": settings.VERSION}
            client.hset(WORKERS_KEY, own_node(), json.dumps(sign))
    except Exception as error:  # noqa: BLE001  the broker being away must not stop the worker
        logger.warning("The heartbeat could not be noted: %s", error)


def forget_worker() -> None:
    """For a worker that ends in order."""
    try:
        with connect_to_cache() as client:
            client.hdel(WORKERS_KEY, own_node())
    except Exception as error:  # noqa: BLE001  it ends all the same
        logger.debug("The heartbeat stays for %d seconds: %s", SILENT_AFTER, error)


def load_workers() -> list[WorkerSign]:
    """Those that have left a sign within the last minute, by node."""
    with connect_to_cache() as client:
        now, stored = _server_time(client.time()), client.hgetall(WORKERS_KEY)
        signs = []
        for node, raw in sorted(stored.items()):
            facts = json.loads(raw)
            age = max(0.0, now - facts["at"])
            if age > FORGOTTEN_AFTER:
                client.hdel(WORKERS_KEY, node)
            else:
                signs.append(
                    WorkerSign(node.decode(), tuple(facts["kinds"]), age, facts["skew"], facts["version"])
                )
    return signs


def record_sweep() -> None:
    try:
        with connect_to_cache() as client:
            client.set(SWEEP_KEY, _server_time(client.time()))
    except Exception as error:  # noqa: BLE001  a sweep has other things to do
        logger.warning("The sweep could not be noted: %s", error)


def seconds_since_sweep() -> float | None:
    """None if nobody knows of any."""
    with connect_to_cache() as client:
        last = client.get(SWEEP_KEY)
        return None if last is None else max(0.0, _server_time(client.time()) - float(last))


def own_clock_skew() -> float:
    """How many seconds this machine's clock is ahead of the broker's."""
    with connect_to_cache() as client:
        return time.time() - _server_time(client.time())


def _server_time(answer: tuple[int, int]) -> float:
    seconds, microseconds = answer
    return seconds + microseconds / 1_000_000
