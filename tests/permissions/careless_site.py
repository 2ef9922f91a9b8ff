"""The site with pages whose authors forgot something, for the tests of the walk."""

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.views.decorators.http import require_http_methods, require_safe

from config.urls import urlpatterns as site
from players.clubs.policies import may_edit_club
from players.models import Club


@require_safe
def page_that_forgets_to_ask(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(get_object_or_404(Club, slug=slug).name)


@require_http_methods(["GET", "POST"])
def form_that_asks_only_when_shown(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    if request.method == "GET" and not may_edit_club(request.user, club):
        return HttpResponse(status=403)
    return HttpResponse(club.name)


@require_safe
def page_that_asks_too_much(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(status=200 if request.user.is_authenticated and request.user.is_staff else 404)


@require_safe
def page_that_breaks(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(status=500)


@require_safe
@csp_replace({"style-src": [UNSAFE_INLINE]})  # type: ignore[arg-type]
def page_that_allows_styles_of_anybody(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(slug)


urlpatterns = [
    *site,
    path("careless/<slug:slug>/", page_that_forgets_to_ask, name="forgets"),
    path("hasty/<slug:slug>/", form_that_asks_only_when_shown, name="hasty"),
    path("strict/<slug:slug>/", page_that_asks_too_much, name="strict"),
    path("broken/<slug:slug>/", page_that_breaks, name="broken"),
    path("loose/<slug:slug>/", page_that_allows_styles_of_anybody, name="loose"),
]
