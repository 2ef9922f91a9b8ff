"""The player's own boards: report or confirm the result, and send the record."""

from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from core.errors import Refused, TooManyRequests
from core.web.access import SignedInRequest, redirect_to_sign_in
from core.web.refusals import refused_for_now
from games.models import SourceKind
from games.policies import may_see_game
from players.models import User
from tournaments.access import get_event_or_404, get_section_or_404, load_pairing
from tournaments.conditional import conditional_page
from tournaments.models import Entry, Event, EventState, Pairing
from tournaments.policies import may_report_result, may_send_record
from tournaments.presenters import event_page_context
from tournaments.results.forms import RecordForm
from tournaments.results.presenters import own_boards_in_event, present_board_of, record_template
from tournaments.results.selectors import (
    is_open,
    published_games_of_board,
    record_differences,
    result_label,
)
from tournaments.results.services import submissions
from tournaments.results.services.reports import report_result, withdraw_report
from tournaments.results.services.text_records import MAX_BYTES, keep_text


@require_http_methods(["GET", "HEAD", "POST"])
@conditional_page
def own_board(
    request: SignedInRequest, event: int, section: int, number: int, board: int
) -> HttpResponseBase:
    """For the two who play here. Arbiters have a page of their own."""
    found = get_event_or_404(request, event)
    if not request.user.is_authenticated:
        return redirect_to_sign_in(request, default="events")
    pairing = _get_pairing(request, event, section, number, board)
    if not may_report_result(request.user, pairing):
        raise Http404(_("There is no such board."))
    own = _own_entry(request, pairing)
    problem = ""
    if request.method == "POST":
        try:
            said = _report(request, pairing, own)
        except Refused as refusal:
            problem = str(refusal)
            pairing = _get_pairing(request, event, section, number, board)
        else:
            if not request.htmx:
                messages.success(request, said)
                return redirect(request.get_full_path())
            pairing = _get_pairing(request, event, section, number, board)
    board_shown = present_board_of(pairing, own)
    if request.htmx and request.method == "POST":
        # From the page of the board, of the event or the front page: what has changed is this board alone.
        part = "tournaments/results/parts/own_board.html"
        return render(request, part, {"own": board_shown, "problem": problem})
    context = {
        **event_page_context(request, found, active="rounds", section=pairing.round.section),
        "own": board_shown,
        "boards": [board_shown],
        "boards_url": request.get_full_path(),
        "problem": problem,
    }
    template = "parts/own_boards.html" if request.htmx else "own_board.html"
    return render(request, f"tournaments/results/{template}", context)


@require_safe
@conditional_page
def my_board(request: HttpRequest, event: int) -> HttpResponse:
    """For players who are signed in; others are sent where they can find their name."""
    found = get_event_or_404(request, event)
    if not isinstance(request.user, User):
        return redirect("find-board", event)
    context = {
        **event_page_context(request, found, active=""),
        "boards": own_boards_in_event(request.user, found),
        "boards_url": request.get_full_path(),
    }
    template = "parts/own_boards.html" if request.htmx else "my_board.html"  # type: ignore[attr-defined]
    return render(request, f"tournaments/results/{template}", context)


@require_http_methods(["GET", "HEAD", "POST"])
def send_record(request: SignedInRequest, event: int, pairing: int) -> HttpResponseBase:
    """The record of a board, by its players and the arbiters: event, round and board are known."""
    found = get_event_or_404(request, event)
    if not request.user.is_authenticated:
        return redirect_to_sign_in(request, default="events")
    one = load_pairing(found, pairing)
    if not one.round.is_public or not may_send_record(request.user, found, one):
        raise Http404(_("There is no such board."))
    context: dict[str, Any] = {
        **event_page_context(request, found, active="rounds", section=one.round.section),
        "pairing": one,
        "round": one.round,
        "form": RecordForm(initial={"text": record_template(one)}, refereed=found.is_refereed),
        "may_see_record": one.game is not None and may_see_game(request.user, one.game),
        "differences": record_differences(one, by_players_only=True),
        "closed": found.state == EventState.ARCHIVED,
    }
    if request.method != "POST" or context["closed"]:
        return render(request, "tournaments/results/send_record.html", context)
    return _send(request, one, context)


def _send(request: SignedInRequest, pairing: Pairing, context: dict[str, Any]) -> HttpResponse:
    page = "tournaments/results/send_record.html"
    event: Event = context["event"]
    form = context["form"] = RecordForm(request.POST, request.FILES, refereed=event.is_refereed)
    if not form.is_valid():
        return render(request, page, context)
    file = form.cleaned_data["file"]
    try:
        if not event.is_refereed:
            data = (
                file.read(MAX_BYTES + 1)
                if file
                else form.cleaned_data["text"].encode("utf-8", "surrogatepass")
            )
            keep_text(account=request.user, pairing=pairing, data=data)
            messages.success(request, _("The record is kept as text. Nobody referees this game."))
            return redirect("board-texts", event.pk, pairing.pk)
        if isinstance(file, UploadedFile):
            upload = submissions.send_record(
                account=request.user,
                pairing=pairing,
                content=file.chunks(),
                size=file.size or 0,
                source=SourceKind.FILE,
                file_name=file.name or "",
            )
        else:
            data = form.cleaned_data["text"].encode("utf-8", "surrogatepass")
            upload = submissions.send_record(
                account=request.user,
                pairing=pairing,
                content=[data],
                size=len(data),
                source=SourceKind.PASTE,
            )
    except TooManyRequests as refusal:
        return refused_for_now(render(request, page, context | {"problem": str(refusal)}), refusal.wait)
    except Refused as refusal:
        return render(request, page, context | {"problem": str(refusal)})
    return redirect("upload", pk=upload.pk)


def _get_pairing(request: HttpRequest, event: int, section: int, number: int, board: int) -> Pairing:
    """Of a published round. In a match of several games the one asked for, or else the first without a result.

    What is posted names its game: a second tap does not report the next one.
    """
    found = get_section_or_404(request, event, section)
    games = published_games_of_board(found.pk, number, board)
    account = request.user.pk
    own = [each for each in games if account in (each.first.person.account_id, each.second.person.account_id)]
    asked = request.POST.get("leg") or request.GET.get("leg", "")
    chosen = [each for each in own or games if str(each.leg) == asked]
    if not asked:
        chosen = [each for each in own or games if is_open(each)] or (own or games)[-1:]
    if not chosen:
        raise Http404(_("There is no such board."))
    pairing = chosen[0]
    pairing.round.section = found
    return pairing


def _own_entry(request: HttpRequest, pairing: Pairing) -> Entry:
    return pairing.first if pairing.first.person.account_id == request.user.pk else pairing.second


def _report(request: SignedInRequest, pairing: Pairing, own: Entry) -> str:
    if request.POST.get("do") == "withdraw":
        withdraw_report(actor=request.user, pairing=pairing, entry=own)
        return _("You have taken back what you reported.")
    result = request.POST.get("result", "")
    now = report_result(actor=request.user, pairing=pairing, entry=own, result=result)
    if not is_open(now):
        return _("The result is %(result)s.") % {"result": result_label(now.result)}
    return _("You have reported %(result)s.") % {"result": result_label(result)}
