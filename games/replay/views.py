"""The game's page with its board, and the parts of it that stand elsewhere: pictures, embedding, print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from core.errors import TooManyRequests
from core.web.rate_limits import network_of
from core.web.refusals import refused_for_now
from engine.drawing import Picture
from games.access import cache_privately, forbid_caching_if_withheld, game_or_404
from games.replay.presenters.board import (
    board_context,
    build_board,
    build_picture_board,
    draw_diagrams,
)
from games.replay.presenters.frame import parse_place, squares_document
from games.replay.presenters.pictures import PictureFormat, picture_response
from games.replay.presenters.subject import game_facts_context, game_subject
from players.people.selectors.people import visible_person_ids

_MAX_DIAGRAMS = 60


@require_safe
@gzip_page
def game_page(request: HttpRequest, game_id: int) -> HttpResponse:
    game = game_or_404(request.user, game_id)
    people = [pk for pk in (game.first_person_id, game.second_person_id) if pk]
    linked = visible_person_ids(request.user, people)
    subject = game_subject(game, request.user, linked=linked, with_ratings=True)
    context: dict[str, Any] = {"game": game, **board_context(request, subject)}
    context["link"] = request.build_absolute_uri(reverse("game", args=[game.pk]))
    context["explorer_url"] = reverse("game-explorer", args=[game.pk])
    context["explorer_query"] = context["board"].place.query() or "?ply=0"
    # Set-ups are tags as well: they are not sent to somebody who looks from one seat.
    tags = subject.record.tags if context["board"].replay.view == "open" else {}
    context |= game_facts_context(request, game, tags=tags, linked=linked)
    return forbid_caching_if_withheld(render(request, "games/replay/game.html", context), game)


@require_safe
@gzip_page
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
def embedded(request: HttpRequest, game_id: int) -> HttpResponse:
    """The board alone, for other sites. They show what everybody may see: cookies do not go along."""
    game = game_or_404(request.user, game_id)
    context = {"game": game, **board_context(request, game_subject(game, request.user))}
    context["link"] = request.build_absolute_uri(reverse("game", args=[game.pk]))
    response = render(request, "games/replay/embed.html", context)
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return forbid_caching_if_withheld(response, game)


@require_safe
@gzip_page
def reach_json(request: HttpRequest, game_id: int) -> HttpResponse:
    """What may be said about each piece at one place."""
    game = game_or_404(request.user, game_id)
    subject = game_subject(game, request.user)
    board = build_picture_board(subject, parse_place(request.GET, subject.views))
    return cache_privately(JsonResponse(squares_document(board.frame)), game)


@require_safe
def board_svg(request: HttpRequest, game_id: int) -> HttpResponse:
    return _picture(request, game_id, PictureFormat.SVG)


@require_safe
def board_png(request: HttpRequest, game_id: int) -> HttpResponse:
    """The board alone, or with `card=1` in the middle of a card for links."""
    wants_card = request.GET.get("card") == "1"
    return _picture(request, game_id, PictureFormat.CARD if wants_card else PictureFormat.PNG)


@require_safe
def board_gif(request: HttpRequest, game_id: int) -> HttpResponse:
    """The whole game, or of a very long one its last plies."""
    return _picture(request, game_id, PictureFormat.GIF)


@require_safe
def print_view(request: HttpRequest, game_id: int) -> HttpResponse:
    """The moves with diagrams at the plies somebody chose: `?diagrams=10,24,31-33`."""
    game = game_or_404(request.user, game_id)
    subject = game_subject(game, request.user)
    board = build_board(subject, parse_place(request.GET, subject.views))
    wanted = request.GET.get("diagrams")
    end = board.replay.main.end
    plies = sorted({0, end}) if wanted is None else _plies(wanted, end)
    options = Picture(size=40, flip=board.place.flip, shared_symbols=True, decorative=True)
    pictures = draw_diagrams(board, plies[:_MAX_DIAGRAMS], options)
    context = {
        "game": game,
        "board": board,
        "diagrams": pictures,
        "wanted": ", ".join(map(str, plies)) if wanted is None else wanted,
        "link": request.build_absolute_uri(subject.address),
        "left_out": max(0, len(plies) - _MAX_DIAGRAMS),
    }
    return forbid_caching_if_withheld(render(request, "games/replay/print.html", context), game)


def _picture(request: HttpRequest, game_id: int, picture_format: PictureFormat) -> HttpResponse:
    game = game_or_404(request.user, game_id)
    try:
        response = picture_response(
            game, request.user, request.GET, picture_format, network=network_of(request)
        )
    except TooManyRequests as refusal:
        return refused_for_now(HttpResponse(str(refusal), content_type="text/plain"), refusal.wait)
    return cache_privately(response, game)


def _plies(text: str, end: int) -> list[int]:
    """The plies of a list such as `10, 24, 31-33`; what is no number and what lies behind the end is left out."""
    return sorted({ply for part in text[:400].split(",") for ply in _range(part.strip(), end)})


def _range(part: str, end: int) -> Iterator[int]:
    first, dash, last = (piece.strip() for piece in part.partition("-"))
    if not _is_ply(first) or (dash and not _is_ply(last)):
        return
    yield from range(int(first), min(int(last) if dash else int(first), end) + 1)


def _is_ply(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 4
