"""What Celery does for the core at regular times."""

from celery import shared_task

from core.api import idempotency


@shared_task(name="core.tasks.clear_answers")
def clear_answers() -> None:
    idempotency.delete_old_answers()
