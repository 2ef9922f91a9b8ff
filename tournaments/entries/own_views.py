"""What players do about their own entries: sign up, withdraw, announce absences, check in."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.accounts.access import SignedInRequest, owner_only
from players.errors import Refused
from tournaments.entries import absences, checking_in, signing_up, withdrawing
from tournaments.entries.forms import SignUpForm, whole_number
from tournaments.entries.limits import SIGN_UPS_BY_ACCOUNT
from tournaments.entries.list_views import takes_entries
from tournaments.entries.own import OwnEntry, shown_to_player
from tournaments.entries.selectors import own_entries as entries_of
from tournaments.entries.selectors import sections_to_enter
from tournaments.events.access import get_event_or_404
from tournaments.events.frame import event_frame
from tournaments.models import Entry, EntryState, Event
from tournaments.policies import may_act_for_entry


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: SignedInRequest, event: int) -> HttpResponse:
    found = get_event_or_404(request, event)
    sections = sections_to_enter(found)
    context = {**event_frame(request, found, active="entries"), "closed": _why_closed(found)}
    form = SignUpForm(request.POST or None, sections=sections, account=request.user)
    if request.method == "POST" and form.is_valid():
        if SIGN_UPS_BY_ACCOUNT.seconds_to_wait(str(request.user.pk)):
            form.add_error(None, _("You have signed up many times in an hour. Please try again later."))
        else:
            try:
                entry = signing_up.sign_up(
                    actor=request.user,
                    section=form.section(),
                    club_name=form.cleaned_data["club_name"],
                    note=form.cleaned_data["note"],
                )
            except Refused as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, _said_of(entry))
                return redirect("own-entries", found.pk)
    return render(request, "tournaments/entries/sign_up.html", {**context, "form": form})


@owner_only
@require_safe
def own_entries(request: SignedInRequest, event: int) -> HttpResponse:
    found = get_event_or_404(request, event)
    shown: list[OwnEntry] = [shown_to_player(entry) for entry in entries_of(found, request.user)]
    context = {"entries": shown, "may_sign_up": takes_entries(found)}
    frame = event_frame(request, found, active="entries")
    return render(request, "tournaments/entries/own.html", {**frame, **context})


@owner_only
@require_POST
def withdraw(request: SignedInRequest, event: int, entry: int) -> HttpResponse:
    found = _own_entry(request, event, entry)
    try:
        withdrawing.withdraw(actor=request.user, entry=found, seen=whole_number(request.POST.get("version")))
        messages.success(request, _("You have withdrawn."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("own-entries", event)


@owner_only
@require_POST
def absence(request: SignedInRequest, event: int, entry: int) -> HttpResponse:
    """Announce that one misses a round, or with `cancel` that one does not."""
    found = _own_entry(request, event, entry)
    number = whole_number(request.POST.get("round")) or 0
    try:
        if "cancel" in request.POST:
            absences.cancel_own_absence(actor=request.user, entry=found, round_number=number)
            messages.success(request, _("You play in round %(number)d.") % {"number": number})
        else:
            absences.announce_own_absence(actor=request.user, entry=found, round_number=number)
            messages.success(request, _("Your absence from round %(number)d is noted.") % {"number": number})
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("own-entries", event)


@owner_only
@require_POST
def check_in(request: SignedInRequest, event: int, entry: int) -> HttpResponse:
    found = _own_entry(request, event, entry)
    try:
        checking_in.check_in_by_player(actor=request.user, entry=found)
        messages.success(request, _("You are checked in."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("own-entries", event)


def _own_entry(request: SignedInRequest, event: int, pk: int) -> Entry:
    found = get_event_or_404(request, event)
    entry = get_object_or_404(Entry.objects.select_related("person", "section"), pk=pk, section__event=found)
    if not may_act_for_entry(request.user, entry):
        raise Http404(_("There is no such entry."))
    entry.section.event = found
    return entry


def _why_closed(event: Event) -> str:
    try:
        signing_up.refuse_self_entry(event)
    except Refused as refusal:
        return str(refusal)
    return ""


def _said_of(entry: Entry) -> str:
    return {
        EntryState.CONFIRMED: _("You are entered. Good games!"),
        EntryState.WAITING: _("The section is full: you are on its waiting list."),
        EntryState.ASKED: _("You have asked for a place. The organisers will confirm it."),
    }[EntryState(entry.state)]
