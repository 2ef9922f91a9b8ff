"""The workers: which kinds there are, whether each shows a sign of life, and whether their clocks agree."""

from collections.abc import Iterator
from typing import Final

from core.monitoring import heartbeats
from core.monitoring.heartbeats import WorkerSign
from core.monitoring.metrics import Gauge, Part, Reading
from jobs.queues import QUEUES

# A worker is known by the queue that it takes its work from.
WORKER_KINDS: Final = QUEUES


def states_of_workers(signs: list[WorkerSign]) -> dict[str, bool]:
    """Whether there is a living worker, by kind."""
    alive = {kind for sign in signs if sign.is_alive for kind in sign.kinds}
    return {kind: kind in alive for kind in WORKER_KINDS}


def _read_workers() -> Iterator[Reading]:
    signs = [sign for sign in heartbeats.load_workers() if sign.is_alive]
    for kind in WORKER_KINDS:
        yield Reading(sum(kind in sign.kinds for sign in signs), (kind,))


WORKERS: Final = Gauge(
    name="kiebitz_workers",
    help="Workers that have shown a sign of life within the last 15 seconds, by the queue they work for",
    labels=("queue",),
    needs=Part.BROKER,
    read=_read_workers,
)
