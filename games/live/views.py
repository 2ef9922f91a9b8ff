"""A free game that is followed by its link, and the page on which its recorder decides who may."""

from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from core.errors import Refused
from core.web.access import SignedInRequest, sign_in_required
from games.live.forms import LiveForm
from games.live.policies import may_share_live
from games.live.presenters.looks import Followed, FollowedBoard, FoundBoards
from games.live.presenters.pages import board_context
from games.live.presenters.polls import board_response
from games.live.selectors.plies import LiveSetting, find_live_game, live_game_of
from games.live.services import share_recording
from games.models import LiveGame, LiveMode
from games.recorder.presenters import players_of, title_of
from games.recorder.selectors.drafts import recording_or_404


@require_safe
@gzip_page
@never_cache
def live_game(request: HttpRequest, key: UUID) -> HttpResponse:
    live = _live_or_404(key)
    context = board_context(_followed(key), live.recording.kind)
    context |= {"title": title_of(live.recording), "live": live}
    return render(request, "games/live/game.html", context)


@require_safe
def live_game_changes(request: HttpRequest, key: UUID) -> HttpResponse:
    """For the script: what has happened since its last answer."""
    return board_response(str(key), request.GET.get("since", ""), _followed(key))


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def share(request: SignedInRequest, key: UUID) -> HttpResponse:
    """Whoever records a free game says here whether it may be followed."""
    recording = recording_or_404(request.user, key)
    if not may_share_live(request.user, recording):
        raise Http404(_("There is no such recording."))
    live = live_game_of(recording)
    form = LiveForm(request.POST or None, initial=_values(live))
    problem = ""
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        try:
            share_recording(
                actor=request.user,
                recording=recording,
                mode=LiveMode(values["mode"]),
                delay=values["delay"] or 0,
            )
        except Refused as refusal:
            problem = str(refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("share-recording", recording.key)
    is_on = live is not None and live.mode != LiveMode.OFF
    context = {
        "recording": recording,
        "live": live,
        "title": title_of(recording),
        "form": form,
        "problem": problem,
        "link": request.build_absolute_uri(live.get_absolute_url()) if live and is_on else "",
    }
    return render(request, "games/live/share.html", context)


def _values(live: LiveGame | None) -> dict[str, Any]:
    return {"mode": live.mode, "delay": live.delay} if live else {}


def _live_or_404(key: UUID) -> LiveGame:
    """One query. Switched off, there is no such page."""
    live = find_live_game(key)
    if live is None:
        raise Http404(_("There is no such game to follow."))
    return live


def _followed(key: UUID) -> Followed:
    return Followed(f"game:{key}", partial(_find_game, key))


def _find_game(key: UUID) -> FoundBoards:
    """One query."""
    live = find_live_game(key)
    if live is None:
        return FoundBoards(LiveSetting(LiveMode.OFF), [])
    recording = live.recording
    first, second = players_of(recording)
    title, address = title_of(recording), live.get_absolute_url()
    board = FollowedBoard(str(key), title, (first, second), address, recordings=[recording])
    return FoundBoards(LiveSetting(LiveMode(live.mode), live.delay), [board])
