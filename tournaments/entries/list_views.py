"""The entries of an event, for everybody: the starting list as it is, or as it would be now."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.errors import Refused
from tournaments.entries.selectors import entries_by_section
from tournaments.entries.signing_up import refuse_self_entry
from tournaments.events.access import get_event_or_404, has
from tournaments.events.conditional import conditional_page
from tournaments.events.frame import event_frame
from tournaments.models import Event
from tournaments.policies import MANAGE_ENTRIES


@require_safe
@conditional_page
def entries(request: HttpRequest, event: int) -> HttpResponse:
    found = get_event_or_404(request, event)
    manages = has(request, found, MANAGE_ENTRIES)
    sections = entries_by_section(found, actor=request.user, manages=manages)
    context = {
        "sections": sections,
        "manages": manages,
        "may_sign_up": takes_entries(found),
        "has_own": any(listed.is_own for shown in sections for listed in shown.everybody),
    }
    frame = event_frame(request, found, active="entries")
    return render(request, "tournaments/entries/entries.html", {**frame, **context})


def takes_entries(event: Event) -> bool:
    """Whether players may sign up at this moment."""
    try:
        refuse_self_entry(event)
    except Refused:
        return False
    return True
