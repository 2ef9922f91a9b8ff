"""A person's page: its sections, and two of them, the merged profiles and the history."""

from typing import Final

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from audit.presenters import lines
from core.registry import Registry
from core.web.page_sections import PageSection, PageSectionSource
from players.models import Person
from players.people.policies import rights_towards_person
from players.people.selectors.people import merges_into

# Each app contributes its own.
PERSON_PAGE: Final = Registry[PageSectionSource[Person]]("sections of a person's page")


def merges_section(request: HttpRequest, person: Person) -> PageSection | None:
    if not request.user.is_authenticated:
        return None
    merges = list(merges_into(person))
    if not merges or not rights_towards_person(request.user, person).merge:
        return None
    return PageSection(_("Merged profiles"), "people/parts/merges.html", {"merges": merges})


def person_history_section(request: HttpRequest, person: Person) -> PageSection | None:
    latest = lines.latest_lines(request, person)
    if latest is None:
        return None
    return PageSection(
        _("History"),
        "audit/parts/latest.html",
        {"lines": latest.lines},
        more_url=latest.more_url if latest.lines else "",
        more_label=_("The whole history"),
    )
