"""The recorder: drafts and a new one, the board, the steps that devices send, handing in."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Conflict, Refused, TooManyRequests
from core.web.access import SignedInRequest, sign_in_required
from core.web.refusals import refused_for_now
from games.event_hooks import BoardToRecord, board_to_record, boards_to_record
from games.models import Recording, RecordingMode, Visibility
from games.recorder.forms import TWO_PHONES, StartForm, Way, board_ways, parse_steps, parse_tip
from games.recorder.presenters import list_drafts, present_recorder, steps_document
from games.recorder.selectors.drafts import recording_or_404
from games.recorder.services import drafts as services
from games.recorder.services.seats import open_shared_recording_of_board, start_shared_recording

CONFLICT = 409
REFUSED = 400


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def record(request: SignedInRequest) -> HttpResponseBase:
    """Drafts to go on with, boards of mine, or a free game. `?board=` comes from the page of a board."""
    board = _asked_board(request)
    form = StartForm(request.user)
    problem, wait = "", 0
    if request.method == "POST":
        form = form if board else StartForm(request.user, request.POST)
        try:
            if recording := _started(request, form, board):
                return redirect(recording)
        except TooManyRequests as refusal:
            problem, wait = str(refusal), refusal.wait
        except Refused as refusal:
            problem = str(refusal)
    context = {
        "form": form,
        "board": board,
        "ways": board_ways(board) if board else [],
        "boards": [] if board else boards_to_record(request.user),
        "drafts": list_drafts(request.user),
        "problem": problem,
    }
    answer = render(request, "games/recorder/record.html", context)
    return refused_for_now(answer, wait) if wait else answer


@sign_in_required
@require_safe
def recording(request: SignedInRequest, key: UUID) -> HttpResponse:
    found = recording_or_404(request.user, key)
    board = board_to_record(request.user, found.meant_for) if found.meant_for else None
    page = present_recorder(request, found, board)
    return render(request, "games/recorder/recording.html", {"recorder": page, "recording": found})


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def steps(request: SignedInRequest, key: UUID) -> HttpResponse:
    """For the script: store what was sent, and answer with what this device does not know yet."""
    found = recording_or_404(request.user, key)
    cursor = request.GET.get("after", "0")
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 18):
        raise Http404
    if request.method == "POST":
        try:
            services.add_steps(actor=request.user, recording=found, steps=parse_steps(request.body))
        except Refused as refusal:
            return _refusal(refusal)
        found = recording_or_404(request.user, key)
    return JsonResponse(steps_document(found, int(cursor)))


@sign_in_required
@require_POST
def hand_in(request: SignedInRequest, key: UUID) -> HttpResponse:
    """For the script: where the record is followed."""
    found = recording_or_404(request.user, key)
    try:
        upload = services.hand_in(actor=request.user, recording=found, tip=parse_tip(request.body))
    except Refused as refusal:
        return _refusal(refusal)
    return JsonResponse({"address": upload.get_absolute_url()})


@sign_in_required
@require_POST
def adjourn(request: SignedInRequest, key: UUID) -> HttpResponse:
    return _done(request, key, services.adjourn, _("The game is adjourned. You can go on with it here."))


@sign_in_required
@require_POST
def delete(request: SignedInRequest, key: UUID) -> HttpResponse:
    return _done(request, key, services.delete_recording, _("The draft is deleted."))


def _asked_board(request: SignedInRequest) -> BoardToRecord | None:
    mark = request.POST.get("board") or request.GET.get("board") or ""
    if not mark:
        return None
    board = board_to_record(request.user, mark)
    if board is None:
        raise Http404(_("There is no such board."))
    return board


def _started(request: SignedInRequest, form: StartForm, board: BoardToRecord | None) -> Any:
    if board:
        return _started_of_board(request, board)
    if not form.is_valid():
        return None
    values = form.cleaned_data
    given: dict[str, Any] = {
        "account": request.user,
        "kind": values["kind"],
        "tags": form.tags(),
        "club": values["club"],
        "visibility": Visibility(values["visibility"]),
    }
    if (side := TWO_PHONES.get(values["way"])) is not None:
        return start_shared_recording(**given, side=side)
    return services.start_recording(**given, mode=RecordingMode(values["way"]))


def _started_of_board(request: SignedInRequest, board: BoardToRecord) -> Recording:
    """Without a word how: as the regulations want it first."""
    way = request.POST.get("way", "")
    if way == Way.PHONES:
        return open_shared_recording_of_board(account=request.user, board=board)
    mode = RecordingMode(way) if way in RecordingMode else None
    return services.start_recording_of_board(account=request.user, board=board, mode=mode)


def _done(request: SignedInRequest, key: UUID, do: Callable[..., None], said: str) -> HttpResponse:
    found = recording_or_404(request.user, key)
    try:
        do(actor=request.user, recording=found)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, said)
    return redirect("record")


def _refusal(refusal: Refused) -> HttpResponse:
    answer = HttpResponse(
        json.dumps({"problem": str(refusal)}),
        content_type="application/json",
        status=CONFLICT if isinstance(refusal, Conflict) else REFUSED,
    )
    return refused_for_now(answer, refusal.wait) if isinstance(refusal, TooManyRequests) else answer
