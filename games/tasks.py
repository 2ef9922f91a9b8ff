"""What Celery's schedule calls."""

from celery import shared_task

from games.adjudication.services import order_due_adjudications
from games.archive.jobs import order_due_ratings
from games.positions.services.index import order_due_indexing


@shared_task(name="games.tasks.adjudicate_what_is_due")
def adjudicate_what_is_due() -> None:
    order_due_adjudications()


@shared_task(name="games.tasks.rate_what_is_due")
def rate_what_is_due() -> None:
    order_due_ratings()


@shared_task(name="games.tasks.index_what_is_due")
def index_what_is_due() -> None:
    order_due_indexing()
