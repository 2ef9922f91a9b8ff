"""One entry, for the organisers: what is noted about it, what can be done, and with whom it is kept apart."""

from typing import Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.errors import Refused
from core.web.access import SignedInRequest, next_url
from core.web.numbers import parse_whole_number
from core.web.refusals import refusals_as_messages, show_refusals
from tournaments.access import load_entry, requires, sections_of_event
from tournaments.entries.forms import AbsenceForm, EntryForm, KeptApartForm, WithdrawForm
from tournaments.entries.presenters import check_in_qr_code
from tournaments.entries.selectors.entries import (
    get_pair_or_404,
    pairs_of_event,
    playing_entries,
    waiting_position,
)
from tournaments.entries.services import attendance, kept_apart, places, registration
from tournaments.entries.views.management import entry_message
from tournaments.models import AbsenceKind, Entry, EntryState, Event, PairingSystem
from tournaments.policies import may_manage_entries
from tournaments.presenters import event_page_context
from tournaments.selectors import upcoming_rounds


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_manage_entries)
def edit_entry(request: SignedInRequest, event: Event, entry: int) -> HttpResponse:
    found = load_entry(event, entry)
    form = EntryForm(request.POST or None, entry=found)
    if request.method == "POST" and form.is_valid():
        with show_refusals(form):
            registration.change_entry(
                actor=request.user, entry=found, seen=form.cleaned_data["version"], **form.details()
            )
            messages.success(request, _("The entry of %(name)s is saved.") % {"name": found.person})
            return redirect("manage-entries", event.pk)
    return _render_entry(request, event, found, form)


@require_POST
@requires(may_manage_entries)
def entry_step(request: SignedInRequest, event: Event, entry: int) -> HttpResponse:
    """Confirm, withdraw, bring back, remove, or note the fee; what it is stands in `step`."""
    found = load_entry(event, entry)
    seen = parse_whole_number(request.POST.get("version"))
    over_limit = "over_limit" in request.POST
    try:
        match request.POST.get("step"):
            case "confirm":
                said = entry_message(
                    registration.confirm_entry(
                        actor=request.user, entry=found, seen=seen, over_limit=over_limit
                    )
                )
            case "withdraw":
                form = WithdrawForm(request.POST)
                reason = form.cleaned_data["reason"] if form.is_valid() else ""
                places.withdraw_entry(actor=request.user, entry=found, seen=seen, reason=reason)
                said = _("%(name)s is withdrawn.") % {"name": found.person}
            case "return":
                said = entry_message(
                    places.reinstate_entry(actor=request.user, entry=found, seen=seen, over_limit=over_limit)
                )
            case "remove":
                registration.remove_entry(actor=request.user, entry=found, seen=seen)
                said = _("The entry of %(name)s is removed.") % {"name": found.person}
            case "fee":
                paid = not found.fee_paid
                registration.change_entry(actor=request.user, entry=found, seen=seen, fee_paid=paid)
                said = (
                    _("The fee of %(name)s is marked as paid.")
                    if paid
                    else _("The fee of %(name)s is marked as not paid.")
                ) % {"name": found.person}
            case _:
                raise Refused(_("This cannot be done with an entry."))
        messages.success(request, said)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("manage-entry", event.pk, found.pk)
    return redirect("manage-entries", event.pk)


@require_POST
@requires(may_manage_entries)
def entry_absence(request: SignedInRequest, event: Event, entry: int) -> HttpResponse:
    """Note a round that the player misses, or with `cancel` take it back."""
    found = load_entry(event, entry)
    with refusals_as_messages(request):
        if "cancel" in request.POST:
            number = parse_whole_number(request.POST.get("cancel")) or 0
            seen = parse_whole_number(request.POST.get("version"))
            attendance.cancel_absence(actor=request.user, entry=found, round_number=number, seen=seen)
            messages.success(
                request, _("%(name)s plays in round %(number)d.") % _message_values(found, number)
            )
            return redirect("manage-entry", event.pk, found.pk)
        form = AbsenceForm(request.POST, rounds=_rounds_to_miss(found), version=found.version)
        if not form.is_valid():
            return _render_entry(request, event, found, EntryForm(None, entry=found), form)
        number = form.cleaned_data["round"]
        attendance.announce_absence(
            actor=request.user,
            entry=found,
            round_number=number,
            kind=AbsenceKind(form.cleaned_data["kind"]),
            seen=form.cleaned_data["version"],
        )
        messages.success(request, _("%(name)s misses round %(number)d.") % _message_values(found, number))
    return redirect("manage-entry", event.pk, found.pk)


ROW_ABSENCES: Final = {"half-point": AbsenceKind.HALF_POINT, "absent": AbsenceKind.ABSENT}


