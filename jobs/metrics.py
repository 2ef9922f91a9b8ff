"""Background work in figures: what was done, how long it took, what waits, and for how long."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import Count, Min, Q
from django.utils import timezone

from core.monitoring import heartbeats
from core.monitoring.broker import connect_to_queue
from core.monitoring.metrics import JOB_BOUNDS, Counter, Gauge, Histogram, Part, Reading
from jobs.kinds import JOB_KINDS, JobKind
from jobs.models import WorkItem, WorkState
from jobs.queues import PRIORITY_STEPS, QUEUES, queue_key


class Outcome(StrEnum):
    DONE = "done"
    RETRIED = "retried"
    FAILED = "failed"


JOBS: Final = Counter(
    name="kiebitz_jobs_total",
    help="Attempts at jobs, by the kind of job and how they ended: done, retried or failed",
    labels=("kind", "outcome"),
)
JOB_SECONDS: Final = Histogram(
    name="kiebitz_job_seconds",
    help="Time that one attempt at a job took, by the kind of job",
    labels=("kind",),
    bounds=JOB_BOUNDS,
)
JOB_WAIT_SECONDS: Final = Histogram(
    name="kiebitz_job_wait_seconds",
    help="Time from when a job was due until a worker took it up, by the kind of job",
    labels=("kind",),
    bounds=JOB_BOUNDS,
)


def count_attempts(kind: JobKind, items: Sequence[WorkItem], outcome: Outcome, seconds: float) -> None:
    """Of each item; `seconds` is what one of them took."""
    if not settings.METRICS_TOKEN:
        return
    for item in items:
        JOBS.add(kind.name, outcome)
        JOB_SECONDS.observe(seconds, kind.name)
        if item.claimed_at is not None:
            JOB_WAIT_SECONDS.observe(max(0.0, (item.claimed_at - item.due_at).total_seconds()), kind.name)


class Backlog(NamedTuple):
    """What waits of one kind; `oldest_seconds` is how long the first that is due has been due."""

    waiting: int
    oldest_seconds: float


def load_backlog(kind: JobKind, now: datetime | None = None) -> Backlog:
    """One query, which the index of waiting rows answers."""
    now = now or timezone.now()
    found = kind.model._default_manager.filter(state=WorkState.WAITING).aggregate(
        count=Count("pk"), oldest=Min("due_at", filter=Q(due_at__lte=now))
    )
    oldest: datetime | None = found["oldest"]
    return Backlog(found["count"], (now - oldest).total_seconds() if oldest else 0.0)


def count_failed(kind: JobKind) -> int:
    return kind.model._default_manager.filter(state=WorkState.FAILED).count()


def queue_lengths() -> dict[str, int]:
    """Messages that no worker has taken, by queue."""
    with connect_to_queue() as client:
        return {
            queue: sum(client.llen(queue_key(queue, step)) for step in PRIORITY_STEPS) for queue in QUEUES
        }


def _read_waiting() -> Iterator[Reading]:
    for kind in JOB_KINDS:
        yield Reading(load_backlog(kind).waiting, (kind.name,))


def _read_oldest() -> Iterator[Reading]:
    for kind in JOB_KINDS:
        yield Reading(load_backlog(kind).oldest_seconds, (kind.name,))


def _read_failed() -> Iterator[Reading]:
    for kind in JOB_KINDS:
        yield Reading(count_failed(kind), (kind.name,))


def _read_queues() -> Iterator[Reading]:
    for queue, length in queue_lengths().items():
        yield Reading(length, (queue,))


def _read_sweep() -> Iterator[Reading]:
    if (seconds := heartbeats.seconds_since_sweep()) is not None:
        yield Reading(seconds)


JOBS_WAITING: Final = Gauge(
    name="kiebitz_jobs_waiting",
    help="Jobs that are not done, by the kind of job",
    labels=("kind",),
    needs=Part.DATABASE,
    read=_read_waiting,
)
JOBS_OLDEST_SECONDS: Final = Gauge(
    name="kiebitz_jobs_oldest_seconds",
    help="How long the oldest waiting job has been due, by the kind of job",
    labels=("kind",),
    needs=Part.DATABASE,
    read=_read_oldest,
)
JOBS_FAILED: Final = Gauge(
    name="kiebitz_jobs_failed",
    help="Jobs that failed for good and that nobody has tried again, by the kind of job",
    labels=("kind",),
    needs=Part.DATABASE,
    read=_read_failed,
)
QUEUE_MESSAGES: Final = Gauge(
    name="kiebitz_queue_messages",
    help="Messages in a queue that no worker has taken",
    labels=("queue",),
    needs=Part.BROKER,
    read=_read_queues,
)
SWEEP_AGE_SECONDS: Final = Gauge(
    name="kiebitz_sweep_age_seconds",
    help="Time since the last look for jobs left behind",
    needs=Part.BROKER,
    read=_read_sweep,
)
JOB_METRICS: Final = (
    JOBS,
    JOB_SECONDS,
    JOB_WAIT_SECONDS,
    JOBS_WAITING,
    JOBS_OLDEST_SECONDS,
    JOBS_FAILED,
    QUEUE_MESSAGES,
    SWEEP_AGE_SECONDS,
)
