"""What Celery's schedule calls."""

from celery import shared_task

from audit.services import make_tables_of_years


@shared_task(name="audit.tasks.prepare_next_year")
def prepare_next_year() -> None:
    make_tables_of_years()
