"""What a page waits for comes first: a worker at other work does it in between, and then goes on.

Work that takes long calls `give_way()` between two steps, outside any transaction. Nothing has to be finished, written
or delivered before a round is paired, neither a batch of records nor a proof of a dead position.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum, auto
from time import monotonic, sleep
from typing import Final

from celery import current_app
from django.utils import timezone

from jobs import claims, services
from jobs.kinds import JOB_KINDS, JobKind
from jobs.queues import DEFAULT_QUEUE, PAIRING_QUEUE

# Seconds.
LOOK_EVERY: Final = 0.05
REST: Final = 0.02
MAX_REST: Final = 3.0
# After a rest: what takes long to pair has company in the end.
LOOK_AFTER_REST: Final = 1.0


class RoundsNow(Enum):
    NONE = auto()
    WAITING = auto()
    IN_HAND = auto()


@dataclass
class _Work:
    """What a worker is at that gives way."""

    message_id: str
    next_look: float
    rests_until: float


_work: ContextVar[_Work | None] = ContextVar("work that gives way", default=None)


@contextmanager
def giving_way(kind: JobKind, message_id: str) -> Iterator[None]:
    """In this block `give_way` does what is urgent, if this worker serves what is urgent and does not do it already."""
    # Where others pair the rounds, nobody waits for this worker.
    gives_way = kind.queue == DEFAULT_QUEUE and PAIRING_QUEUE in current_app.amqp.queues.consume_from
    token = _work.set(_Work(message_id, 0.0, monotonic() + MAX_REST) if gives_way else None)
    try:
        yield
    finally:
        _work.reset(token)


def give_way() -> None:
    """Pair the rounds that wait. While another process pairs one, rest, for a moment at most.

    On a small machine the round would share the cores with this process, and on SQLite the right to write. Cheap: what
    happens is looked at every 0.05 seconds, however often this is called.
    """
    work = _work.get()
    if work is None or monotonic() < work.next_look:
        return
    while (rounds := rounds_now()) is RoundsNow.WAITING:
        _pair_rounds(work.message_id)
    while rounds is RoundsNow.IN_HAND and monotonic() < work.rests_until:
        sleep(REST)
        rounds = rounds_now()
    work.next_look = monotonic() + (LOOK_EVERY if rounds is RoundsNow.NONE else LOOK_AFTER_REST)


def rounds_now() -> RoundsNow:
    """Whether there is work that a page waits for, and whether somebody does all of it."""
    now = timezone.now()
    claims_of_rounds = [
        is_free
        for kind in _urgent_kinds()
        for is_free in claims.due_rows(kind, now)
        .annotate(is_free=claims.is_free(kind, now))
        .values_list("is_free", flat=True)
    ]
    if not claims_of_rounds:
        return RoundsNow.NONE
    return RoundsNow.WAITING if any(claims_of_rounds) else RoundsNow.IN_HAND


def _pair_rounds(message_id: str) -> None:
    token = _work.set(None)
    try:
        for kind in _urgent_kinds():
            for item in claims.claim_next(kind, message_id, only_fresh=False).items:
                services.perform_item(kind, item, message_id)
    finally:
        _work.reset(token)


def _urgent_kinds() -> list[JobKind]:
    return [kind for kind in JOB_KINDS if kind.queue == PAIRING_QUEUE]
