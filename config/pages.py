"""Pages that belong to no app: the front page, the style guide, the switches of theme and language."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language

from config.style_guide import samples
from players.accounts import preferences
from players.accounts.next_page import next_page
from players.clubs.selectors import clubs_for_the_front_page
from players.models import Theme


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html", {"clubs": clubs_for_the_front_page()})


@require_safe
def style_guide(request: HttpRequest) -> HttpResponse:
    """Every component on one page, for those who build pages; not part of the site that visitors see."""
    if not settings.DEBUG:
        raise Http404
    return render(request, "style_guide/page.html", samples(request))


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look when a page names no icon, as those of the administration do."""
    return HttpResponseRedirect(static("images/favicon.svg"))


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Works without a script: a form posts the choice, a cookie keeps it, and the account if there is one."""
    theme = request.POST.get("theme", "")
    response = HttpResponseRedirect(next_page(request, default="home"))
    if theme in Theme.values:
        preferences.remember_theme(response, theme)
        if request.user.is_authenticated:
            preferences.save(account=request.user, theme=theme)
    return response


@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Django's own, which keeps the choice in a cookie; the account keeps it too."""
    language = request.POST.get("language", "")
    if request.user.is_authenticated and preferences.language_known(language):
        preferences.save(account=request.user, language=language)
    response: HttpResponse = set_language(request)
    return response
