"""How an event goes on: opening it for entries, starting it, finishing and archiving it, and undoing each of these."""

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from core.errors import Refused
from core.web.access import SignedInRequest
from core.web.refusals import refusals_as_messages
from tournaments.access import requires, sections_of_event
from tournaments.events.forms.events import ReasonForm
from tournaments.events.selectors import check_readiness, starting_order_digest, starting_orders
from tournaments.events.services import lifecycle
from tournaments.models import Event, EventState
from tournaments.policies import may_conduct_event
from tournaments.presenters import event_page_context

STEPS: Final[dict[str, tuple[Callable[..., Event], str | Promise]]] = {
    "open": (
        lifecycle.open_event,
        gettext_lazy("The event is open for entries. Everybody sees it now."),
    ),
    "draft": (lifecycle.undo_opening, gettext_lazy("The event is a draft again.")),
    "unstart": (
        lifecycle.undo_start,
        gettext_lazy("The start is taken back. Entries are open again."),
    ),
}


@require_POST
@requires(may_conduct_event)
def event_step(request: SignedInRequest, event: Event) -> HttpResponse:
    """The button says which step."""
    chosen = STEPS.get(request.POST.get("step", ""))
    if chosen is None:
        messages.error(request, _("Please choose what to do."))
        return redirect(event)
    service, message = chosen
    with refusals_as_messages(request):
        service(actor=request.user, event=event)
        messages.success(request, str(message))
    return redirect(event)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_conduct_event)
def event_start(request: SignedInRequest, event: Event) -> HttpResponse:
    """The starting ranks are shown before they are fixed."""
    problem = ""
    if request.method == "POST":
        try:
            lifecycle.start_event(
                actor=request.user,
                event=event,
                seen=request.POST.get("seen", ""),
                leave_out_missing=request.POST.get("missing") == "leave",
            )
        except Refused as refusal:
            problem = str(refusal)
        else:
            messages.success(request, _("The event has started. The starting ranks are fixed."))
            return redirect("rounds", event.pk, sections_of_event(event)[0].pk)
    orders = starting_orders(event)
    context = {
        "orders": orders,
        "mark": starting_order_digest(orders),
        "problem": problem,
        "missing": sum(order.missing for order in orders),
        "may_start": not event.has_started and bool(orders) and not any(order.problem for order in orders),
    }
    page = {**event_page_context(request, event, active="overview"), **context}
    return render(request, "tournaments/start.html", page, status=409 if problem else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_conduct_event)
def event_finish(request: SignedInRequest, event: Event) -> HttpResponseBase:
    form = ReasonForm(request.POST if request.method == "POST" else None)
    problem = ""
    if request.method == "POST" and form.is_valid():
        try:
            done = _take_step(request, event, form.cleaned_data["reason"])
        except Refused as refusal:
            problem = str(refusal)
            event.refresh_from_db()
        else:
            messages.success(request, done)
            return redirect("event-finish", event.pk)
    context = {
        **event_page_context(request, event, active="overview"),
        "form": form,
        "problem": problem,
        "ready": check_readiness(event) if event.state == EventState.RUNNING else None,
        "ends_in_the_future": lifecycle.ends_in_the_future(event),
        "is_to_be_rated": lifecycle.is_rating_pending(event),
        "is_submitted": lifecycle.is_submitted(event),
        "rated_sections": [section for section in sections_of_event(event) if section.rated],
    }
    return render(request, "tournaments/finishing/finish.html", context)


def _take_step(request: SignedInRequest, event: Event, reason: str) -> str:
    match request.POST.get("do", ""):
        case "finish":
            now = lifecycle.finish_event(actor=request.user, event=event, reason=reason)
            if lifecycle.is_rating_pending(now):
                return _("The event is finished. Its results go to the rating lists on %(day)s.") % {
                    "day": date_format(now.ends_on)
                }
            return _("The event is finished.")
        case "reopen":
            lifecycle.reopen_event(actor=request.user, event=event, reason=reason)
            return _("The event is open again.")
        case "archive":
            lifecycle.archive_event(actor=request.user, event=event)
            return _("The event is in the archive now.")
        case "unarchive":
            lifecycle.unarchive_event(actor=request.user, event=event)
            return _("The event is out of the archive.")
    raise Refused(_("Please choose what to do."))
