"""Which person a page is about, and what the viewer may do there: what one may not see is not found."""

from collections.abc import Callable
from typing import NamedTuple

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from players.models import Person
from players.people.policies import PersonRights, rights_towards_person
from players.people.selectors.people import unmerged_people


class PersonAndRights(NamedTuple):
    person: Person
    rights: PersonRights


def get_person_or_404(
    request: HttpRequest, pk: int, *, right: Callable[[PersonRights], bool] | None = None
) -> PersonAndRights:
    """The person, if the page's visitor sees them at all and has the right that the page needs."""
    person = get_object_or_404(unmerged_people(), pk=pk)
    rights = rights_towards_person(request.user, person)
    if not rights.see or (right is not None and not right(rights)):
        raise Http404(_("There is no such person."))
    return PersonAndRights(person, rights)
