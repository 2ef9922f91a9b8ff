"""What Celery's schedule calls."""

from celery import shared_task

from tournaments.finishing.services import rate_what_is_due
from tournaments.results.reminding import remind_of_what_is_due


@shared_task(name="tournaments.tasks.rate_what_is_due")
def rate_finished_events() -> None:
    rate_what_is_due()


@shared_task(name="tournaments.tasks.remind_of_records")
def remind_of_records() -> None:
    remind_of_what_is_due()
