"""Clubs for everybody to see."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from players.clubs.selectors import clubs_matching
from players.models import Club

CLUBS_ON_A_PAGE = 24
LONGEST_SEARCH = 100


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    page = Paginator(clubs_matching(search), CLUBS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/clubs.html", {"page": page, "search": search})


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    return render(request, "clubs/club.html", {"club": get_object_or_404(Club, slug=slug)})
