"""Orders to pair go when they are done; a round whose last order failed goes on saying so."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.retention import delete_due_rows
from jobs.models import WorkState
from tests.tournaments.builders import make_account
from tests.tournaments.rounds.builders import running_section
from tournaments.models import PairingOrder
from tournaments.rounds.selectors.lists import failed_order
from tournaments.rounds.services.order import order_round

pytestmark = pytest.mark.django_db
DONE, FAILED, WAITING = WorkState.DONE, WorkState.FAILED, WorkState.WAITING


@pytest.mark.parametrize(
    ("states", "left"),
    [
        ([DONE, DONE], []),
        ([DONE, FAILED], [DONE, FAILED]),
        ([FAILED, DONE], []),
        ([DONE, WAITING], [DONE, WAITING]),
        ([FAILED, WAITING], [FAILED, WAITING]),
    ],
)
def test_the_last_order_that_failed_stays_the_last(states: list[str], left: list[str]) -> None:
    round_ = order_round(actor=make_account("Anna"), section=running_section(4), number=1)
    PairingOrder.objects.all().delete()
    long_ago = timezone.now() - timedelta(days=31)
    for state in states:
        finished = None if state == WAITING else long_ago
        PairingOrder.objects.create(round=round_, state=state, finished_at=finished)
    before = failed_order(round_)

    delete_due_rows(seconds=60)

    assert list(PairingOrder.objects.order_by("pk").values_list("state", flat=True)) == left
    assert failed_order(round_) == before
