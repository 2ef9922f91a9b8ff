"""What Celery's schedule calls."""

from celery import shared_task

from tournaments.event_files.services.uploads import delete_old_files
from tournaments.events.services.lifecycle import rate_due_events
from tournaments.results.services.submissions import send_reminders


@shared_task(name="tournaments.tasks.rate_due_events")
def rate_finished_events() -> None:
    rate_due_events()


@shared_task(name="tournaments.tasks.remind_of_records")
def remind_of_records() -> None:
    send_reminders()


@shared_task(name="tournaments.tasks.clear_event_files")
def clear_event_files() -> None:
    delete_old_files()
