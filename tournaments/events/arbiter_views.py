"""The arbiters of an event: named by a search among the people one sees, dismissed by a button."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from players.accounts.access import SignedInRequest
from players.errors import Refused
from players.models import Person
from players.people.selectors import people_matching, people_visible_to
from tournaments.events.access import for_those_who
from tournaments.events.arbiter_services import dismiss_arbiter, name_arbiter
from tournaments.events.frame import event_frame
from tournaments.events.selectors import arbiters_of
from tournaments.models import Event
from tournaments.policies import may_change_event

SHOWN = 20
LONGEST_TEXT = 100


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_change_event)
def arbiters(request: SignedInRequest, event: Event) -> HttpResponse:
    if request.method == "POST":
        _change(request, event)
        return redirect("event-arbiters", event=event.pk)
    named = list(arbiters_of(event))
    text = request.GET.get("q", "").strip()[:LONGEST_TEXT]
    found = people_matching(people_visible_to(request.user), name=text) if text else Person.objects.none()
    others = found.exclude(pk__in=[arbiter.person_id for arbiter in named])[:SHOWN]
    context = {"arbiters": named, "text": text, "found": others}
    return render(
        request, "tournaments/arbiters.html", {**event_frame(request, event, active="settings"), **context}
    )


def _change(request: SignedInRequest, event: Event) -> None:
    """The button says what is done: `name` or `dismiss` with somebody's id."""
    step = "dismiss" if "dismiss" in request.POST else "name"
    chosen = request.POST.get(step, "")
    if not chosen.isdecimal():
        messages.error(request, _("Please choose somebody."))
        return
    try:
        if step == "dismiss":
            person = get_object_or_404(Person, pk=int(chosen))
            dismiss_arbiter(actor=request.user, event=event, person=person)
            messages.success(request, _("%(name)s is not arbiter any more.") % {"name": person})
        else:
            person = get_object_or_404(people_visible_to(request.user), pk=int(chosen))
            name_arbiter(actor=request.user, event=event, person=person)
            messages.success(request, _("%(name)s is arbiter of this event.") % {"name": person})
    except Refused as refusal:
        messages.error(request, str(refusal))
