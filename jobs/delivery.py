"""Hand rows to the broker, which may be away: then they wait for the sweeper, and whoever made them does not."""

import logging
import time
from typing import Final

import kombu.exceptions
from django.utils import timezone

from jobs.kinds import JobKind
from jobs.work_item import WorkState

logger = logging.getLogger(__name__)

# Seconds. It takes two to learn that a broker does not answer, and a request may leave hundreds of jobs behind.
REST_AFTER_FAILURE: Final = 5.0

_rests_until = 0.0


def deliver(kind: JobKind, pks: list[int]) -> int:
    """How many of the rows the broker has taken."""
    sent = _publish(kind, pks) if time.monotonic() >= _rests_until else []
    if sent:
        kind.model._default_manager.filter(pk__in=sent, state=WorkState.WAITING).update(
            enqueued_at=timezone.now()
        )
    return len(sent)


def try_again_at_once() -> None:
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
            _rests_until = time.monotonic() + REST_AFTER_FAILURE
            logger.warning(
                "The broker cannot be reached (%s); the sweeper will deliver %s %s and what follows.",
                error,
                kind.name,
                pk,
            )
            break
        sent.append(pk)
    return sent
