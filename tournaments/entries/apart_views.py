"""Pairs who must not meet."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from players.accounts.access import SignedInRequest
from players.errors import Refused
from players.refusals import refusals_on
from tournaments.entries import keeping_apart
from tournaments.entries.forms import ApartForm, whole_number
from tournaments.entries.selectors import entries_in_order, pairs_apart
from tournaments.events.access import for_those_who
from tournaments.events.frame import event_frame
from tournaments.models import Event, KeptApart
from tournaments.policies import may_manage_entries


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_manage_entries)
def kept_apart(request: SignedInRequest, event: Event) -> HttpResponse:
    wanted = whole_number(request.POST.get("section"))
    forms = []
    for section in event.sections.order_by("position", "pk"):
        section.event = event
        data = request.POST if section.pk == wanted else None
        form = ApartForm(data, entries=entries_in_order(section), prefix=f"section-{section.pk}")
        forms.append((section, form))
        if form.is_bound and form.is_valid():
            with refusals_on(form):
                one, other = form.pair()
                keeping_apart.keep_apart(
                    actor=request.user,
                    section=section,
                    one=one,
                    other=other,
                    strictly=form.cleaned_data["strictly"],
                )
                said = _("%(one)s and %(other)s are kept apart.")
                messages.success(request, said % {"one": one.person, "other": other.person})
                return redirect("kept-apart", event.pk)
    context = {"forms": forms, "pairs": list(pairs_apart(event)), "may_change": not event.has_finished}
    frame = event_frame(request, event, active="entries")
    return render(request, "tournaments/entries/apart.html", {**frame, **context})


@require_POST
@for_those_who(may_manage_entries)
def let_meet(request: SignedInRequest, event: Event, pair: int) -> HttpResponse:
    found = get_object_or_404(KeptApart.objects.select_related("section"), pk=pair, section__event=event)
    try:
        keeping_apart.let_meet(actor=request.user, pair=found)
        messages.success(request, _("They may meet again."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("kept-apart", event.pk)
