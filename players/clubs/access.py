"""Which club a page is about, and whether the viewer may see it: what one may not see is not found."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from core.permissions.actors import Actor
from core.web.access import SignedInRequest, View, guarded_page
from players.clubs.presenters import ClubHeader
from players.clubs.selectors.clubs import get_club_or_404
from players.models import Club
from players.people.policies import may_enter_person

ClubPolicy = Callable[[Actor, Club], bool]


def requires(may: ClubPolicy) -> Callable[[View], View]:
    """A page of a club for some: the view gets the club's `header` in place of its slug."""

    def load(request: SignedInRequest, *, slug: str, **rest: Any) -> dict[str, Any]:
        header = get_club_header_or_404(request, slug)
        if not may(request.user, header.club):
            raise Http404
        return {"header": header, **rest}

    return guarded_page(load, default="home")


def get_club_header_or_404(request: HttpRequest, slug: str) -> ClubHeader:
    return ClubHeader(get_club_or_404(slug), request.user)


def get_club_for_entry_or_404(request: HttpRequest, slug: str) -> Club:
    """For pages on which people are entered."""
    club = get_club_or_404(slug)
    if not may_enter_person(request.user, club):
        raise Http404(_("There is no such club."))
    return club
