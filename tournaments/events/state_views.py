"""How an event goes on: opening it for entries, starting it, and taking either back."""

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from players.accounts.access import SignedInRequest
from players.errors import Refused
from tournaments.events import state_services
from tournaments.events.access import for_those_who
from tournaments.events.frame import event_frame
from tournaments.models import Event
from tournaments.policies import may_conduct_event

STEPS: Final[dict[str, tuple[Callable[..., Event], str | Promise]]] = {
    "open": (
        state_services.open_event,
        gettext_lazy("The event is open for entries. Everybody sees it now."),
    ),
    "draft": (state_services.take_back_opening, gettext_lazy("The event is a draft again.")),
    "unstart": (
        state_services.take_back_start,
        gettext_lazy("The start is taken back. Entries are open again."),
    ),
}


@require_POST
@for_those_who(may_conduct_event)
def step(request: SignedInRequest, event: Event) -> HttpResponse:
    """The button says which step."""
    chosen = STEPS.get(request.POST.get("step", ""))
    if chosen is None:
        messages.error(request, _("Please choose what shall be done."))
        return redirect(event)
    service, said = chosen
    try:
        service(actor=request.user, event=event)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, str(said))
    return redirect(event)


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_conduct_event)
def start(request: SignedInRequest, event: Event) -> HttpResponse:
    """The starting ranks are shown before they are fixed."""
    problem = ""
    if request.method == "POST":
        try:
            state_services.start_event(actor=request.user, event=event, seen=request.POST.get("seen", ""))
        except Refused as refusal:
            problem = str(refusal)
        else:
            messages.success(request, _("The event has started. The starting ranks are fixed."))
            return redirect(event)
    orders = state_services.starting_orders(event)
    context = {
        "orders": orders,
        "mark": state_services.mark_of(orders),
        "problem": problem,
        "may_start": not event.has_started and bool(orders) and not any(order.problem for order in orders),
    }
    page = {**event_frame(request, event, active="overview"), **context}
    return render(request, "tournaments/start.html", page, status=409 if problem else 200)
