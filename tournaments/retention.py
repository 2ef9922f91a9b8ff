"""What of events is deleted after a time: orders to pair, never a round or a result."""

from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from core.retention import RetentionRule
from jobs.models import WorkState
from jobs.retention import FINISHED_JOBS_SETTING
from tournaments.models import PairingOrder


def _old_orders(before: datetime) -> QuerySet[PairingOrder]:
    """The page of a round tells of its last order if that one failed: it must not become the last by a deletion."""
    same_round = PairingOrder.objects.filter(round=OuterRef("round"))
    has_newer = Exists(same_round.filter(pk__gt=OuterRef("pk")))
    has_open = Exists(same_round.exclude(state=WorkState.DONE))
    is_superseded = Q(has_newer) & ~Exists(same_round.filter(state=WorkState.WAITING))
    return PairingOrder.objects.filter(
        Q(state=WorkState.DONE) & ~Q(has_open) | Q(state=WorkState.FAILED) & is_superseded,
        finished_at__lt=before,
    )


OLD_ORDERS: Final = RetentionRule(
    title="orders to pair rounds", setting=FINISHED_JOBS_SETTING, rows=_old_orders
)
