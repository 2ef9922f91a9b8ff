"""Which rounds and boards somebody sees: what is published, and arbiters also what is not."""

from django.db.models import Q, QuerySet

from players.permissions import Actor
from tournaments.events.selectors import granting, visible_events
from tournaments.models import Event, Pairing, Round, RoundState
from tournaments.policies import PAIR

PUBLIC = (RoundState.PUBLISHED, RoundState.CLOSED)


def visible_rounds(actor: Actor) -> QuerySet[Round]:
    pairs = Q(section__event__in=Event.objects.filter(granting(PAIR, actor)))
    return Round.objects.filter(
        Q(state__in=PUBLIC) | pairs,
        section__event__in=visible_events(actor),
    )


def visible_pairings(actor: Actor) -> QuerySet[Pairing]:
    return Pairing.objects.filter(round__in=visible_rounds(actor))
