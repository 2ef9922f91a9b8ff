"""Two phones, one game: taking a seat, the own set-up, the moves, and set-ups that one keeps."""

from typing import Final
from uuid import UUID

import segno
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from core.web.access import SignedInRequest, sign_in_required
from games.models import Recording, RecordingSeat
from games.recorder.access import refusal_response
from games.recorder.forms import parse_saved_setup, parse_setup, parse_steps
from games.recorder.policies import seat_of
from games.recorder.presenters import present_seat, saved_setups, seat_document, title_of
from games.recorder.selectors.drafts import seated_recording
from games.recorder.services.seats import (
    add_shared_steps,
    invitation_to,
    invited_recording,
    keep_setup,
    take_seat,
)
from games.recorder.services.setups import delete_setup, save_setup

MAX_CURSOR_DIGITS: Final = 9


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: SignedInRequest, invitation: str) -> HttpResponse:
    """Whoever was invited takes the free seat."""
    recording = invited_recording(invitation)
    if seat_of(request.user, recording) is not None:
        return redirect("recording-seat", key=recording.key)
    problem = ""
    if request.method == "POST":
        try:
            take_seat(account=request.user, recording=recording)
        except Refused as refusal:
            problem = str(refusal)
        else:
            return redirect("recording-seat", key=recording.key)
    context = {"title": title_of(recording), "problem": problem}
    return render(request, "games/recorder/join.html", context)


@sign_in_required
@require_safe
def seat(request: SignedInRequest, key: UUID) -> HttpResponse:
    recording, own = _seated(request, key)
    context = {"recorder": present_seat(request, recording, own), "recording": recording, "seat": own}
    if recording.seats.count() == 1 and not recording.meant_for:
        address = request.build_absolute_uri(reverse("join-recording", args=[invitation_to(recording)]))
        picture = segno.make(address, error="m", micro=False).svg_inline(
            scale=4, border=4, light="#fff", svgclass="qr", lineclass=None, omitsize=True
        )
        context |= {"invitation": address, "invitation_code": mark_safe(picture)}  # noqa: S308  drawn by segno
    return render(request, "games/recorder/seat.html", context)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def seat_steps(request: SignedInRequest, key: UUID) -> HttpResponse:
    """For the script: store what was sent, and answer with what this phone does not know yet."""
    recording, _own = _seated(request, key)
    cursor = request.GET.get("after", "0")
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= MAX_CURSOR_DIGITS):
        raise Http404
    if request.method == "POST":
        try:
            add_shared_steps(actor=request.user, recording=recording, steps=parse_steps(request.body))
        except Refused as refusal:
            return refusal_response(refusal)
        recording.refresh_from_db(fields=["state"])
    return JsonResponse(seat_document(recording, int(cursor)))


@sign_in_required
@require_POST
def seat_setup(request: SignedInRequest, key: UUID) -> HttpResponse:
    """For the script: the own set-up, as far as it stands, or sealed."""
    recording, _own = _seated(request, key)
    try:
        text, is_sealed = parse_setup(request.body)
        keep_setup(actor=request.user, recording=recording, text=text, is_sealed=is_sealed)
    except Refused as refusal:
        return refusal_response(refusal)
    return JsonResponse(seat_document(recording, 0))


@sign_in_required
@require_POST
def setups(request: SignedInRequest) -> HttpResponse:
    """For the script: keep a set-up or forget one; answered with those that are kept."""
    try:
        change = parse_saved_setup(request.body)
        if change.forget is not None:
            delete_setup(account=request.user, setup=change.forget)
        else:
            save_setup(account=request.user, kind=change.kind, name=change.name, text=change.text)
    except Refused as refusal:
        return refusal_response(refusal)
    return JsonResponse({"setups": saved_setups(request.user.pk, change.kind)})


def _seated(request: SignedInRequest, key: UUID) -> tuple[Recording, RecordingSeat]:
    recording = seated_recording(request.user, key)
    own = seat_of(request.user, recording) if recording else None
    if recording is None or own is None:
        raise Http404(_("There is no such recording."))
    return recording, own
