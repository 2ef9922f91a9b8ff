"""The page on which an event is finished, opened again, and put into the archive."""

from django import forms
from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from players.accounts.access import SignedInRequest
from players.errors import Refused
from tournaments.events.access import for_those_who
from tournaments.events.frame import event_frame
from tournaments.finishing import services
from tournaments.finishing.guards import readiness
from tournaments.models import Event, EventState
from tournaments.policies import may_conduct_event
from tournaments.results.services import LONGEST_REASON


class ReasonForm(forms.Form):
    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=LONGEST_REASON)


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_conduct_event)
def finish_event(request: SignedInRequest, event: Event) -> HttpResponseBase:
    form = ReasonForm(request.POST if request.method == "POST" else None)
    problem = ""
    if request.method == "POST" and form.is_valid():
        try:
            done = _do(request, event, form.cleaned_data["reason"])
        except Refused as refusal:
            problem = str(refusal)
            event.refresh_from_db()
        else:
            messages.success(request, done)
            return redirect("event-finish", event.pk)
    context = {
        **event_frame(request, event, active="overview"),
        "form": form,
        "problem": problem,
        "ready": readiness(event) if event.state == EventState.RUNNING else None,
        "in_the_future": services.ends_in_the_future(event),
        "is_to_be_rated": services.is_to_be_rated(event),
        "handed_over": services.is_handed_over(event),
        "rated_sections": [section for section in event.sections.all() if section.rated],
    }
    return render(request, "tournaments/finishing/finish.html", context)


def _do(request: SignedInRequest, event: Event, reason: str) -> str:
    match request.POST.get("do", ""):
        case "finish":
            now = services.finish(actor=request.user, event=event, reason=reason)
            if services.is_to_be_rated(now):
                return _("The event is finished. Its results go to the rating lists on %(day)s.") % {
                    "day": date_format(now.ends_on)
                }
            return _("The event is finished.")
        case "reopen":
            services.reopen(actor=request.user, event=event, reason=reason)
            return _("The event is open again.")
        case "archive":
            services.archive(actor=request.user, event=event)
            return _("The event is in the archive now.")
        case "unarchive":
            services.take_out_of_archive(actor=request.user, event=event)
            return _("The event is out of the archive.")
    raise Refused(_("Please choose what to do."))
