"""Which games of the archive are an event's: the records of its boards, and what was sent for one of them."""

from collections.abc import Collection
from typing import Any

from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from games.models import Submission, SubmissionState
from tournaments.models import EventArbiter, Pairing
from tournaments.results.records_waiting import MEANT_FOR


def games_of_events(events: Collection[int] | QuerySet[EventArbiter, Any]) -> Q:
    """A condition on games. What belongs to no board is the event's for which it was sent."""
    pairings = Pairing.objects.filter(round__section__event__in=events).order_by()
    marks = pairings.annotate(mark=Concat(Value(MEANT_FOR), Cast("pk", CharField()))).values("mark")
    sent = Submission.objects.filter(
        state=SubmissionState.ACCEPTED, game__pairing=None, upload__meant_for__in=marks
    )
    return Q(pk__in=pairings.filter(game__isnull=False).values("game")) | Q(pk__in=sent.values("game"))
