"""Two changes at the same moment: the database lets one wait for the other, and nothing is lost or counted twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from players.models import ListVersion, RatedResult, RatingChange, Recomputation, ResultSource
from players.rating_lists.services.results import submit_results
from tests.players.rating_lists.builders import a_pool, event, game, people, ratings, work

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*deeds: Callable[[], object]) -> None:
    """Each in a thread with a connection of its own, all started together."""
    start = Barrier(len(deeds))

    def do(deed: Callable[[], object]) -> None:
        try:
            start.wait(20)
            deed()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as threads:
        for done in [threads.submit(do, deed) for deed in deeds]:
            done.result(60)


def test_events_handed_over_at_the_same_moment_are_all_rated_once() -> None:
    pool = a_pool()
    ann, ben, cleo = people("Ann", "Ben", "Cleo")
    first, second = event("1", ended=20), event("2", ended=10)

    at_once(
        lambda: submit_results(actor=None, source=first, results=[game("1", ann, ben)]),
        lambda: submit_results(actor=None, source=first, results=[game("1", ann, ben)]),
        lambda: submit_results(actor=None, source=second, results=[game("1", ben, cleo)]),
    )

    assert (ResultSource.objects.count(), RatedResult.objects.count()) == (2, 2)
    assert (RatingChange.objects.count(), Recomputation.objects.count()) == (2, 1)
    work()
    assert set(ratings(pool)) == {"Ann", "Ben", "Cleo"}


def test_a_job_that_two_workers_do_publishes_once() -> None:
    a_pool()
    ann, ben = people("Ann", "Ben")
    submit_results(actor=None, source=event("1"), results=[game("1", ann, ben)])

    at_once(work, work)

    assert ListVersion.objects.count() == 1
