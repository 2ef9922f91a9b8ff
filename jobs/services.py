"""Hand rows to the workers, do their work once, and find what was left behind.

The broker may be away: then rows wait for the sweeper, and the request that made them does not.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, Final

import kombu.exceptions
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs.kinds import JOB_KINDS, JobKind, PermanentFailure, kind_for
from jobs.models import WorkItem, WorkState

logger = logging.getLogger(__name__)
FIRST_RETRY_AFTER = timedelta(seconds=5)
MAX_RETRY_AFTER = timedelta(hours=1)
MAX_SWEPT = 1000

# One thing is slow if it alone took this share of a job's time; the rest is for what a job does before.
SLOW_SHARE: Final = 0.9

# Seconds. It takes two to learn that a broker does not answer, and a request may leave hundreds of jobs behind.
BROKER_PAUSE: Final = 5.0


def enqueue(*, item: WorkItem) -> None:
    """Tell the workers about a saved item once the current transaction is committed.

    A broker that cannot be reached is no error here: the row is waiting, and the sweeper will find it.
    """
    enqueue_all(items=[item])


def enqueue_all(*, items: Sequence[WorkItem]) -> None:
    """The same for several items of one kind."""
    if items:
        kind, pks = kind_for(items[0]), [item.pk for item in items]
        transaction.on_commit(lambda: deliver(kind, pks))


def perform(*, kind_name: str, pk: int, message_id: str) -> None:
    """Do one item's work. Called once or many times, in one process or several: the effect happens once."""
    kind = JOB_KINDS.get(kind_name)
    if kind is None:
        logger.error("A message asks for the unknown kind of job %r: it is dropped.", kind_name)
        return
    item = _claim(kind, pk, message_id)
    if item is None:
        return
    if item.attempts > kind.max_attempts:
        # Failures are counted when they are caught; only lost workers can lead past the limit.
        lost = _("The worker was lost in each of %(attempts)d attempts.") % {"attempts": kind.max_attempts}
        _give_up(kind, pk, lost)
        return
    try:
        result = kind.prepare(item)
        _finish(kind, pk, result)
    except PermanentFailure as error:
        _give_up(kind, pk, str(error))
    except SoftTimeLimitExceeded:
        too_long = _("It took longer than %(seconds)d seconds.") % {"seconds": settings.JOB_TIME_LIMIT}
        _postpone(kind, pk, too_long)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        if isinstance(error, kind.expected_errors):
            # %r, for a mail server may answer with a paragraph.
            logger.warning("%s %s failed and is tried again later: %r", kind.name, pk, error)
        else:
            logger.exception("%s %s failed", kind.name, pk)
        _postpone(kind, pk, reason)


@contextmanager
def watch_time(*, on_slow: Callable[[float], object], on_shared: Callable[[], object]) -> Iterator[None]:
    """For a job that does several things: find out which of them was slow when the job runs out of time.

    The time limit is the whole job's. What used it up alone is slow: `on_slow(seconds)`; what shared it with others is
    not: `on_shared()`. The job ends in both cases.
    """
    began = monotonic()
    try:
        yield
    except SoftTimeLimitExceeded:
        seconds = monotonic() - began
        if seconds >= settings.JOB_TIME_LIMIT * SLOW_SHARE:
            on_slow(seconds)
        else:
            on_shared()
        raise


def restore_attempts(*, item: WorkItem) -> None:
    """The attempts so far were not this item's fault: it has all but the present one again."""
    type(item)._default_manager.filter(pk=item.pk).update(attempts=1)


@dataclass(frozen=True)
class Sweep:
    """How many items of each kind a sweep delivered again."""

    delivered: dict[str, int]


def sweep() -> Sweep:
    """Deliver again what is waiting although it should be done: lost messages, killed workers, due retries."""
    now = timezone.now()
    delivered = {}
    for kind in JOB_KINDS:
        left_behind = _left_behind(kind, now).order_by("due_at").values_list("pk", flat=True)
        delivered[kind.name] = deliver(kind, list(left_behind[:MAX_SWEPT]))
    return Sweep(delivered)


def forget_deliveries() -> None:
    """For a restored database: whatever waits was never handed to the workers there are now. The sweeper does so."""
    for kind in JOB_KINDS:
        kind.model._default_manager.filter(state=WorkState.WAITING).update(
            enqueued_at=None, claimed_at=None, claimed_by=""
        )


class AlreadyWaiting(Exception):
    """The work of a failed item is another one's by now, of which there can be only one at a time."""


def retry(*, item: WorkItem) -> None:
    """Let a failed item be tried again from the beginning, as an administrator may ask."""
    kind = kind_for(item)
    with transaction.atomic():
        if _reset_failed(kind, item.pk):
            kind.on_retry(item)
        enqueue(item=item)


