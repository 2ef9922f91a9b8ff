"""The scheduler inside a worker (`celery worker --beat`): one program less on a small machine.

Celery starts it as a process of the worker and never looks again. Without it nothing would be swept up.
"""

import logging
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from celery import bootsteps
from celery.beat import EmbeddedService

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS: Final = 2.0
PROCESS_NAME: Final = "celery-beat"
BEAT_STEP: Final = "celery.worker.components.Beat"


def name_process() -> None:
    """What `ps -A` and `top` call it; else it could not be told from the worker."""
    with suppress(OSError):
        Path("/proc/self/comm").write_text(PROCESS_NAME, encoding="ascii")


class BeatWatch(bootsteps.StartStopStep):
    """Starts it again when it has ended. A step of the consumer: those begin anew with each connection."""

    requires = ("celery.worker.consumer.heart:Heart",)

    def __init__(self, consumer: Any, **kwargs: Any) -> None:
        self._look: Any = None
        super().__init__(consumer, **kwargs)

    def start(self, consumer: Any) -> None:
        worker = consumer.controller
        if worker.beat is not None:
            self._look = consumer.timer.call_repeatedly(SECONDS_BETWEEN_LOOKS, revive_beat, (worker,))

    def stop(self, consumer: Any) -> None:
        if self._look is not None:
            self._look.cancel()


def revive_beat(worker: Any) -> None:
    if worker.beat.is_alive():
        return
    logger.error("The scheduler ended unexpectedly with code %s and is started again.", worker.beat.exitcode)
    worker.beat = EmbeddedService(
        worker.app, schedule_filename=worker.schedule_filename, scheduler_cls=worker.scheduler
    )
    # What the worker stops when it ends.
    worker.blueprint[BEAT_STEP].obj = worker.beat
    worker.beat.start()
