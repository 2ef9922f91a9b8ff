"""The entries of an event for everybody, and one's own entry: sign up, withdraw, miss rounds, check in."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from core.web.access import SignedInRequest, sign_in_required
from core.web.numbers import parse_whole_number
from core.web.rate_limits import by_address, longest_wait
from core.web.refusals import refusals_as_messages, show_refusals
from tournaments.access import get_event_or_404, has_permission, load_entry
from tournaments.conditional import conditional_page
from tournaments.entries.forms import SignUpForm
from tournaments.entries.presenters import OwnEntry, check_in_qr_code, present_own_entry
from tournaments.entries.selectors.entries import entries_by_section, entry_by_code, sections_with_places
from tournaments.entries.selectors.entries import own_entries as entries_of
from tournaments.entries.services import attendance, places, registration
from tournaments.entries.services.attendance import CHECK_INS_BY_ADDRESS, can_check_in
from tournaments.entries.services.registration import accepts_sign_ups
from tournaments.models import Entry, EntryState, Event, EventState
from tournaments.policies import MANAGE_ENTRIES, may_act_for_entry
from tournaments.presenters import event_page_context


@require_safe
@conditional_page
def entry_list(request: HttpRequest, event: int) -> HttpResponse:
    found = get_event_or_404(request, event)
    manages = has_permission(request, found, MANAGE_ENTRIES)
    sections = entries_by_section(found, actor=request.user, manages=manages)
    context = {
        "sections": sections,
        "manages": manages,
        "may_sign_up": accepts_sign_ups(found),
        "has_own": any(listed.is_own for shown in sections for listed in shown.everybody),
    }
    page = event_page_context(request, found, active="entries")
    return render(request, "tournaments/entries/entries.html", {**page, **context})


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: SignedInRequest, event: int) -> HttpResponse:
    found = get_event_or_404(request, event)
    sections = sections_with_places(found)
    context = {**event_page_context(request, found, active="entries"), "closed": _why_closed(found)}
    form = SignUpForm(request.POST or None, sections=sections, account=request.user)
    if request.method == "POST" and form.is_valid():
        with show_refusals(form):
            registration.count_sign_up(request.user)
            entry = registration.sign_up(
                actor=request.user,
                section=form.section(),
                club_name=form.cleaned_data["club_name"],
                note=form.cleaned_data["note"],
            )
            messages.success(request, _sign_up_message(entry))
            return redirect("own-entries", found.pk)
    return render(request, "tournaments/entries/sign_up.html", {**context, "form": form})


@sign_in_required
@require_safe
def own_entries(request: SignedInRequest, event: int) -> HttpResponse:
    found = get_event_or_404(request, event)
    shown: list[OwnEntry] = [present_own_entry(entry) for entry in entries_of(found, request.user)]
    context = {"entries": shown, "may_sign_up": accepts_sign_ups(found)}
    page = event_page_context(request, found, active="entries")
    return render(request, "tournaments/entries/own.html", {**page, **context})


@sign_in_required
@require_POST
def withdraw(request: SignedInRequest, event: int, entry: int) -> HttpResponse:
    found = _get_own_entry_or_404(request, event, entry)
    with refusals_as_messages(request):
        places.withdraw_entry(
            actor=request.user, entry=found, seen=parse_whole_number(request.POST.get("version"))
        )
        messages.success(request, _("You have withdrawn."))
    return redirect("own-entries", event)


@sign_in_required
@require_POST
def absence(request: SignedInRequest, event: int, entry: int) -> HttpResponse:
    """Announce that one misses a round, or with `cancel` that one does not."""
    found = _get_own_entry_or_404(request, event, entry)
    number = parse_whole_number(request.POST.get("round")) or 0
    with refusals_as_messages(request):
        if "cancel" in request.POST:
            attendance.cancel_own_absence(actor=request.user, entry=found, round_number=number)
            messages.success(request, _("You play in round %(number)d.") % {"number": number})
        else:
            attendance.announce_own_absence(actor=request.user, entry=found, round_number=number)
            messages.success(request, _("Your absence from round %(number)d is noted.") % {"number": number})
    return redirect("own-entries", event)


@sign_in_required
@require_POST
def check_in(request: SignedInRequest, event: int, entry: int) -> HttpResponse:
    found = _get_own_entry_or_404(request, event, entry)
    with refusals_as_messages(request):
        attendance.check_in_by_player(actor=request.user, entry=found)
        messages.success(request, _("You are checked in."))
    return redirect("own-entries", event)


def _get_own_entry_or_404(request: SignedInRequest, event: int, pk: int) -> Entry:
    found = get_event_or_404(request, event)
    entry = load_entry(found, pk)
    if not may_act_for_entry(request.user, entry):
        raise Http404(_("There is no such entry."))
    return entry


def _why_closed(event: Event) -> str:
    try:
        registration.refuse_sign_up(event)
    except Refused as refusal:
        return str(refusal)
    return ""


def _sign_up_message(entry: Entry) -> str:
    return {
        EntryState.CONFIRMED: _("You are entered. Good games!"),
        EntryState.WAITING: _("The section is full: you are on its waiting list."),
        EntryState.ASKED: _("You have asked for a place. The organisers will confirm it."),
    }[EntryState(entry.state)]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check_in_by_code(request: HttpRequest, code: str) -> HttpResponse:
    """Who it is, and one button: I am here."""
    entry = _get_entry_by_code_or_404(request, code)
    if request.method == "POST":
        with refusals_as_messages(request):
            attendance.check_in_by_code(entry=entry)
            messages.success(request, _("You are checked in."))
        return redirect("check-in-by-code", code)
    context = {
        "entry": entry,
        "section": entry.section,
        "event": entry.section.event,
        "may_check_in": can_check_in(entry),
        "picture": check_in_qr_code(entry),
    }
    return render(request, "tournaments/entries/by_code.html", context)


@never_cache
@require_safe
def qr_code(request: HttpRequest, code: str) -> HttpResponse:
    """The code itself, to be kept or printed."""
    return HttpResponse(
        check_in_qr_code(_get_entry_by_code_or_404(request, code)), content_type="image/svg+xml"
    )


def _get_entry_by_code_or_404(request: HttpRequest, code: str) -> Entry:
    if longest_wait(by_address(CHECK_INS_BY_ADDRESS, request)):
        raise Http404(_("There is no such entry."))
    entry = entry_by_code(code)
    if entry is None or entry.section.event.state == EventState.DRAFT:
        raise Http404(_("There is no such entry."))
    return entry
