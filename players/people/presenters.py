"""The panels of a person's page; here the merged profiles and the history."""

from collections.abc import Iterator
from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from audit.presenters import lines
from core.registry import Registry
from core.web.panels import Panel, PanelSource
from core.web.pending import PendingItem
from players.models import Person, User
from players.people.policies import may_undo_merge, rights_towards_person
from players.people.selectors.people import claims_to_decide, merges_into

# Each app contributes its own.
PERSON_PAGE: Final = Registry[PanelSource[Person]]("panels of a person's page")


def merges_panel(request: HttpRequest, person: Person) -> Panel | None:
    if not request.user.is_authenticated:
        return None
    merges = list(merges_into(person))
    if not merges or not rights_towards_person(request.user, person).merge:
        return None
    merges = [merge for merge in merges if may_undo_merge(request.user, merge)]
    if not merges:
        return None
    return Panel(_("Merged profiles"), "people/parts/merges.html", {"merges": merges})


def person_history_panel(request: HttpRequest, person: Person) -> Panel | None:
    latest = lines.latest_lines(request, person)
    if latest is None:
        return None
    return Panel(
        _("History"),
        "audit/parts/latest.html",
        {"lines": latest.lines},
        more_url=latest.more_url if latest.lines else "",
        more_label=_("Full history"),
    )


def pending_claims(account: User) -> Iterator[PendingItem]:
    """One query."""
    if number := claims_to_decide(account).count():
        text = ngettext(
            "%(number)d person says that a profile is theirs",
            "%(number)d people say that a profile is theirs",
            number,
        )
        yield PendingItem(text % {"number": number}, reverse("profile-claims"))
