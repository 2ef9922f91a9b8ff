"""Whom organisers may enter: people to choose from, suggestions for a name, and the ratings they have on the lists."""

from collections.abc import Collection, Sequence
from math import floor
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404

from core.permissions.actors import Actor
from players.models import ListedRating, Membership, Person
from players.people.selectors.people import (
    people_matching,
    people_visible_to,
    people_with_similar_name,
    unmerged_people,
)
from players.rating_lists.selectors.lists import is_provisional
from tournaments.entries.services.details import MAX_RATING
from tournaments.models import Entry, Event

MAX_QUERY_LENGTH: Final = 100
MAX_SUGGESTIONS: Final = 10
MAX_MEMBERS: Final = 500


def selectable_people(actor: Actor, event: Event) -> QuerySet[Person]:
    """Those whom the actor sees, and everybody who has played with the club before: whom an organiser entered on the
    spot last year is found this year, listed or not.
    """
    played_here = Entry.objects.filter(person=OuterRef("pk"), section__event__club=event.club_id)
    seen = people_visible_to(actor).values("pk")
    return unmerged_people().filter(Exists(played_here)) | unmerged_people().filter(pk__in=seen)


def get_selectable_person_or_404(actor: Actor, event: Event, pk: int) -> Person:
    return get_object_or_404(selectable_people(actor, event), pk=pk)


class StartRating(NamedTuple):
    """What somebody begins an event with."""

    value: int = 0
    is_provisional: bool = False


def listed_ratings(event: Event, people: Collection[int]) -> dict[int, StartRating]:
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
    found: dict[int, StartRating] = {}
    general: dict[int, StartRating] = {}
    for row in listed.select_related("pool", "period"):
        among = general if row.pool.club_id is None else found
        if row.player_id not in among:
            value = min(max(floor((row.rating or 0) + 0.5), 0), MAX_RATING)
            among[row.player_id] = StartRating(value, is_provisional(row))
    return general | found


class Member(NamedTuple):
    """Of the event's club, with the names of the sections of the event that they are in."""

    person: Person
    sections: Sequence[str]


def members_to_enter(event: Event, *, actor: Actor) -> list[Member]:
    """The members of the club whom the actor may enter, by name. Four queries at most."""
    of_club = Membership.objects.filter(person=OuterRef("pk"), club=event.club_id)
    people = selectable_people(actor, event).filter(Exists(of_club)).order_by("sort_key", "pk")
    found = list(people[:MAX_MEMBERS])
    entered: dict[int, list[str]] = {}
    for person, section in Entry.objects.filter(section__event=event, person__in=found).values_list(
        "person", "section__name"
    ):
        entered.setdefault(person, []).append(section)
    return [Member(person, entered.get(person.pk, ())) for person in found]


class Suggestion(NamedTuple):
    """Somebody who may be meant. `entered` says in which sections of the event they are, `clubs` which may be known."""

    person: Person
    clubs: str
    entered: str
    near_only: bool


def suggest_players(text: str, *, event: Event, actor: Actor) -> list[Suggestion]:
    """People by the beginnings of their names' words, then by names that are near: to choose from, never to assume.

    Of those whom organisers of the event know. Five queries.
    """
    visible = selectable_people(actor, event)
    if not text.strip():
        return []
    exact = list(people_matching(visible, name=text)[:MAX_SUGGESTIONS])
    known = {person.pk for person in exact}
    near = [
        match.person
        for match in people_with_similar_name(text, among=visible)
        if match.person.pk not in known
    ]
    found = [*exact, *near][:MAX_SUGGESTIONS]
    clubs = _visible_clubs(found, event)
    entered: dict[int, list[str]] = {}
    for person, section in Entry.objects.filter(section__event=event, person__in=found).values_list(
        "person", "section__name"
    ):
        entered.setdefault(person, []).append(section)
    return [
        Suggestion(
            person,
            ", ".join(clubs.get(person.pk, ())),
            ", ".join(entered.get(person.pk, ())),
            person.pk not in known,
        )
        for person in found
    ]


def _visible_clubs(people: Sequence[Person], event: Event) -> dict[int, list[str]]:
    """Those of listed people, and the club that holds the event."""
    public = Q(person__listed=True) | Q(club=event.club_id)
    clubs: dict[int, list[str]] = {}
    for membership in Membership.objects.filter(public, person__in=people).select_related("club"):
        clubs.setdefault(membership.person_id, []).append(membership.club.name)
    return clubs
