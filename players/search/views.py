"""The search page, and the suggestions below the field in the header."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from players.search.matching import LONGEST_TEXT
from players.search.registry import SOURCES
from players.search.sources import find_people_named_nearly

ON_THE_PAGE = 10
SUGGESTED = 5


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails


@require_safe
def search(request: HtmxRequest) -> HttpResponse:
    text = _text(request)
    groups = SOURCES.search(request.user, text, at_most=ON_THE_PAGE)
    context = {
        "text": text,
        "groups": groups,
        "near": find_people_named_nearly(request.user, text, SUGGESTED) if text and not groups else [],
    }
    return render(request, "search/page.html", context)


@require_safe
def suggestions(request: HtmxRequest) -> HttpResponse:
    text = _text(request)
    if not request.htmx:
        return redirect(f"{reverse('search')}?{urlencode({'q': text})}")
    groups = SOURCES.search(request.user, text, at_most=SUGGESTED)
    context = {"text": text, "groups": groups, "query": urlencode({"q": text})}
    return render(request, "search/suggestions.html", context)


def _text(request: HtmxRequest) -> str:
    return request.GET.get("q", "").replace("\0", " ").strip()[:LONGEST_TEXT]