@require_POST
@requires(may_manage_entries)
def row_step(request: SignedInRequest, event: Event) -> HttpResponse:
    """What is done from the row where a name stands, and back to it; `half-point` and `absent` mean the next round."""
    row = request.POST.get("row") or f"{request.POST.get('entry')}:{request.POST.get('step')}"
    entry, _colon, step = row.partition(":")
    found = load_entry(event, parse_whole_number(entry) or 0)
    back = next_url(request, default=reverse("manage-entries", args=[event.pk]))
    with refusals_as_messages(request):
        match step:
            case "withdraw":
                places.withdraw_entry(actor=request.user, entry=found)
                said = _("%(name)s is withdrawn.") % {"name": found.person}
            case "return":
                said = entry_message(places.reinstate_entry(actor=request.user, entry=found))
            case "late-byes":
                numbers = attendance.grant_late_byes(actor=request.user, entry=found)
                said = _("%(name)s has half-point byes for the rounds before: %(rounds)s.") % {
                    "name": found.person,
                    "rounds": ", ".join(map(str, numbers)),
                }
            case "no-late-byes":
                numbers = attendance.take_back_late_byes(actor=request.user, entry=found)
                said = _(
                    "The half-point byes of %(name)s for the rounds before are taken back: %(rounds)s."
                ) % {
                    "name": found.person,
                    "rounds": ", ".join(map(str, numbers)),
                }
            case "half-point" | "absent":
                if step == "half-point" and found.section.system not in (
                    PairingSystem.SWISS,
                    PairingSystem.KEIZER,
                ):
                    raise Refused(_("Only Swiss and Keizer tournaments have half-point byes."))
                number = _next_round(found)
                attendance.announce_absence(
                    actor=request.user, entry=found, round_number=number, kind=ROW_ABSENCES[step]
                )
                said = _("%(name)s misses round %(number)d.") % _message_values(found, number)
            case _:
                raise Refused(_("Please choose what to do."))
        messages.success(request, said)
    return redirect(back)


def _next_round(entry: Entry) -> int:
    rounds = _rounds_to_miss(entry)
    if not rounds:
        raise Refused(_("%(name)s has no round to miss.") % {"name": entry.person})
    return rounds[0]


def _render_entry(
    request: SignedInRequest,
    event: Event,
    entry: Entry,
    form: EntryForm,
    absence_form: AbsenceForm | None = None,
) -> HttpResponse:
    rounds = _rounds_to_miss(entry)
    context = {
        "entry": entry,
        "form": form,
        "absences": [(each, each.round_number in rounds) for each in entry.absences.all()],
        "absence_form": absence_form or AbsenceForm(None, rounds=rounds, version=entry.version)
        if rounds
        else None,
        "withdraw_form": WithdrawForm(),
        "missed": [each.number for each in attendance.missed_rounds(entry)],
        "late_byes": [each.round.number for each in attendance.late_byes(entry)],
        "place": waiting_position(entry) if entry.state == EntryState.WAITING else None,
        "picture": check_in_qr_code(entry) if entry.state == EntryState.CONFIRMED else "",
        "may_change": not event.has_finished,
    }
    page = event_page_context(request, event, active="entries")
    return render(request, "tournaments/entries/entry.html", {**page, **context})


def _rounds_to_miss(entry: Entry) -> list[int]:
    """Those that the player can still be noted to miss."""
    if (
        entry.section.system == PairingSystem.KNOCKOUT
        or entry.state == EntryState.WITHDRAWN
        or entry.section.event.has_finished
    ):
        return []
    return [number for number in upcoming_rounds(entry.section) if number >= entry.first_round]


def _message_values(entry: Entry, number: int) -> dict[str, object]:
    return {"name": entry.person, "number": number}


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_manage_entries)
def manage_kept_apart(request: SignedInRequest, event: Event) -> HttpResponse:
    wanted = parse_whole_number(request.POST.get("section"))
    forms = []
    for section in sections_of_event(event):
        data = request.POST if section.pk == wanted else None
        form = KeptApartForm(data, entries=playing_entries(section), prefix=f"section-{section.pk}")
        forms.append((section, form))
        if form.is_bound and form.is_valid():
            with show_refusals(form):
                one, other = form.pair()
                kept_apart.keep_apart(
                    actor=request.user,
                    section=section,
                    one=one,
                    other=other,
                    strictly=form.cleaned_data["strictly"],
                )
                said = _("%(one)s and %(other)s are kept apart.")
                messages.success(request, said % {"one": one.person, "other": other.person})
                return redirect("kept-apart", event.pk)
    context = {"forms": forms, "pairs": list(pairs_of_event(event)), "may_change": not event.has_finished}
    page = event_page_context(request, event, active="entries")
    return render(request, "tournaments/entries/apart.html", {**page, **context})


@require_POST
@requires(may_manage_entries)
def allow_meeting(request: SignedInRequest, event: Event, pair: int) -> HttpResponse:
    with refusals_as_messages(request):
        kept_apart.allow_meeting(actor=request.user, pair=get_pair_or_404(event, pair))
        messages.success(request, _("They may meet again."))
    return redirect("kept-apart", event.pk)