def _reset_failed(kind: JobKind, pk: int) -> int:
    try:
        with transaction.atomic():
            return kind.model._default_manager.filter(pk=pk, state=WorkState.FAILED).update(
                state=WorkState.WAITING,
                attempts=0,
                due_at=timezone.now(),
                finished_at=None,
                enqueued_at=None,
                claimed_at=None,
            )
    except IntegrityError as error:
        raise AlreadyWaiting from error


def _left_behind(kind: JobKind, now: datetime) -> QuerySet[WorkItem]:
    never_delivered = Q(enqueued_at=None)
    # A retry that has become due since the last delivery.
    due_again = Q(enqueued_at__lt=F("due_at"))
    delivery_lost = Q(enqueued_at__lt=now - timedelta(seconds=settings.JOB_PATIENCE)) & (
        Q(claimed_at=None) | Q(claimed_at__lt=_stale_claim(now))
    )
    return kind.model._default_manager.filter(
        never_delivered | due_again | delivery_lost, state=WorkState.WAITING, due_at__lte=now
    )


def _stale_claim(now: datetime) -> datetime:
    """Claims older than this are held by nobody: the time limit has killed their worker."""
    return now - timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT)


def _claim(kind: JobKind, pk: int, message_id: str) -> WorkItem | None:
    """Take the item, unless it is finished, not yet due, or in another message's hands.

    The same message coming twice means that its first worker died: it may go on at once.
    """
    now = timezone.now()
    free = Q(claimed_at=None) | Q(claimed_by=message_id) | Q(claimed_at__lt=_stale_claim(now))
    claimed = kind.model._default_manager.filter(
        free, pk=pk, state=WorkState.WAITING, due_at__lte=now
    ).update(claimed_at=now, claimed_by=message_id, attempts=F("attempts") + 1)
    return kind.model._default_manager.get(pk=pk) if claimed else None


def _finish(kind: JobKind, pk: int, result: Any) -> None:
    with transaction.atomic():
        item = _lock_waiting(kind, pk)
        if item is not None:
            kind.apply(item, result)
            _set_finished(kind, pk, WorkState.DONE, "")


def _give_up(kind: JobKind, pk: int, reason: str) -> None:
    with transaction.atomic():
        item = _lock_waiting(kind, pk)
        if item is not None:
            _fail(kind, item, reason)


def _postpone(kind: JobKind, pk: int, reason: str) -> None:
    with transaction.atomic():
        item = _lock_waiting(kind, pk)
        if item is None:
            return
        if item.attempts >= kind.max_attempts:
            _fail(kind, item, reason)
        else:
            kind.model._default_manager.filter(pk=pk).update(
                due_at=timezone.now() + retry_delay(item.attempts),
                claimed_at=None,
                claimed_by="",
                last_error=reason,
            )


def retry_delay(attempts: int) -> timedelta:
    """Five seconds after the first failure, then twice as long each time, up to an hour."""
    doublings = min(attempts - 1, 16)
    return min(FIRST_RETRY_AFTER * (1 << doublings), MAX_RETRY_AFTER)


def _lock_waiting(kind: JobKind, pk: int) -> WorkItem | None:
    return kind.model._default_manager.select_for_update().filter(pk=pk, state=WorkState.WAITING).first()


def _fail(kind: JobKind, item: WorkItem, reason: str) -> None:
    kind.on_failure(item)
    _set_finished(kind, item.pk, WorkState.FAILED, reason)


def _set_finished(kind: JobKind, pk: int, state: WorkState, error: str) -> None:
    kind.model._default_manager.filter(pk=pk).update(
        state=state, finished_at=timezone.now(), last_error=error
    )


_rests_until = 0.0


def deliver(kind: JobKind, pks: list[int]) -> int:
    """How many of the rows the broker has taken."""
    sent = _publish(kind, pks) if monotonic() >= _rests_until else []
    if sent:
        kind.model._default_manager.filter(pk__in=sent, state=WorkState.WAITING).update(
            enqueued_at=timezone.now()
        )
    return len(sent)


def forget_broker_failure() -> None:
    """Forget that the broker was away a moment ago."""
    global _rests_until
    _rests_until = 0.0


def _publish(kind: JobKind, pks: list[int]) -> list[int]:
    global _rests_until
    from jobs.tasks import perform_job  # the task leads back here

    sent = []
    for pk in pks:
        try:
            perform_job.apply_async((kind.name, pk), priority=kind.priority)
        except (kombu.exceptions.OperationalError, OSError) as error:
            _rests_until = monotonic() + BROKER_PAUSE
            logger.warning(
                "The broker cannot be reached (%s); the sweeper will deliver %s %s and what follows.",
                error,
                kind.name,
                pk,
            )
            break
        sent.append(pk)
    return sent
