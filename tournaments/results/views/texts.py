"""Records of games without a referee: those of a board, one as a file, and removing one."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from core.errors import Refused
from core.web.access import redirect_to_sign_in
from core.web.downloads import text_response
from core.web.numbers import parse_whole_number
from tournaments.access import get_event_or_404, load_pairing
from tournaments.models import Event, Pairing, TextRecord
from tournaments.policies import may_enter_results, may_see_text_records, may_send_record
from tournaments.presenters import event_page_context
from tournaments.results.selectors import board_label, texts_of_board
from tournaments.results.services.text_records import remove_text


@require_http_methods(["GET", "HEAD", "POST"])
def board_texts(request: HttpRequest, event: int, pairing: int) -> HttpResponseBase:
    found, board = _visible_board(request, event, pairing)
    may_remove = may_enter_results(request.user, found)
    problem = ""
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_sign_in(request, default="events")
        if not may_remove:
            raise Http404
        text = get_object_or_404(
            TextRecord, pairing=board, pk=parse_whole_number(request.POST.get("record", "")) or 0
        )
        try:
            remove_text(actor=request.user, text_record=text, reason=request.POST.get("reason", ""))
        except Refused as refusal:
            problem = str(refusal)
        else:
            messages.success(request, _("The record is removed."))
            return redirect("board-texts", event, pairing)
    context = {
        **event_page_context(request, found, active="rounds", section=board.round.section),
        "pairing": board,
        "round": board.round,
        "label": board_label(board),
        "texts": texts_of_board(board),
        "may_send": may_send_record(request.user, found, board),
        "may_remove": may_remove,
        "problem": problem,
    }
    return render(request, "tournaments/results/texts.html", context)


@require_safe
@never_cache
def text_record(request: HttpRequest, event: int, pairing: int, pk: int) -> HttpResponseBase:
    found, board = _visible_board(request, event, pairing)
    text = get_object_or_404(TextRecord, pairing=board, pk=pk)
    name = f"{found.name}-{board.round.number}-{board_label(board)}-{pk}"
    return text_response([text.text], kind="txt", name=name)


def _visible_board(request: HttpRequest, event: int, pairing: int) -> tuple[Event, Pairing]:
    found = get_event_or_404(request, event)
    board = load_pairing(found, pairing)
    if found.is_refereed or not may_see_text_records(request.user, found, board):
        raise Http404(_("There is no such board."))
    return found, board
