"""The files of an event: a page that lists them, and each of them."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.web.numbers import parse_whole_number
from tournaments import policies, trf
from tournaments.access import get_event_or_404, get_section_or_404, has_permission, sections_of_event
from tournaments.conditional import conditional_page
from tournaments.documents.presenters.catalogue import available_documents, document_response, find_document
from tournaments.models import Section
from tournaments.presenters import event_page_context
from tournaments.selectors import current_round_number, published_round_numbers


@require_safe
@conditional_page
def event_files(request: HttpRequest, event: int) -> HttpResponse:
    found = get_event_or_404(request, event)
    context: dict[str, Any] = event_page_context(request, found, active="files")
    sections = sections_of_event(found)
    rounds = published_round_numbers(found)
    arbiter = has_permission(request, found, policies.CONDUCT)
    context["offers"] = [
        (
            section,
            rounds.get(section.pk, []),
            available_documents(section, for_arbiters=arbiter, rounds=rounds.get(section.pk, [])),
        )
        for section in sections
    ]
    context["may_export"] = has_permission(request, found, policies.EXPORT)
    return render(request, "tournaments/tables/files.html", context)


@require_safe
@never_cache
def section_file(request: HttpRequest, event: int, section: int, what: str, kind: str) -> HttpResponseBase:
    """`?round=` chooses the round; without it, it is the current one."""
    found = get_section_or_404(request, event, section)
    file = find_document(
        found, what, kind, for_arbiters=has_permission(request, found.event, policies.CONDUCT)
    )
    if file is None:
        raise Http404(_("There is no such file."))
    number = _wanted_round(request, found) if file.of_round else 0
    try:
        return document_response(found, file, kind, number)
    except trf.TrfError as error:
        messages.error(request, _("The report cannot be written: %(reason)s.") % {"reason": error})
        return redirect("event-files", event)


def _wanted_round(request: HttpRequest, section: Section) -> int:
    rounds = published_round_numbers(section.event).get(section.pk, [])
    asked = request.GET.get("round", "")
    if not asked and rounds:
        return current_round_number(section)
    if (number := parse_whole_number(asked)) in rounds and number is not None:
        return number
    raise Http404(_("There is no such round."))
