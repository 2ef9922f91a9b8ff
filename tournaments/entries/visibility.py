"""Which entries somebody sees: who plays or has played, to everybody; who waits or asks, to few."""

from django.db.models import Q, QuerySet

from players.permissions import Actor
from tournaments.events.selectors import granting, visible_events
from tournaments.models import Entry, EntryState, Event
from tournaments.policies import MANAGE_ENTRIES

PUBLIC = (EntryState.CONFIRMED, EntryState.WITHDRAWN)


def visible_entries(actor: Actor) -> QuerySet[Entry]:
    """Those of events that the actor sees: all where they manage entries, and their own."""
    seen = Q(state__in=PUBLIC) | Q(section__event__in=managed_events(actor))
    if actor.is_authenticated:
        seen |= Q(person__account_id=actor.pk)
    return Entry.objects.filter(seen, section__event__in=visible_events(actor))


def managed_events(actor: Actor) -> QuerySet[Event]:
    """Those whose entries the actor manages."""
    return Event.objects.filter(granting(MANAGE_ENTRIES, actor))
