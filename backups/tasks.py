"""What the scheduler asks for every minute."""

from typing import Final

from celery import shared_task

# Seconds. A large site takes longer for a backup than a job may.
TIME_LIMIT: Final = 6 * 60 * 60


@shared_task(
    name="backups.tasks.make_due_backups",
    # Taken when it begins: what is lost with its worker is due again in the next minute.
    acks_late=False,
    soft_time_limit=TIME_LIMIT,
    time_limit=TIME_LIMIT + 60,
)
def make_due_backups() -> None:
    # Loaded when it is asked for: workers have little memory, and most of them never make a backup.
    from backups.services.schedule import make_due_backup

    make_due_backup()
