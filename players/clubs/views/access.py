"""Which club a page is about, and whether whoever asks may see it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from core.permissions.actors import Actor
from core.web.access import SignedInRequest
from players.clubs.presenters import ClubHeader
from players.models import Club
from players.people.policies import may_enter_person


def get_club_for_entry_or_404(request: HttpRequest, slug: str) -> Club:
    club = get_object_or_404(Club, slug=slug)
    if not may_enter_person(request.user, club):
        raise Http404(_("There is no such club."))
    return club


ClubPolicy = Callable[[Actor, Club], bool]
View = Callable[..., HttpResponseBase]


def get_club_header_or_404(request: HttpRequest, slug: str) -> ClubHeader:
    return ClubHeader(get_object_or_404(Club, slug=slug), request.user)


def requires(may: ClubPolicy) -> Callable[[View], View]:
    """A page of a club for some: it gets the club's frame. To others it is not there; visitors may sign in first."""

    def decorate(view: View) -> View:
        @never_cache
        @wraps(view)
        def guarded(request: SignedInRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(
                    request.get_full_path() if request.method in ("GET", "HEAD") else "/"
                )
            frame = get_club_header_or_404(request, slug)
            if not may(request.user, frame.club):
                raise Http404
            return view(request, frame, **kwargs)

        return guarded

    return decorate
