"""What Celery's schedule calls."""

from celery import shared_task

from games.adjudicating.orders import order_what_is_due
from games.rating import order_rating_of_what_is_due


@shared_task(name="games.tasks.adjudicate_what_is_due")
def adjudicate_what_is_due() -> None:
    order_what_is_due()


@shared_task(name="games.tasks.rate_what_is_due")
def rate_what_is_due() -> None:
    order_rating_of_what_is_due()
