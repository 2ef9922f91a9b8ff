"""What Celery's schedule calls."""

from celery import shared_task

from tournaments.events.services.lifecycle import rate_due_events
from tournaments.results.services.submissions import send_reminders


@shared_task(name="tournaments.tasks.rate_due_events")
def rate_finished_events() -> None:
    rate_due_events()


@shared_task(name="tournaments.tasks.remind_of_records")
def remind_of_records() -> None:
    send_reminders()
