"""The event's log: everything that was done in it, to look through and to take along."""

from django.http import Http404, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from audit.exports import as_file
from audit.pages import entries_to_export, history_context
from audit.selectors import history_of
from players.accounts.access import SignedInRequest
from tournaments.events.access import for_those_who
from tournaments.events.frame import event_frame
from tournaments.models import Event
from tournaments.policies import may_see_history_of_event


@require_safe
@for_those_who(may_see_history_of_event)
def log(request: SignedInRequest, event: Event) -> HttpResponseBase:
    context = history_context(request, history_of(event), linked=False)
    return render(request, "tournaments/log.html", {**event_frame(request, event, active="log"), **context})


@require_safe
@for_those_who(may_see_history_of_event)
def export(request: SignedInRequest, event: Event, kind: str) -> HttpResponseBase:
    answer = as_file(entries_to_export(request, history_of(event)), kind, name=f"{event.name} log")
    if answer is None:
        raise Http404
    return answer
