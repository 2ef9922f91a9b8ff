"""Sections of an event for their organisers: adding and changing them, their order, their prizes."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.errors import Conflict, Refused
from core.web.access import SignedInRequest
from core.web.refusals import refusals_as_messages, show_refusals
from tournaments.access import load_section, requires
from tournaments.events.forms.sections import PrizeForms, SectionForm
from tournaments.events.services import changes, sections
from tournaments.events.services.prizes import CENTS, PrizeData, prizes_of_section, set_prizes
from tournaments.models import Event, Section
from tournaments.policies import may_change_event
from tournaments.presenters import conflict_context, event_page_context

PRIZES_PREFIX = "prizes"


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_change_event)
def section_add(request: SignedInRequest, event: Event) -> HttpResponse:
    form = SectionForm(request.POST or None, instance=Section(event=event))
    if request.method == "POST" and form.is_valid():
        with show_refusals(form):
            made = sections.add_section(actor=request.user, event=event, **form.all_values())
            messages.success(request, _("%(section)s is added.") % {"section": made.name})
            return redirect("section-settings", event=event.pk, section=made.pk)
    context = {**event_page_context(request, event, active="settings"), "form": form}
    return render(request, "tournaments/new_section.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_change_event)
def section_settings(request: SignedInRequest, event: Event, section: int) -> HttpResponse:
    found = load_section(event, section)
    frozen = sections.frozen_section_fields(found)
    if request.method != "POST":
        return _render_settings(request, found, SectionForm(instance=found, frozen=frozen))
    form = SectionForm.from_post(request.POST, found, frozen=frozen)
    if form.is_valid():
        try:
            sections.change_section(
                actor=request.user, section=found, seen=form.seen_values(), **form.changes()
            )
        except Conflict as conflict:
            current = load_section(event, section)
            context = conflict_context(event, conflict, labels=form.labels_of(conflict.fields))
            return _render_settings(request, current, form.with_row(current), context, status=409)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The section is saved."))
            return redirect("section-settings", event=event.pk, section=section)
    return _render_settings(request, found, form)


@require_POST
@requires(may_change_event)
def section_prizes(request: SignedInRequest, event: Event, section: int) -> HttpResponse:
    found = load_section(event, section)
    rows = PrizeForms(request.POST, prefix=PRIZES_PREFIX)
    if not rows.is_valid():
        return _render_settings(request, found, _form(found), {"prizes": rows})
    kept = [row.cleaned_data for row in rows if row.cleaned_data and not row.cleaned_data.get("DELETE")]
    try:
        set_prizes(
            actor=request.user,
            section=found,
            prizes=[_prize_data(data) for data in kept],
            seen=_read_seen_prizes(request.POST.get("seen", "")),
        )
    except Refused as refusal:
        return _render_settings(
            request, found, _form(found), {"prizes": rows, "prize_problem": str(refusal)}, status=409
        )
    messages.success(request, _("The prizes are saved."))
    return redirect("section-settings", event=event.pk, section=section)


@require_POST
@requires(may_change_event)
def section_move(request: SignedInRequest, event: Event, section: int) -> HttpResponse:
    with refusals_as_messages(request):
        sections.move_section(
            actor=request.user, section=load_section(event, section), up=request.POST.get("to") == "up"
        )
    return redirect("event-settings", event=event.pk)


@require_POST
@requires(may_change_event)
def section_delete(request: SignedInRequest, event: Event, section: int) -> HttpResponse:
    found = load_section(event, section)
    try:
        sections.delete_section(actor=request.user, section=found)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("section-settings", event=event.pk, section=section)
    messages.success(request, _("%(section)s is deleted.") % {"section": found.name})
    return redirect("event-settings", event=event.pk)


def _form(section: Section) -> SectionForm:
    return SectionForm(instance=section, frozen=sections.frozen_section_fields(section))


def _prize_data(data: dict[str, Any]) -> PrizeData:
    return PrizeData(
        place=data["place"],
        category=data["category"],
        amount=int((data["amount"] or 0) * CENTS),
        currency=data["currency"],
        title=data["title"],
    )


def _prize_forms(section: Section) -> Any:
    initial = [
        {**prize._asdict(), "amount": f"{prize.amount / CENTS:.2f}" if prize.amount else ""}
        for prize in prizes_of_section(section)
    ]
    return PrizeForms(initial=initial, prefix=PRIZES_PREFIX)


def _prizes_digest(section: Section) -> str:
    """What the page shows, for the service to compare."""
    return "\n".join("\t".join(map(str, prize)) for prize in prizes_of_section(section))


def _read_seen_prizes(text: str) -> list[PrizeData] | None:
    prizes = []
    for line in text.splitlines():
        cells = line.split("\t")
        if len(cells) != len(PrizeData._fields) or not cells[0].isdecimal() or not cells[2].isdecimal():
            return None
        prizes.append(PrizeData(int(cells[0]), cells[1], int(cells[2]), cells[3], cells[4]))
    return prizes


def _render_settings(
    request: SignedInRequest,
    section: Section,
    form: SectionForm,
    context: dict[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    event = section.event
    page = {
        **event_page_context(request, event, active="settings", section=section),
        "form": form,
        "frozen": changes.why_frozen(event) if sections.frozen_section_fields(section) else "",
        "prizes": _prize_forms(section),
        "prizes_seen": _prizes_digest(section),
        "may_be_deleted": not event.has_started and not section.entries.exists(),
        **(context or {}),
    }
    return render(request, "tournaments/section_settings.html", page, status=status)
