"""Check-in on the day, by the organisers: a list with big buttons, and slips of paper with the players' codes."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from core.errors import Refused
from core.web.access import SignedInRequest
from core.web.numbers import parse_whole_number
from core.web.refusals import refusals_as_messages
from tournaments.access import load_entry, load_section, requires
from tournaments.entries.presenters import check_in_qr_code
from tournaments.entries.selectors.entries import entries_to_check_in, sections_without_rounds
from tournaments.entries.services import attendance
from tournaments.models import Entry, Event
from tournaments.policies import may_manage_entries
from tournaments.presenters import event_page_context


@require_safe
@requires(may_manage_entries)
def check_in_list(request: SignedInRequest, event: Event) -> HttpResponse:
    entries = entries_to_check_in(event)
    context = {**_counts(entries), "entries": entries, "sections": sections_without_rounds(event)}
    page = event_page_context(request, event, active="entries")
    return render(request, "tournaments/entries/check_in.html", {**page, **context})


@require_POST
@requires(may_manage_entries)
def check_in_one(request: SignedInRequest, event: Event, entry: int) -> HttpResponse:
    """Check somebody in, or with `undo` take it back. htmx gets the row and the numbers, others the page."""
    found = load_entry(event, entry)
    problem = ""
    try:
        change = attendance.undo_check_in if "undo" in request.POST else attendance.check_in
        change(actor=request.user, entry=found)
    except Refused as refusal:
        problem = str(refusal)
    if not request.htmx:
        if problem:
            messages.error(request, problem)
        return redirect(f"{reverse('event-check-in', args=[event.pk])}#entry-{found.pk}")
    entries = entries_to_check_in(event)
    context = {
        **_counts(entries),
        "event": event,
        "entry": next((each for each in entries if each.pk == found.pk), found),
        "problem": problem,
    }
    return render(request, "tournaments/entries/parts/checked_in.html", context)


def _counts(entries: Sequence[Entry]) -> dict[str, object]:
    here = sum(entry.checked_in_at is not None for entry in entries)
    return {"here": here, "missing": len(entries) - here}


@require_POST
@requires(may_manage_entries)
def mark_absent(request: SignedInRequest, event: Event) -> HttpResponse:
    section = load_section(event, parse_whole_number(request.POST.get("section")) or 0)
    with refusals_as_messages(request):
        count = attendance.mark_missing_as_absent(actor=request.user, section=section)
        said = ngettext("%(count)d player misses round 1.", "%(count)d players miss round 1.", count)
        messages.success(request, said % {"count": count})
    return redirect("event-check-in", event.pk)


@require_safe
@requires(may_manage_entries)
def check_in_slips(request: SignedInRequest, event: Event) -> HttpResponse:
    """To be printed and cut: each player's name and code."""
    entries = [(entry, check_in_qr_code(entry)) for entry in entries_to_check_in(event)]
    page = event_page_context(request, event, active="entries")
    subject = _("Codes for check-in")
    return render(request, "tournaments/entries/slips.html", {**page, "entries": entries, "title": subject})
