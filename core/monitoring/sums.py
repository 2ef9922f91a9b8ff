"""What the processes have counted, added up where all of them reach it: on the broker's server.

A process keeps its own sums and hands them over every two seconds, from a thread that starts with the first of them.
So `/metrics` tells of all web servers and workers on all machines, wherever it is asked, and no request waits for it.
While the broker is away the sums wait; a process that is killed loses two seconds of them.
"""

import atexit
import json
import logging
import os
import threading
from collections.abc import Mapping
from typing import Final, NamedTuple

from core.monitoring.broker import connect_to_cache

logger = logging.getLogger(__name__)

KEY: Final = "kiebitz-metrics"
SECONDS_BETWEEN: Final = 2.0


class Field(NamedTuple):
    """One sum: of a metric, for the values of its labels; a histogram has one for each bucket and one of seconds."""

    metric: str
    labels: tuple[str, ...]
    bucket: str = ""


class Sums:
    def __init__(self) -> None:
        self._begin()
        # A forked process inherits neither the thread nor what its parent has counted.
        os.register_at_fork(after_in_child=self._begin)

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._pending: dict[Field, float] = {}
        self._thread: threading.Thread | None = None

    def add(self, amounts: Mapping[Field, float]) -> None:
        with self._lock:
            for field, amount in amounts.items():
                self._pending[field] = self._pending.get(field, 0) + amount
            if self._thread is None:
                self._thread = threading.Thread(target=self._hand_over_often, name="metrics", daemon=True)
                self._thread.start()
                atexit.register(self.hand_over)

    def hand_over(self) -> None:
        """Add what is pending to the sums of all; while their server is away it stays pending."""
        with self._lock:
            pending, self._pending = self._pending, {}
        if not pending:
            return
        try:
            with connect_to_cache() as client, client.pipeline(transaction=True) as pipeline:
                for field, amount in pending.items():
                    pipeline.hincrbyfloat(KEY, json.dumps(field), amount)
                pipeline.execute()
        except Exception as error:  # noqa: BLE001  whatever its driver raises, counting must harm nobody
            logger.debug("What was counted waits for the broker: %s", error)
            with self._lock:
                for field, amount in pending.items():
                    self._pending[field] = self._pending.get(field, 0) + amount

    def _hand_over_often(self) -> None:
        pause = threading.Event()
        while not pause.wait(SECONDS_BETWEEN):
            self.hand_over()


SUMS: Final = Sums()


def load_sums() -> dict[Field, float]:
    """Of all processes, those of this one included."""
    SUMS.hand_over()
    with connect_to_cache() as client:
        stored = client.hgetall(KEY)
    return {_read_field(key): float(value) for key, value in stored.items()}


def _read_field(raw: bytes) -> Field:
    metric, labels, bucket = json.loads(raw)
    return Field(metric, tuple(labels), bucket)
