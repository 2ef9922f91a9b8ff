"""Does the work that waits, in this process: what workers do, without their hurry."""

from itertools import count

from django.utils import timezone

from jobs import batches
from jobs.kinds import JOB_KINDS
from jobs.models import WorkState

_numbers = count(1)


def run_jobs() -> None:
    """Perform every job that is due, and those that follow from it."""
    while waiting := [
        kind.name
        for kind in JOB_KINDS
        if kind.model._default_manager.filter(state=WorkState.WAITING, due_at__lte=timezone.now()).exists()
    ]:
        for kind_name in waiting:
            batches.work(kind_name=kind_name, message_id=f"test-{next(_numbers)}")
