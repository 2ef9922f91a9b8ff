"""What a message sets going: rows of one kind, one after the other or many at once, for about a second.

Then the queues are asked again, so that nothing waits long behind a large import; a message sees to what is left. What
a page waits for does not wait for the end of a turn: see `jobs.urgent`.
"""

import logging
from collections.abc import Sequence
from time import monotonic
from typing import Final

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.utils import timezone

from jobs import claims, services, urgent
from jobs.delivery import deliver
from jobs.kinds import Batch, JobKind
from jobs.metrics import Outcome, count_attempts
from jobs.models import WorkItem, WorkState

logger = logging.getLogger(__name__)

# Seconds.
TURN: Final = 1.0


def work(*, kind_name: str, message_id: str) -> None:
    """Do what waits of this kind, until a turn is over. Called once or many times: each effect happens once."""
    kind = services.known_kind(kind_name)
    if kind is None:
        return
    with urgent.giving_way(kind, message_id):
        _take_turn(kind, message_id)


def _take_turn(kind: JobKind, message_id: str) -> None:
    turn = Turn()
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
    """A worker's turn at one kind: over after a second, and interrupted by what is urgent."""

    def __init__(self) -> None:
        self._ends = monotonic() + TURN

    def goes_on(self) -> bool:
        urgent.give_way()
        return monotonic() < self._ends


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
