"""Whom organisers may choose from when they enter players."""

from django.db.models import Exists, OuterRef, QuerySet

from players.models import Person
from players.people.selectors import people, people_visible_to
from players.permissions import Actor
from tournaments.models import Entry, Event


def people_to_choose_from(actor: Actor, event: Event) -> QuerySet[Person]:
    """Those whom the actor sees, and everybody who has played with the club before: whom an organiser entered on the
    spot last year is found this year, listed or not.
    """
    played_here = Entry.objects.filter(person=OuterRef("pk"), section__event__club=event.club_id)
    seen = people_visible_to(actor).values("pk")
    return people().filter(Exists(played_here)) | people().filter(pk__in=seen)
