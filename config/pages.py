"""Pages that belong to no app: the front page, the style guide, the theme switch."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from config.context import THEMES
from players.models import Club

YEAR = 60 * 60 * 24 * 365


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html", {"clubs": Club.objects.all()[:20]})


@require_safe
def style_guide(request: HttpRequest) -> HttpResponse:
    """Every component on one page, for those who build pages; not part of the site that visitors see."""
    if not settings.DEBUG:
        raise Http404
    return render(request, "style_guide.html")


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Works without a script: a form posts the choice, a cookie keeps it."""
    theme = request.POST.get("theme", "")
    back = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        back = "/"
    response = redirect(back)
    if theme in THEMES:
        response.set_cookie("theme", theme, max_age=YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax")
    return response
