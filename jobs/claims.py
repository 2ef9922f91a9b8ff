"""Claims: rows in a worker's hands. They are renewed while the work goes on, and run out soon when nobody renews them.

A claim saves double work; nothing rests on it.
"""

import logging
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from time import monotonic, sleep
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from jobs.kinds import JobKind
from jobs.models import WorkItem, WorkState

logger = logging.getLogger(__name__)

# So often is a claim renewed before it would run out: one renewal may be late.
RENEWALS: Final = 4


def lease_seconds(kind: JobKind) -> float:
    """After so long without a renewal the work of a claim is anybody's."""
    return min(settings.JOB_LEASE, kind.max_lease_seconds)


def free_rows(kind: JobKind, now: datetime, message_id: str | None = None) -> QuerySet[WorkItem]:
    """Rows that are due and in nobody's hands.

    The same message coming twice means that its first worker died: it may go on with its rows at once.
    """
    free = is_free(kind, now)
    if message_id:
        free |= Q(claimed_by=message_id)
    return due_rows(kind, now).filter(free)


def due_rows(kind: JobKind, now: datetime) -> QuerySet[WorkItem]:
    return kind.model._default_manager.filter(state=WorkState.WAITING, due_at__lte=now)


def is_free(kind: JobKind, now: datetime) -> Q:
    return Q(claimed_at=None) | Q(claimed_at__lt=now - timedelta(seconds=lease_seconds(kind)))


def claim_row(kind: JobKind, pk: int, message_id: str) -> WorkItem | None:
    """Take this row, unless it is finished, not yet due, or in another message's hands."""
    now = timezone.now()
    claimed = _mark_claimed(free_rows(kind, now, message_id).filter(pk=pk), now, message_id)
    return kind.model._default_manager.get(pk=pk) if claimed else None


class ClaimedRows(NamedTuple):
    items: list[WorkItem]
    is_batch: bool


@transaction.atomic
def claim_next(kind: JobKind, message_id: str, *, only_fresh: bool) -> ClaimedRows:
    """Take the rows that have waited longest: several, if the kind can do several at once; none if there are none.

    A row that was tried before comes alone: if it stops its workers, no other row is stopped with it.
    """
    now = timezone.now()
    rows = free_rows(kind, now, message_id).order_by("due_at", "pk")
    # Others take what comes after these, and do not wait. SQLite has one who writes at a time.
    rows = rows.select_for_update(skip_locked=True, of=("self",))
    fresh = rows.filter(attempts=0)
    first = (fresh if only_fresh else rows).first()
    if first is None:
        return ClaimedRows([], is_batch=False)
    items = [first]
    size = kind.batch.size(first) if kind.batch is not None and first.attempts == 0 else 0
    if size > 1:
        items += fresh.exclude(pk=first.pk)[: size - 1]
    _mark_claimed(kind.model._default_manager.filter(pk__in=[item.pk for item in items]), now, message_id)
    for item in items:
        item.attempts += 1
        item.claimed_at, item.claimed_by = now, message_id
    return ClaimedRows(items, is_batch=size > 0)


def release(kind: JobKind, pks: Sequence[int], *, unbegun: bool) -> None:
    """Give rows back that nobody has finished; those that were not begun with have all of their attempts."""
    rows = kind.model._default_manager.filter(pk__in=pks, state=WorkState.WAITING)
    if unbegun:
        rows.update(claimed_at=None, claimed_by="", attempts=F("attempts") - 1)
    else:
        rows.update(claimed_at=None, claimed_by="")


def _mark_claimed(rows: QuerySet[WorkItem], now: datetime, message_id: str) -> int:
    return rows.update(claimed_at=now, claimed_by=message_id, attempts=F("attempts") + 1)


@contextmanager
def renewed(kind: JobKind, items: Sequence[WorkItem], message_id: str) -> Iterator[None]:
    """Keep the claim while the work in this block goes on, however long it takes."""
    claim = _Claim(kind, [item.pk for item in items], message_id, monotonic())
    _renewer().add(claim)
    try:
        yield
    finally:
        _renewer().remove(claim)


class _Claim(NamedTuple):
    kind: JobKind
    pks: Sequence[int]
    message_id: str
    since: float


class _Renewer(threading.Thread):
    """One for a process. While there is no work it sleeps, and most work is done before a renewal is due."""

    def __init__(self) -> None:
        super().__init__(name="renew-claims", daemon=True)
        self.pid = os.getpid()
        self._claims: list[_Claim] = []
        self._work_begins = threading.Condition()
        self._is_idle = True

    def add(self, claim: _Claim) -> None:
        with self._work_begins:
            self._claims.append(claim)
            if not self.is_alive():
                self.start()
            if self._is_idle:
                self._is_idle = False
                self._work_begins.notify()

    def remove(self, claim: _Claim) -> None:
        with self._work_begins:
            # By identity: two threads may do the same rows after the same message.
            self._claims = [each for each in self._claims if each is not claim]

    def run(self) -> None:
        while True:
            sleep(self._seconds_until_renewal())
            now = monotonic()
            with self._work_begins:
                due = [claim for claim in self._claims if now - claim.since >= _pause(claim) / 2]
            if due:
                _renew(due)

    def _seconds_until_renewal(self) -> float:
        """Waits for work to begin if there is none."""
        with self._work_begins:
            while not self._claims:
                self._is_idle = True
                self._work_begins.wait()
            return min(map(_pause, self._claims))


def _pause(claim: _Claim) -> float:
    return lease_seconds(claim.kind) / RENEWALS


def _renew(claims: Sequence[_Claim]) -> None:
    try:
        for claim in claims:
            claim.kind.model._default_manager.filter(
                pk__in=claim.pks, state=WorkState.WAITING, claimed_by=claim.message_id
            ).update(claimed_at=timezone.now())
    except Exception as error:  # noqa: BLE001  the next renewal may succeed; if none does, others take over
        logger.warning("Claims could not be renewed: %s", error)
    finally:
        connection.close()


_current: _Renewer | None = None
_starting = threading.Lock()


def _renewer() -> _Renewer:
    """A process that was forked has none yet."""
    global _current
    with _starting:
        if _current is None or _current.pid != os.getpid():
            _current = _Renewer()
        return _current
