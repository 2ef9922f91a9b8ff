"""The boards of an event that are being recorded: a wall of small ones, one large, and both on the projector."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.live.presenters.pages import board_context, wall_context
from games.live.presenters.polls import board_response, wall_response
from tournaments.access import get_event_or_404
from tournaments.live.presenters import PAUSE_OF_WALL
from tournaments.live.selectors import find_pairing, live_event, live_pairing, live_setting
from tournaments.models import Event, Pairing
from tournaments.presenters import event_page_context


@require_safe
@gzip_page
@never_cache
def live_boards(request: HttpRequest, event: int) -> HttpResponse:
    found = _event_or_404(request, event)
    context = {
        **event_page_context(request, found, active="live"),
        **wall_context(live_event(found.pk), found.game, pause=PAUSE_OF_WALL),
    }
    return render(request, "tournaments/live/wall.html", context)


@require_safe
@gzip_page
@never_cache
def live_projector(request: HttpRequest, event: int) -> HttpResponse:
    """All boards, and the one that moved last in large."""
    found = _event_or_404(request, event)
    wall = wall_context(live_event(found.pk), found.game, pause=PAUSE_OF_WALL)
    return render(request, "tournaments/live/projector.html", {"event": found, **wall})


@require_safe
def live_changes(request: HttpRequest, event: int) -> HttpResponse:
    """For the script: what has changed on the wall since its last answer."""
    return wall_response(live_event(event), request.GET.get("since", ""))


@require_safe
@gzip_page
@never_cache
def live_board(request: HttpRequest, event: int, pairing: int) -> HttpResponse:
    found = _event_or_404(request, event)
    board = _pairing_or_404(found, pairing)
    followed = live_pairing(found.pk, pairing)
    context: dict[str, Any] = {
        **event_page_context(request, found, active="live"),
        **board_context(followed, found.game),
        "pairing": board,
    }
    return render(request, "tournaments/live/board.html", context)


@require_safe
def live_board_changes(request: HttpRequest, event: int, pairing: int) -> HttpResponse:
    # Nearly all ask for boards of the current rounds: one look serves them all.
    followed = live_event(event), live_pairing(event, pairing)
    return board_response(str(pairing), request.GET.get("since", ""), *followed)


def _event_or_404(request: HttpRequest, pk: int) -> Event:
    event = get_event_or_404(request, pk)
    if not live_setting(event).is_on or not event.is_refereed:
        raise Http404(_("The boards of this event cannot be followed."))
    return event


def _pairing_or_404(event: Event, pk: int) -> Pairing:
    found = find_pairing(event, pk)
    if found is None:
        raise Http404(_("There is no such board."))
    return found
