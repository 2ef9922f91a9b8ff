"""The Celery application; what makes it lose nothing stands in the settings under CELERY_.

When the broker goes away while one process of a worker is busy and the worker waits for the next message, kombu 5.7
closes the connection twice, and the second time, as well as when the busy process has finished, it asks a channel for
the parameters of a connection that is no more. The AttributeError of that is no error of a connection to Celery, and
the worker ends. `Channel` says it as what it is, so Celery goes on: it connects again, and the sweeper delivers what
was lost.
"""

import os
from collections.abc import Iterable
from typing import Any, Final

from celery import Celery, Task
from celery.signals import (
    beat_embedded_init,
    beat_init,
    celeryd_init,
    heartbeat_sent,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
    worker_process_shutdown,
    worker_shutdown,
)
from kombu.transport import TRANSPORT_ALIASES
from kombu.transport import redis as kombu_redis
from redis.exceptions import ConnectionError as BrokerConnectionError

from config.embedded_beat import BeatWatch, name_process
from config.memory import settle_memory
from config.private_files import write_private_files
from jobs.queues import PAIRING_QUEUE

# Seconds that a worker waits for a word of the broker.
WORKER_SOCKET_TIMEOUT: Final = 30


class Channel(kombu_redis.Channel):
    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None or self.connection.client is None:
            raise BrokerConnectionError("The connection to the broker was lost.")
        # The types of kombu leave it out.
        parameters: dict[str, Any] = super()._connparams(asynchronous=asynchronous)  # type: ignore[misc]
        return parameters


class PairingFirst:
    """The order in which a worker looks into its queues; kombu would take them in turns."""

    def __init__(self) -> None:
        self._queues: list[str] = []

    def update(self, queues: Iterable[str]) -> None:
        self._queues = sorted(queues, key=lambda queue: queue != PAIRING_QUEUE)

    def consume(self, n: int) -> list[str]:
        return self._queues[:n]

    def rotate(self, last_used: str) -> None:
        """The order stays."""


class Transport(kombu_redis.Transport):
    Channel = Channel


def use_transport() -> None:
    """For every address that begins with redis:, rediss: or redis+socket:."""
    for scheme in ("redis", "rediss"):
        TRANSPORT_ALIASES[scheme] = f"{Transport.__module__}:{Transport.__qualname__}"


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# The site was checked when it was migrated and started. To check it once more, a worker would load every page and what
# pages need, which takes twice as long and a third more memory than its jobs do.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
use_transport()
app = Celery("kiebitz")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add(BeatWatch)


@setup_logging.connect
def use_django_logging(**_: object) -> None:
    """A receiver is enough: Celery then leaves the loggers as Django configured them."""
    from django.conf import settings

    from config.logs import configure_logging

    configure_logging(settings.LOGGING)


@celeryd_init.connect
def extend_broker_timeout(conf: Any, **_: object) -> None:
    """Nobody waits for a worker, and to connect again it would leave what it has begun to be done twice.

    Its long wait for the next message is not bounded by this: it reads when there is something to read.
    """
    conf.broker_transport_options = conf.broker_transport_options | {"socket_timeout": WORKER_SOCKET_TIMEOUT}


@celeryd_init.connect
@beat_init.connect
def keep_files_private(**_: object) -> None:
    write_private_files()


@beat_embedded_init.connect
def name_beat_process(**_: object) -> None:
    name_process()


@worker_init.connect
def warm_up_jobs(**_: object) -> None:
    """Before the processes are forked: each would do it when its first job comes, with somebody waiting for it."""
    from jobs.kinds import JOB_KINDS

    for kind in JOB_KINDS:
        kind.warm_up()
    settle_memory()


@task_prerun.connect
@task_postrun.connect
def close_old_database_connections(task: Task[..., object], **_: object) -> None:
    """As between requests: a connection that is old or broken is closed, and another serves the next task as well."""
    if not task.request.is_eager:
        from django.db import close_old_connections

        close_old_connections()


@heartbeat_sent.connect
def record_worker_heartbeat(**_: object) -> None:
    from core.monitoring.heartbeats import record_worker

    record_worker(app.amqp.queues.consume_from)


@worker_shutdown.connect
def forget_worker_heartbeat(**_: object) -> None:
    from core.monitoring.heartbeats import forget_worker

    forget_worker()


@worker_process_shutdown.connect
def hand_over_figures(**_: object) -> None:
    """The processes of a worker end without what Python does at the end of others."""
    from config.monitoring.traces import send_spans
    from core.monitoring.sums import SUMS

    SUMS.hand_over()
    send_spans()
