"""The profiles that were merged into a person's, on the person's page, for those who may undo it."""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players.models import Person
from players.page_sections import ON_A_PERSONS_PAGE, Section
from players.people.claim_selectors import merges_into
from players.policies import rights_towards_person


def merges_section(request: HttpRequest, person: Person) -> Section | None:
    if not request.user.is_authenticated:
        return None
    merges = list(merges_into(person))
    if not merges or not rights_towards_person(request.user, person).merge:
        return None
    return Section(_("Merged profiles"), "people/parts/merges.html", {"merges": merges})


ON_A_PERSONS_PAGE.register("merges", merges_section, order=880)
