"""Clubs for everybody to see."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from players.models import Club


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    return render(request, "clubs/club.html", {"club": get_object_or_404(Club, slug=slug)})
