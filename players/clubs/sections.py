"""What a club's page shows: its members, and its history to those who may see it."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from players.clubs.frame import ClubFrame
from players.clubs.selectors import ON_THE_CLUBS_PAGE, listed_members_of, members_matching, members_of
from players.models import Club
from players.page_sections import ON_A_CLUBS_PAGE, Section


def members(request: HttpRequest, club: Club) -> Section:
    """Those with a task first. Who belongs to the club sees all, others those who agreed to be listed."""
    frame = ClubFrame(club, request.user)
    everybody = members_of(club) if frame.may_see_all_members else listed_members_of(club)
    shown = members_matching(everybody, order="role")[:ON_THE_CLUBS_PAGE]
    number = everybody.count()
    return Section(
        _("Members"),
        "clubs/parts/members.html",
        {"members": shown, "number": number},
        more_url=reverse("club-members", args=[club.slug]) if number > ON_THE_CLUBS_PAGE else "",
        more_label=_("All %(number)d members") % {"number": number},
    )


ON_A_CLUBS_PAGE.register("members", members, order=100)
