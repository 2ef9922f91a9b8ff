"""Hand rows to the workers, do their work once, and find what was left behind.

The broker may be away: then rows wait for the sweeper, and the request that made them does not.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, Final

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from core.monitoring.broker import connect_to_queue
from jobs import claims
from jobs.delivery import deliver
from jobs.kinds import JOB_KINDS, JobKind, PermanentFailure, kind_for
from jobs.metrics import Outcome, count_attempts
from jobs.models import WorkItem, WorkState

logger = logging.getLogger(__name__)
FIRST_RETRY_AFTER = timedelta(seconds=5)
MAX_RETRY_AFTER = timedelta(hours=1)
MAX_SWEPT = 1000
SWEEP_LOCK: Final = "kiebitz-sweep"
SWEEP_LOCK_SECONDS: Final = 60

# One thing is slow if it alone took this share of a job's time; the rest is for what a job does before.
SLOW_SHARE: Final = 0.9


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
    kind = known_kind(kind_name)
    item = claims.claim_row(kind, pk, message_id) if kind else None
    if kind and item:
        perform_item(kind, item, message_id)


def known_kind(name: str) -> JobKind | None:
    """None if a message comes from another release, or from somebody who has no business here."""
    kind = JOB_KINDS.get(name)
    if kind is None:
        logger.error("A message asks for the unknown kind of job %r: it is dropped.", name)
    return kind


def perform_item(kind: JobKind, item: WorkItem, message_id: str) -> None:
    """Do the work of an item that was claimed."""
    began = monotonic()
    with claims.renewed(kind, [item], message_id):
        outcome = _attempt(kind, item)
    count_attempts(kind, [item], outcome, monotonic() - began)


def _attempt(kind: JobKind, item: WorkItem) -> Outcome:
    pk = item.pk
    if item.attempts > kind.max_attempts:
        # Failures are counted when they are caught; only lost workers can lead past the limit.
        lost = _("The worker was lost in each of %(attempts)d attempts.") % {"attempts": kind.max_attempts}
        return _give_up(kind, pk, lost)
    try:
        result = kind.prepare(item)
        return _finish(kind, pk, result)
    except PermanentFailure as error:
        return _give_up(kind, pk, str(error))
    except SoftTimeLimitExceeded:
        too_long = _("It took longer than %(seconds)d seconds.") % {"seconds": settings.JOB_TIME_LIMIT}
        return _postpone(kind, pk, too_long)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        if isinstance(error, kind.expected_errors):
            # %r, for a mail server may answer with a paragraph.
            logger.warning("%s %s failed and is tried again later: %r", kind.name, pk, error)
        else:
            logger.exception("%s %s failed", kind.name, pk)
        return _postpone(kind, pk, reason)


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
    """How many messages a sweep sent for each kind: one or none."""

    delivered: dict[str, int]


def sweep() -> Sweep:
    """Deliver again what is waiting although it should be done: lost messages, killed workers, due retries.

    What the broker still has is not sent again: see `deliver`.
    """
    now = timezone.now()
    delivered = {}
    for kind in JOB_KINDS:
        left_behind = _left_behind(kind, now).order_by("due_at").values_list("pk", flat=True)
        pks = list(left_behind[:MAX_SWEPT])
        delivered[kind.name] = deliver(kind, pks)
        if delivered[kind.name]:
            logger.info("Left behind and delivered again: %s, %d waiting.", kind.name, len(pks))
    return Sweep(delivered)


def sweep_alone() -> bool:
    """Sweep, unless somebody else is at it: then there is nothing to do, and the answer is no.

    The broker holds the lock, and drops it when a worker was lost with it.
    """
    from redis.exceptions import LockError  # half a second that no page need wait for

    with connect_to_queue() as client:
        lock = client.lock(SWEEP_LOCK, timeout=SWEEP_LOCK_SECONDS, blocking=False)
        if not lock.acquire():
            return False
        try:
            sweep()
        finally:
            with suppress(LockError):  # it took that long, and another sweep has begun
                lock.release()
    return True


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
    # A moment ago it was delivered, and somebody may be about to claim it.
    delivery_lost = Q(enqueued_at__lt=now - timedelta(seconds=settings.JOB_PATIENCE))
    return claims.free_rows(kind, now).filter(never_delivered | due_again | delivery_lost)


def _finish(kind: JobKind, pk: int, result: Any) -> Outcome:
    with transaction.atomic():
        item = _lock_waiting(kind, pk)
        if item is not None:
            kind.apply(item, result)
            _set_finished(kind, pk, WorkState.DONE, "")
    return Outcome.DONE


def _give_up(kind: JobKind, pk: int, reason: str) -> Outcome:
    with transaction.atomic():
        item = _lock_waiting(kind, pk)
        if item is not None:
            _fail(kind, item, reason)
    return Outcome.FAILED


def _postpone(kind: JobKind, pk: int, reason: str) -> Outcome:
    with transaction.atomic():
        item = _lock_waiting(kind, pk)
        if item is not None and item.attempts >= kind.max_attempts:
            _fail(kind, item, reason)
            return Outcome.FAILED
        if item is not None:
            kind.model._default_manager.filter(pk=pk).update(
                due_at=timezone.now() + retry_delay(item.attempts),
                claimed_at=None,
                claimed_by="",
                last_error=reason,
            )
    return Outcome.RETRIED


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
