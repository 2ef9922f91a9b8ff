"""Which person a page is about, and whether whoever asks may see it: what one may not see is not found."""

from collections.abc import Callable
from typing import NamedTuple

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from players.models import Club, Person
from players.people.selectors import people
from players.policies import RightsTowardsPerson, may_enter_person, rights_towards_person


class Concerned(NamedTuple):
    person: Person
    rights: RightsTowardsPerson


def person_or_404(
    request: HttpRequest, pk: int, *, right: Callable[[RightsTowardsPerson], bool] | None = None
) -> Concerned:
    """The person, if the page's visitor sees them at all and has the right that the page needs."""
    person = get_object_or_404(people(), pk=pk)
    rights = rights_towards_person(request.user, person)
    if not rights.see or (right is not None and not right(rights)):
        raise Http404(_("There is no such person."))
    return Concerned(person, rights)


def club_to_enter_people_into_or_404(request: HttpRequest, slug: str) -> Club:
    club = get_object_or_404(Club, slug=slug)
    if not may_enter_person(request.user, club):
        raise Http404(_("There is no such club."))
    return club
