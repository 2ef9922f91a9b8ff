"""What Celery delivers: a kind of job and the key of one of its rows, nothing more."""

from celery import Task, shared_task

from core.monitoring import heartbeats
from jobs import batches, services
from jobs.delivery import OnceQueuedTask


@shared_task(bind=True, name="jobs.tasks.perform_job")
def perform_job(self: Task[[str, int], None], kind_name: str, pk: int) -> None:
    """The row says that there is work; which rows are taken, they say themselves.

    In a release before this one, a message was for this row alone.
    """
    batches.work(kind_name=kind_name, message_id=self.request.id or "")


@shared_task(name="jobs.tasks.sweep", base=OnceQueuedTask)
def sweep() -> None:
    if services.sweep_alone():
        heartbeats.record_sweep()
