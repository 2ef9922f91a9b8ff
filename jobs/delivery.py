"""Tell the workers that rows wait: one message for a kind is enough, however many rows there are.

A message names one row; whoever takes it takes as many rows of its kind as are worth a transaction. So nothing is sent
while the broker still has a message of the same kind. That is read off its queue and noted nowhere: there is nothing to
be left behind, neither by a worker that is killed nor by a broker that loses its memory.
"""

import json
import logging
from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import kombu.exceptions
from celery import Task, current_app
from django.utils import timezone

from jobs.kinds import JobKind
from jobs.models import WorkState
from jobs.queues import DEFAULT_QUEUE, queue_key

if TYPE_CHECKING:
    from redis import Redis

logger = logging.getLogger(__name__)

# Seconds. It takes two to learn that a broker does not answer, and a request may leave hundreds of jobs behind.
BROKER_PAUSE: Final = 5.0

# Of each list, in which the newest messages come first: there are no more of ours in it than kinds.
MAX_LOOKED_AT: Final = 100

_rests_until = 0.0


def deliver(kind: JobKind, pks: Sequence[int]) -> int:
    """See to it that the workers hear of these rows. How many messages were sent: one or none."""
    global _rests_until
    if not pks or monotonic() < _rests_until:
        return 0
    try:
        sent = _send_unless_queued(kind, pks[0])
    except _broker_errors() as error:
        _rests_until = monotonic() + BROKER_PAUSE
        logger.warning(
            "The broker cannot be reached (%s); the sweeper will deliver %s %s and what follows.",
            error,
            kind.name,
            pks[0],
        )
        return 0
    kind.model._default_manager.filter(pk__in=pks, state=WorkState.WAITING).update(enqueued_at=timezone.now())
    return sent


def forget_broker_failure() -> None:
    """Forget that the broker was away a moment ago."""
    global _rests_until
    _rests_until = 0.0


class OnceQueuedTask(Task[..., Any]):
    """A regular task of which no second message is sent while the first one waits for a worker."""

    abstract = True

    def apply_async(self, *args: Any, **options: Any) -> Any:
        queue, priority = options.get("queue", DEFAULT_QUEUE), options.get("priority", 0)
        try:
            with open_queue() as client:
                queued = any(
                    message.task == self.name for message in queued_messages(client, queue, priority)
                )
        except _broker_errors():
            queued = False  # publishing will say so
        return None if queued else super().apply_async(*args, **options)


class QueuedMessage(NamedTuple):
    task: str
    arguments: list[Any]


def queued_messages(client: "Redis", queue: str, priority: int) -> Iterator[QueuedMessage]:
    """The newest that no worker has taken."""
    # The types of redis know no difference between a client that waits and one that does not.
    found: Any = client.lrange(queue_key(queue, priority), 0, MAX_LOOKED_AT - 1)
    for raw in found:
        message = json.loads(raw)
        arguments, *_ = json.loads(b64decode(message["body"]))
        yield QueuedMessage(message["headers"]["task"], arguments)


@contextmanager
def open_queue() -> "Iterator[Redis]":
    """The broker's server, by the connection that messages are published with."""
    with current_app.producer_or_acquire() as producer:
        yield producer.channel.client


def _send_unless_queued(kind: JobKind, pk: int) -> int:
    from jobs.tasks import perform_job  # the task leads back here

    with open_queue() as client:
        for message in queued_messages(client, kind.queue, kind.priority):
            if message.task == perform_job.name and message.arguments[:1] == [kind.name]:
                return 0
    perform_job.apply_async((kind.name, pk), priority=kind.priority, queue=kind.queue)
    return 1


def _broker_errors() -> tuple[type[Exception], ...]:
    from redis.exceptions import (
        RedisError,
    )  # half a second that the first page after a start need not wait for

    return (kombu.exceptions.OperationalError, RedisError, OSError)
