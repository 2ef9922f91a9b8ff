"""What a message sets going: rows of one kind, one after the other or many at once, for about a second.

Then the queues are asked again, so that nothing waits long behind a large import; a message sees to what is left.
"""

import logging
from collections.abc import Sequence
from enum import Enum, auto
from time import monotonic, sleep
from typing import Final

from celery import current_app
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.utils import timezone

from jobs import claims, services
from jobs.delivery import deliver
from jobs.kinds import JOB_KINDS, Batch, JobKind
from jobs.metrics import Outcome, count_attempts
from jobs.models import WorkItem, WorkState
from jobs.queues import DEFAULT_QUEUE, PAIRING_QUEUE

logger = logging.getLogger(__name__)

# Seconds.
TURN: Final = 1.0
LOOK_EVERY: Final = 0.05
REST: Final = 0.02
MAX_REST: Final = 3.0


def work(*, kind_name: str, message_id: str) -> None:
    """Do what waits of this kind, until a turn is over. Called once or many times: each effect happens once."""
    kind = services.known_kind(kind_name)
    if kind is None:
        return
    turn = Turn(kind)
    is_first = True
    while turn.goes_on() or is_first:
        # What was tried before may take all of a job's time, so it is only begun with at the beginning.
        items, is_batch = claims.claim_next(kind, message_id, only_fresh=not is_first)
        if not items:
            break
        if is_first:
            _call_others(kind)
        is_first = False
        if kind.batch is not None and is_batch:
            _perform_batch(kind, kind.batch, items, turn, message_id)
        else:
            services.perform_item(kind, items[0], message_id)
    if not is_first:
        _call_others(kind)


class Turn:
    """A worker's turn at one kind: over after a second, or as soon as a round waits to be paired.

    While another process pairs a round, this one rests, for a moment at most: on a small machine the round would share
    the cores with it, and on SQLite the right to write.
    """

    def __init__(self, kind: JobKind) -> None:
        self._ends = monotonic() + TURN
        self._rests_until = monotonic() + MAX_REST
        self._next_look = 0.0
        # Where others pair the rounds, nobody waits for this worker.
        self._gives_way = (
            kind.queue == DEFAULT_QUEUE and PAIRING_QUEUE in current_app.amqp.queues.consume_from
        )

    def goes_on(self) -> bool:
        now = monotonic()
        if self._gives_way and now >= self._next_look:
            if (rounds := self._rest()) is RoundsNow.WAITING:
                return False
            # What takes long to pair has company in the end.
            self._next_look = monotonic() + (LOOK_EVERY if rounds is RoundsNow.NONE else TURN)
        return now < self._ends

    def _rest(self) -> "RoundsNow":
        while (rounds := rounds_now()) is RoundsNow.IN_HAND and monotonic() < self._rests_until:
            sleep(REST)
        return rounds


class RoundsNow(Enum):
    NONE = auto()
    WAITING = auto()
    IN_HAND = auto()


def rounds_now() -> RoundsNow:
    """Whether there is work that a page waits for, and whether somebody does all of it."""
    now = timezone.now()
    claims_of_rounds = [
        is_free
        for kind in JOB_KINDS
        if kind.queue == PAIRING_QUEUE
        for is_free in claims.due_rows(kind, now)
        .annotate(is_free=claims.is_free(kind, now))
        .values_list("is_free", flat=True)
    ]
    if not claims_of_rounds:
        return RoundsNow.NONE
    return RoundsNow.WAITING if any(claims_of_rounds) else RoundsNow.IN_HAND


def _call_others(kind: JobKind) -> None:
    """If there is more, a message is waiting for the next who has time: another process now, or this one later."""
    if next_row := claims.free_rows(kind, timezone.now()).values_list("pk", flat=True).first():
        deliver(kind, [next_row])


def _perform_batch(
    kind: JobKind, batch: Batch, items: Sequence[WorkItem], turn: Turn, message_id: str
) -> None:
    began = monotonic()
    pks = [item.pk for item in items]
    try:
        with claims.renewed(kind, items, message_id):
            prepared = batch.prepare(items, turn.goes_on)
            with transaction.atomic():
                rows = kind.model._default_manager.select_for_update(of=("self",))
                waiting = list(rows.filter(pk__in=pks, state=WorkState.WAITING).order_by("pk"))
                done, failed = batch.apply(waiting, prepared)
                kind.model._default_manager.filter(pk__in=done).update(
                    state=WorkState.DONE, finished_at=timezone.now(), last_error=""
                )
                begun = {*done, *failed}
                claims.release(kind, list(failed), unbegun=False)
                claims.release(kind, [pk for pk in pks if pk not in begun], unbegun=True)
    except (Exception, SoftTimeLimitExceeded):
        logger.warning("%s: %d at once failed, each is tried alone", kind.name, len(items), exc_info=True)
        claims.release(kind, pks, unbegun=False)
        return
    seconds = (monotonic() - began) / max(1, len(begun))
    count_attempts(kind, [item for item in items if item.pk in done], Outcome.DONE, seconds)
