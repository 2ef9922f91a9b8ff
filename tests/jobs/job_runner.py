"""Does the work that waits, in this process: what workers do, without their hurry."""

from django.utils import timezone

from jobs import services
from jobs.kinds import JOB_KINDS
from jobs.models import WorkState


def run_jobs() -> None:
    """Perform every job that is due, and those that follow from it."""
    while waiting := [
        (kind.name, pk)
        for kind in JOB_KINDS
        for pk in kind.model._default_manager.filter(state=WorkState.WAITING, due_at__lte=timezone.now())
        .order_by("pk")
        .values_list("pk", flat=True)
    ]:
        for kind_name, pk in waiting:
            services.perform(kind_name=kind_name, pk=pk, message_id=f"test-{kind_name}-{pk}")
