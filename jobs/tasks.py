"""What Celery delivers: a kind of job and a row's key, nothing more."""

from celery import Task, shared_task

from core.monitoring import heartbeats
from jobs import services


@shared_task(bind=True, name="jobs.tasks.perform_job")
def perform_job(self: Task[[str, int], None], kind_name: str, pk: int) -> None:
    services.perform(kind_name=kind_name, pk=pk, message_id=self.request.id or "")


@shared_task(name="jobs.tasks.sweep")
def sweep() -> None:
    services.sweep()
    heartbeats.record_sweep()
