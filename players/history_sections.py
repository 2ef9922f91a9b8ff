"""The histories of people and clubs: who may see them, and what their pages show of them."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from audit import objects
from audit.fields import describe
from audit.secrets import lines_open_to
from audit.selectors import history_of_club
from audit.telling import tell_lines
from players.models import Club, ClubInvitation, Person, Role
from players.page_sections import ON_A_CLUBS_PAGE, ON_A_PERSONS_PAGE, Section
from players.policies import may_see_history_of_club, may_see_history_of_person

ORDER = 900


def of_person(request: HttpRequest, person: Person) -> Section | None:
    latest = objects.latest_lines(request, person)
    if latest is None:
        return None
    return Section(
        _("History"),
        "audit/parts/latest.html",
        {"lines": latest.lines},
        more_url=latest.more_url if latest.lines else "",
        more_label=_("The whole history"),
    )


def of_club(request: HttpRequest, club: Club) -> Section | None:
    """What concerned the club, not only its settings."""
    if not may_see_history_of_club(request.user, club):
        return None
    entries = lines_open_to(request.user, history_of_club(club.pk))
    lines = tell_lines(entries[: objects.ON_AN_OBJECTS_PAGE], reader=request.user)
    return Section(
        _("History"),
        "audit/parts/latest.html",
        {"lines": lines},
        more_url=reverse("club-history", args=[club.slug]),
        more_label=_("The whole history"),
    )


objects.register(Person, may_see_history_of_person)
objects.register(Club, may_see_history_of_club)
ON_A_PERSONS_PAGE.register("history", of_person, order=ORDER)
ON_A_CLUBS_PAGE.register("history", of_club, order=ORDER)

# Lines about members are about the person, whose model has no role.
describe(Person, "role", label=_("role in the club"), values=dict(Role.choices))
describe(ClubInvitation, "role", label=_("role in the club"), values=dict(Role.choices))
