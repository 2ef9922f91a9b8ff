"""The recorder: drafts and a new one, the board, the steps that devices send, handing in."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused, TooManyRequests
from core.web.access import SignedInRequest, sign_in_required
from core.web.refusals import refused_for_now
from engine import registry
from games.event_hooks import BoardToRecord, board_to_record, boards_to_record
from games.models import Recording, RecordingMode, Visibility
from games.recorder.access import refusal_response
from games.recorder.forms import (
    TWO_PHONES,
    StartForm,
    Way,
    board_ways,
    parse_question,
    parse_steps,
    parse_tip,
)
from games.recorder.presenters import list_drafts, present_recorder, steps_document
from games.recorder.selectors.drafts import recording_or_404, seated_recording
from games.recorder.selectors.referee import referee_says
from games.recorder.services import drafts as services
from games.recorder.services.seats import open_shared_recording_of_board, start_shared_recording
from games.recorder.services.steps import add_steps
from games.replay.presenters.displays import display_of


@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest) -> HttpResponseBase:
    """Whoever scans the code of a board and is not signed in reads why that is asked."""
    if not request.user.is_authenticated and "board" in request.GET:
        messages.info(
            request, _("To record your game, please sign in with the account that you play with. It is free.")
        )
    return _record(request)


@sign_in_required
def _record(request: SignedInRequest) -> HttpResponseBase:
    """Drafts to go on with, boards of mine, or a free game. `?board=` comes from the page of a board."""
    board = _asked_board(request)
    if board is None and _names_a_board(request):
        return render(request, "games/recorder/no_board.html", status=NOT_FOUND)
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


NOT_FOUND: Final = 404
OWN_BOARDS: Final = "mine"


@sign_in_required
@require_safe
def recording(request: SignedInRequest, key: UUID) -> HttpResponse:
    if seated_recording(request.user, key) is not None:
        return redirect("recording-seat", key=key)
    found = recording_or_404(request.user, key)
    board = board_to_record(request.user, found.meant_for) if found.meant_for else None
    if board and board.modes and found.mode not in board.modes:
        found.mode = board.modes[0]  # the regulations have changed
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
            stored = add_steps(
                actor=request.user, recording=found, steps=parse_steps(request.body), cursor=int(cursor)
            )
        except Refused as refusal:
            return refusal_response(refusal)
        if stored.cursor is not None:
            return JsonResponse({"steps": [], "cursor": stored.cursor, "state": stored.state})
        found.state = stored.state
    return JsonResponse(steps_document(found, int(cursor)))


@sign_in_required
@require_POST
def rules(request: SignedInRequest, key: UUID) -> HttpResponse:
    """For the script: what the referee says of a position; a score sheet is judged by nobody."""
    found = recording_or_404(request.user, key)
    board = board_to_record(request.user, found.meant_for) if found.meant_for else None
    try:
        services.check_help(actor=request.user, recording=found, board=board)
        asked = parse_question(request.body)
    except Refused as refusal:
        return refusal_response(refusal)
    sides = display_of(registry.rules(found.kind)).side_names
    return JsonResponse(referee_says(found, asked, {}, sides))


@sign_in_required
@require_POST
def hand_in(request: SignedInRequest, key: UUID) -> HttpResponse:
    """For the script: where the record is followed."""
    seated = seated_recording(request.user, key)
    found = seated or recording_or_404(request.user, key)
    try:
        tip = None if seated else parse_tip(request.body)
        upload = services.hand_in(actor=request.user, recording=found, tip=tip)
    except Refused as refusal:
        return refusal_response(refusal)
    return JsonResponse({"address": upload.get_absolute_url()})


@sign_in_required
@require_POST
def adjourn(request: SignedInRequest, key: UUID) -> HttpResponse:
    return _done(request, key, services.adjourn, _("The game is adjourned. You can go on with it here."))


@sign_in_required
@require_POST
def delete(request: SignedInRequest, key: UUID) -> HttpResponse:
    return _done(request, key, services.delete_recording, _("The draft is deleted."))


def _names_a_board(request: SignedInRequest) -> str:
    """The codes of pairing lists and posters do not name one: whoever scans them has boards of their own."""
    mark = request.POST.get("board") or request.GET.get("board") or ""
    return "" if mark == OWN_BOARDS else mark


def _asked_board(request: SignedInRequest) -> BoardToRecord | None:
    mark = _names_a_board(request)
    return board_to_record(request.user, mark) if mark else None


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
    found = seated_recording(request.user, key) or recording_or_404(request.user, key)
    try:
        do(actor=request.user, recording=found)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, said)
    return redirect("record")
