"""One entry, for the organisers: what is noted about it, and what can be done."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from players.accounts.access import SignedInRequest
from players.errors import Refused
from players.refusals import refusals_on
from tournaments.entries import absences, entering, withdrawing
from tournaments.entries.code_picture import picture_of
from tournaments.entries.forms import AbsenceForm, EntryForm, WithdrawForm, whole_number
from tournaments.entries.managing_views import said_of
from tournaments.entries.presence import rounds_to_come
from tournaments.entries.selectors import place_in_line
from tournaments.events.access import for_those_who
from tournaments.events.frame import event_frame
from tournaments.models import AbsenceKind, Entry, EntryState, Event, PairingSystem
from tournaments.policies import may_manage_entries


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_manage_entries)
def entry(request: SignedInRequest, event: Event, entry: int) -> HttpResponse:
    found = _entry(event, entry)
    form = EntryForm(request.POST or None, entry=found)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            entering.change_entry(
                actor=request.user, entry=found, seen=form.cleaned_data["version"], **form.details()
            )
            messages.success(request, _("The entry of %(name)s is saved.") % {"name": found.person})
            return redirect("manage-entries", event.pk)
    return _page(request, event, found, form)


@require_POST
@for_those_who(may_manage_entries)
def step(request: SignedInRequest, event: Event, entry: int) -> HttpResponse:
    """Confirm, withdraw, bring back, remove, or note the fee; what it is stands in `step`."""
    found = _entry(event, entry)
    seen = whole_number(request.POST.get("version"))
    over_limit = "over_limit" in request.POST
    try:
        match request.POST.get("step"):
            case "confirm":
                said = said_of(
                    entering.confirm_entry(actor=request.user, entry=found, seen=seen, over_limit=over_limit)
                )
            case "withdraw":
                form = WithdrawForm(request.POST)
                reason = form.cleaned_data["reason"] if form.is_valid() else ""
                withdrawing.withdraw(actor=request.user, entry=found, seen=seen, reason=reason)
                said = _("%(name)s is withdrawn.") % {"name": found.person}
            case "return":
                said = said_of(
                    withdrawing.come_back(actor=request.user, entry=found, seen=seen, over_limit=over_limit)
                )
            case "remove":
                entering.remove_entry(actor=request.user, entry=found, seen=seen)
                said = _("The entry of %(name)s is removed.") % {"name": found.person}
            case "fee":
                paid = not found.fee_paid
                entering.change_entry(actor=request.user, entry=found, seen=seen, fee_paid=paid)
                said = (
                    _("The fee of %(name)s is noted as paid.")
                    if paid
                    else _("The fee of %(name)s is noted as not paid.")
                ) % {"name": found.person}
            case _:
                raise Refused(_("This cannot be done with an entry."))
        messages.success(request, said)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("manage-entry", event.pk, found.pk)
    return redirect("manage-entries", event.pk)


@require_POST
@for_those_who(may_manage_entries)
def absence(request: SignedInRequest, event: Event, entry: int) -> HttpResponse:
    """Note a round that the player misses, or with `cancel` take it back."""
    found = _entry(event, entry)
    try:
        if "cancel" in request.POST:
            number = whole_number(request.POST.get("cancel")) or 0
            seen = whole_number(request.POST.get("version"))
            absences.cancel_absence(actor=request.user, entry=found, round_number=number, seen=seen)
            messages.success(request, _("%(name)s plays in round %(number)d.") % _about(found, number))
            return redirect("manage-entry", event.pk, found.pk)
        form = AbsenceForm(request.POST, rounds=_rounds(found), version=found.version)
        if not form.is_valid():
            return _page(request, event, found, EntryForm(None, entry=found), form)
        number = form.cleaned_data["round"]
        absences.announce_absence(
            actor=request.user,
            entry=found,
            round_number=number,
            kind=AbsenceKind(form.cleaned_data["kind"]),
            seen=form.cleaned_data["version"],
        )
        messages.success(request, _("%(name)s misses round %(number)d.") % _about(found, number))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("manage-entry", event.pk, found.pk)


def _page(
    request: SignedInRequest,
    event: Event,
    entry: Entry,
    form: EntryForm,
    absence_form: AbsenceForm | None = None,
) -> HttpResponse:
    rounds = _rounds(entry)
    context = {
        "entry": entry,
        "form": form,
        "absences": [(each, each.round_number in rounds) for each in entry.absences.all()],
        "absence_form": absence_form or AbsenceForm(None, rounds=rounds, version=entry.version)
        if rounds
        else None,
        "withdraw_form": WithdrawForm(),
        "place": place_in_line(entry) if entry.state == EntryState.WAITING else None,
        "picture": picture_of(entry) if entry.state == EntryState.CONFIRMED else "",
        "may_change": not event.has_finished,
    }
    frame = event_frame(request, event, active="entries")
    return render(request, "tournaments/entries/entry.html", {**frame, **context})


def _rounds(entry: Entry) -> list[int]:
    """Those that the player can still be noted to miss."""
    if (
        entry.section.system == PairingSystem.KNOCKOUT
        or entry.state == EntryState.WITHDRAWN
        or entry.section.event.has_finished
    ):
        return []
    return [number for number in rounds_to_come(entry.section) if number >= entry.first_round]


def _entry(event: Event, pk: int) -> Entry:
    found = get_object_or_404(Entry.objects.select_related("person", "section"), pk=pk, section__event=event)
    found.section.event = event
    return found


def _about(entry: Entry, number: int) -> dict[str, object]:
    return {"name": entry.person, "number": number}
