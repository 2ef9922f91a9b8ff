"""The search page, and the suggestions below the field in the header."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from core.search.matching import MAX_TEXT_LENGTH
from core.search.sources import search_all, suggest_similar

RESULTS_PER_GROUP = 10
MAX_SUGGESTIONS = 5


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails


@require_safe
def search(request: HtmxRequest) -> HttpResponse:
    text = _search_text(request)
    groups = search_all(request.user, text, at_most=RESULTS_PER_GROUP)
    context = {
        "text": text,
        "groups": groups,
        "near": suggest_similar(request.user, text, at_most=MAX_SUGGESTIONS) if text and not groups else [],
    }
    return render(request, "search/page.html", context)


@require_safe
def suggestions(request: HtmxRequest) -> HttpResponse:
    text = _search_text(request)
    if not request.htmx:
        return redirect(f"{reverse('search')}?{urlencode({'q': text})}")
    groups = search_all(request.user, text, at_most=MAX_SUGGESTIONS)
    context = {"text": text, "groups": groups, "query": urlencode({"q": text})}
    return render(request, "search/suggestions.html", context)


def _search_text(request: HtmxRequest) -> str:
    return request.GET.get("q", "").replace("\0", " ").strip()[:MAX_TEXT_LENGTH]
