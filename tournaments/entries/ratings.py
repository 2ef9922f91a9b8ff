"""Ratings of entries: from the club's list of the game, else from that of all clubs, else none."""

from collections.abc import Collection
from math import floor

from django.db import transaction
from django.db.models import Q

from players.models import ListedRating, User
from tournaments import actions
from tournaments.entries.holding import refuse_if_started
from tournaments.entries.limits import HIGHEST_RATING
from tournaments.history import tell
from tournaments.holding import hold
from tournaments.models import Entry, Event


def ratings_for(event: Event, people: Collection[int]) -> dict[int, int]:
    """By the ids of people, as they stand on the lists now; who is on none is left out. One query.

    Somebody whom the club's list does not know is looked up in that of all clubs. Of several lists of one club the
    first by name counts.
    """
    listed = ListedRating.objects.filter(
        Q(pool__club=event.club_id) | Q(pool__club=None),
        pool__game=event.game,
        player__in=people,
        until_version=None,
        rating__isnull=False,
    ).order_by("pool__name", "pool")
    found: dict[int, int] = {}
    general: dict[int, int] = {}
    for person, rating, club in listed.values_list("player", "rating", "pool__club"):
        among = general if club is None else found
        among.setdefault(person, min(max(floor((rating or 0) + 0.5), 0), HIGHEST_RATING))
    return general | found


@transaction.atomic
def refresh_ratings(*, actor: User | None, event: Event) -> int:
    """Take over the ratings of today, except where one was set by hand; how many changed. Until the start."""
    event = hold(event)
    refuse_if_started(event)
    entries = list(Entry.objects.filter(section__event=event, rating_is_own=False))
    ratings = ratings_for(event, [entry.person_id for entry in entries])
    changed = [entry for entry in entries if entry.rating != ratings.get(entry.person_id, 0)]
    for entry in changed:
        entry.rating = ratings.get(entry.person_id, 0)
        entry.version += 1
    Entry.objects.bulk_update(changed, ["rating", "version"])
    if changed:
        tell(actor=actor, action=actions.RATINGS_REFRESHED, event=event, after={"entries": len(changed)})
    return len(changed)
