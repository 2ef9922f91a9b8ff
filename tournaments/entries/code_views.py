"""What a player's QR code leads to. Whoever has the code is the player: nobody has to sign in."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from players.accounts.rate_limits import network_of
from players.errors import Refused
from tournaments.entries import checking_in
from tournaments.entries.code_picture import picture_of
from tournaments.entries.limits import CHECK_INS_BY_ADDRESS
from tournaments.entries.own import is_the_day
from tournaments.entries.selectors import entry_with
from tournaments.models import Entry, EntryState, EventState


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_code(request: HttpRequest, code: str) -> HttpResponse:
    """Who it is, and one button: I am here."""
    entry = _entry(request, code)
    if request.method == "POST":
        try:
            checking_in.check_in_by_code(entry=entry)
            messages.success(request, _("You are checked in."))
        except Refused as refusal:
            messages.error(request, str(refusal))
        return redirect("check-in-by-code", code)
    context = {
        "entry": entry,
        "section": entry.section,
        "event": entry.section.event,
        "may_check_in": entry.state == EntryState.CONFIRMED
        and entry.checked_in_at is None
        and not entry.section.event.has_finished
        and is_the_day(entry),
        "picture": picture_of(entry),
    }
    return render(request, "tournaments/entries/by_code.html", context)


@never_cache
@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """The code itself, to be kept or printed."""
    return HttpResponse(picture_of(_entry(request, code)), content_type="image/svg+xml")


def _entry(request: HttpRequest, code: str) -> Entry:
    if CHECK_INS_BY_ADDRESS.seconds_to_wait(network_of(request)):
        raise Http404(_("There is no such entry."))
    entry = entry_with(code)
    if entry is None or entry.section.event.state == EventState.DRAFT:
        raise Http404(_("There is no such entry."))
    return entry
