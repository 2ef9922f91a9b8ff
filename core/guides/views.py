"""Help and rules: the list of guides, a guide, the rules of a game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core import game_types
from core.guides.contents import is_guide
from core.guides.documents import RULES, has_rules, read_document
from core.guides.selectors import list_guides, list_rules, reader_language


@require_safe
def guides(request: HttpRequest) -> HttpResponse:
    return render(request, "guides/guides.html", {"groups": list_guides(), "rules": list_rules()})


@require_safe
def guide(request: HttpRequest, name: str) -> HttpResponse:
    if not is_guide(name):
        raise Http404(_("There is no such guide."))
    context = {"document": read_document(name, reader_language()), "reader_language": reader_language()}
    return render(request, "guides/guide.html", context)


@require_safe
def all_rules(request: HttpRequest) -> HttpResponse:
    return render(request, "guides/all_rules.html", {"rules": list_rules()})


@require_safe
def game_rules(request: HttpRequest, game: str) -> HttpResponse:
    if not has_rules(game):
        raise Http404(_("There are no rules of such a game here."))
    context = {
        "document": read_document(f"{RULES}/{game}", reader_language()),
        "reader_language": reader_language(),
        "game": game,
        "label": game_types.game_label(game),
    }
    return render(request, "guides/game_rules.html", context)
