"""What Celery does for the core at regular times."""

import kombu.exceptions
from celery import shared_task
from django.conf import settings

from core import retention

# Of the time that a task may take: the rest is for the batch that is being deleted when it is over.
SHARE_OF_TIME = 0.5


@shared_task(name="core.tasks.delete_old_rows")
def delete_old_rows() -> None:
    """Goes on in another task if there is too much for one, so that other tasks have their turn."""
    if not retention.delete_due_rows(seconds=settings.JOB_TIME_LIMIT * SHARE_OF_TIME).is_complete:
        try:
            delete_old_rows.apply_async(priority=9)
        except (kombu.exceptions.OperationalError, OSError):
            return  # the next night goes on
