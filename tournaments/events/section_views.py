"""Sections of an event for their organisers: adding and changing them, their order, their prizes."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from audit.selectors import history_of
from audit.telling import tell_lines
from players.accounts.access import SignedInRequest
from players.errors import ChangedMeanwhile, Refused
from players.refusals import refusals_on
from tournaments.events import section_services, services
from tournaments.events.access import for_those_who
from tournaments.events.frame import event_frame
from tournaments.events.prize_services import HUNDREDTHS, Award, awards_of, set_prizes
from tournaments.events.section_forms import PrizeForms, SectionForm
from tournaments.models import Event, Section
from tournaments.policies import may_change_event

PRIZES = "prizes"


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_change_event)
def add(request: SignedInRequest, event: Event) -> HttpResponse:
    form = SectionForm(request.POST or None, instance=Section(event=event))
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            made = section_services.add_section(actor=request.user, event=event, **form.everything())
            messages.success(request, _("%(section)s is added.") % {"section": made.name})
            return redirect("section-settings", event=event.pk, section=made.pk)
    context = {**event_frame(request, event, active="settings"), "form": form}
    return render(request, "tournaments/new_section.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_change_event)
def settings(request: SignedInRequest, event: Event, section: int) -> HttpResponse:
    found = _section(event, section)
    frozen = section_services.frozen_fields(found)
    if request.method != "POST":
        return _page(request, found, SectionForm(instance=found, frozen=frozen))
    form = SectionForm.sent(request.POST, found, frozen=frozen)
    if form.is_valid():
        try:
            section_services.change_section(
                actor=request.user, section=found, seen=form.seen(), **form.changes()
            )
        except ChangedMeanwhile as conflict:
            current = _section(event, section)
            context = {
                "conflict": conflict,
                "both": form.labels_of(conflict.fields),
                "last": tell_lines(history_of(event)[:1], linked=False),
            }
            return _page(request, current, form.anew(current), context, status=409)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The section is saved."))
            return redirect("section-settings", event=event.pk, section=section)
    return _page(request, found, form)


@require_POST
@for_those_who(may_change_event)
def prizes(request: SignedInRequest, event: Event, section: int) -> HttpResponse:
    found = _section(event, section)
    rows = PrizeForms(request.POST, prefix=PRIZES)
    if not rows.is_valid():
        return _page(request, found, _form(found), {"prizes": rows})
    kept = [row.cleaned_data for row in rows if row.cleaned_data and not row.cleaned_data.get("DELETE")]
    try:
        set_prizes(
            actor=request.user,
            section=found,
            awards=[_award(data) for data in kept],
            seen=_seen(request.POST.get("seen", "")),
        )
    except Refused as refusal:
        return _page(
            request, found, _form(found), {"prizes": rows, "prize_problem": str(refusal)}, status=409
        )
    messages.success(request, _("The prizes are saved."))
    return redirect("section-settings", event=event.pk, section=section)


@require_POST
@for_those_who(may_change_event)
def move(request: SignedInRequest, event: Event, section: int) -> HttpResponse:
    try:
        section_services.move_section(
            actor=request.user, section=_section(event, section), up=request.POST.get("to") == "up"
        )
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("event-settings", event=event.pk)


@require_POST
@for_those_who(may_change_event)
def delete(request: SignedInRequest, event: Event, section: int) -> HttpResponse:
    found = _section(event, section)
    try:
        section_services.delete_section(actor=request.user, section=found)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("section-settings", event=event.pk, section=section)
    messages.success(request, _("%(section)s is deleted.") % {"section": found.name})
    return redirect("event-settings", event=event.pk)


def _section(event: Event, pk: int) -> Section:
    found = get_object_or_404(Section, pk=pk, event=event)
    found.event = event
    return found


def _form(section: Section) -> SectionForm:
    return SectionForm(instance=section, frozen=section_services.frozen_fields(section))


def _award(data: dict[str, Any]) -> Award:
    return Award(
        place=data["place"],
        category=data["category"],
        amount=int((data["amount"] or 0) * HUNDREDTHS),
        currency=data["currency"],
        title=data["title"],
    )


def _rows_of(section: Section) -> Any:
    initial = [
        {**award._asdict(), "amount": f"{award.amount / HUNDREDTHS:.2f}" if award.amount else ""}
        for award in awards_of(section)
    ]
    return PrizeForms(initial=initial, prefix=PRIZES)


def _mark(section: Section) -> str:
    """What the page shows, for the service to compare."""
    return "\n".join("\t".join(map(str, award)) for award in awards_of(section))


def _seen(text: str) -> list[Award] | None:
    awards = []
    for line in text.splitlines():
        cells = line.split("\t")
        if len(cells) != len(Award._fields) or not cells[0].isdecimal() or not cells[2].isdecimal():
            return None
        awards.append(Award(int(cells[0]), cells[1], int(cells[2]), cells[3], cells[4]))
    return awards


def _page(
    request: SignedInRequest,
    section: Section,
    form: SectionForm,
    context: dict[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    event = section.event
    page = {
        **event_frame(request, event, active="settings", section=section),
        "form": form,
        "frozen": services.why_frozen(event) if section_services.frozen_fields(section) else "",
        "prizes": _rows_of(section),
        "prizes_seen": _mark(section),
        "may_be_deleted": not event.has_started and not section.entries.exists(),
        **(context or {}),
    }
    return render(request, "tournaments/section_settings.html", page, status=status)
