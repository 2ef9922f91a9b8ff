"""Entering a pasted table of players: first what it would do, then, on a second click, all of it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from players.accounts.access import SignedInRequest
from players.errors import Refused
from players.models import Finding
from tournaments.entries.forms import TableForm, whole_number
from tournaments.entries.importing import Imported, import_entries
from tournaments.entries.table import read_entries
from tournaments.events.access import for_those_who
from tournaments.events.frame import event_frame
from tournaments.models import Event
from tournaments.policies import may_manage_entries


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_manage_entries)
def import_table(request: SignedInRequest, event: Event) -> HttpResponse:
    """The table comes back with the second step, and is read anew: nothing is kept in between."""
    sections = list(event.sections.order_by("position", "pk"))
    for section in sections:
        section.event = event
    form = TableForm(request.POST or None, sections=sections)
    context = {**event_frame(request, event, active="entries"), "form": form}
    if request.method != "POST" or not form.is_valid():
        return render(request, "tournaments/entries/table.html", context)
    text, section = form.cleaned_data["text"], form.section()
    choices = _choices(request)
    try:
        if request.POST.get("step") == "enter":
            done = import_entries(
                actor=request.user,
                section=section,
                text=text,
                choices=choices,
                over_limit=form.cleaned_data["over_limit"],
            )
            messages.success(request, _said_of(done))
            return redirect("manage-entries", event.pk)
        if request.POST.get("step") == "change":
            return render(request, "tournaments/entries/table.html", context)
        table = read_entries(text, section=section, actor=request.user, choices=choices)
    except Refused as refusal:
        form.add_error("text", str(refusal))
        return render(request, "tournaments/entries/table.html", context)
    counts = {finding.value: table.count(finding) for finding in Finding}
    return render(
        request,
        "tournaments/entries/table_preview.html",
        {**context, "table": table, "counts": counts, "chosen": section},
    )


def _choices(request: SignedInRequest) -> dict[int, str]:
    """What was decided about lines, by their numbers."""
    choices = {}
    for name, value in request.POST.items():
        line = whole_number(name.removeprefix("line-")) if name.startswith("line-") else None
        if line is not None:
            choices[line] = str(value)[:20]
    return choices


def _said_of(done: Imported) -> str:
    said = ngettext("%(count)d player is entered.", "%(count)d players are entered.", len(done.entries)) % {
        "count": len(done.entries)
    }
    if done.created:
        said += " " + ngettext("%(count)d person is new.", "%(count)d people are new.", done.created) % {
            "count": done.created
        }
    if done.waiting:
        said += " " + _("On the waiting list: %(count)d.") % {"count": done.waiting}
    left_out = len(done.table.rows) - len(done.entries)
    if left_out:
        said += " " + ngettext("%(count)d line was left out.", "%(count)d lines were left out.", left_out) % {
            "count": left_out
        }
    return said
