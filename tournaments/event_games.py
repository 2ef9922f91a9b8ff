"""Which games of the archive are an event's: records of its boards, what was sent for them, what no board has."""

from collections.abc import Collection
from typing import Any

from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from games.models import Submission, SubmissionState
from tournaments.models import Event, EventArbiter, LooseRecord, Pairing
from tournaments.results.records_waiting import MEANT_FOR, MEANT_FOR_EVENT


def games_of_events(events: Collection[int] | QuerySet[EventArbiter, Any]) -> Q:
    """A condition on games. What belongs to no board is the event's for which it was sent."""
    pairings = Pairing.objects.filter(round__section__event__in=events).order_by()
    of_events = Event.objects.filter(pk__in=events).order_by()
    sent = Submission.objects.filter(
        Q(upload__meant_for__in=pairings.annotate(mark=_mark(MEANT_FOR)).values("mark"))
        | Q(upload__meant_for__in=of_events.annotate(mark=_mark(MEANT_FOR_EVENT)).values("mark")),
        state=SubmissionState.ACCEPTED,
        game__pairing=None,
    )
    loose = LooseRecord.objects.filter(event__in=events, for_arbiters=True, game__pairing=None)
    return (
        Q(pk__in=pairings.filter(game__isnull=False).values("game"))
        | Q(pk__in=sent.values("game"))
        | Q(pk__in=loose.values("game"))
    )


def _mark(prefix: str) -> Concat:
    """As `Upload.meant_for` has it."""
    return Concat(Value(prefix), Cast("pk", CharField()))
