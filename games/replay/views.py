"""The game's page with its board, and the parts of it that stand elsewhere: pictures, embedding, print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from csp.constants import HEADER
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.safestring import mark_safe
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from engine.drawing import Picture, Theme
from games.access import forbid_caching_if_withheld, game_or_404
from games.models import Game
from games.replay.presenters.board import (
    Board,
    board_context,
    build_board,
    build_picture_board,
    diagram_frames,
)
from games.replay.presenters.frame import RequestedPlace, parse_place, squares_document
from games.replay.presenters.pictures import (
    card_square_size,
    picture_csp,
    render_card,
    render_gif,
    render_png,
)
from games.replay.presenters.subject import game_facts_context, game_subject
from players.people.selectors.people import visible_person_ids

_PICTURE_SQUARE = 64
_MAX_DIAGRAMS = 60


@require_safe
@gzip_page
def game_page(request: HttpRequest, game_id: int) -> HttpResponse:
    game = game_or_404(request.user, game_id)
    people = [pk for pk in (game.first_person_id, game.second_person_id) if pk]
    linked = visible_person_ids(request.user, people)
    subject = game_subject(game, request.user, linked=linked)
    context: dict[str, Any] = {"game": game, **board_context(request, subject)}
    context["link"] = request.build_absolute_uri(reverse("game", args=[game.pk]))
    # Set-ups are tags as well: whoever looks from one seat is not sent them by the way.
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
    return _cached_privately(JsonResponse(squares_document(_board(request, game).frame)), game)


@require_safe
def board_svg(request: HttpRequest, game_id: int) -> HttpResponse:
    """The board alone. It carries its colours with it, and its policy allows these and no other style."""
    game = game_or_404(request.user, game_id)
    board = _board(request, game)
    drawing = board.frame.svg(Picture(size=_PICTURE_SQUARE, flip=board.place.flip, title=_title(board)))
    response = _picture(request, drawing.encode(), "image/svg+xml", board, game)
    response[HEADER] = picture_csp(drawing)
    return response


@require_safe
def board_png(request: HttpRequest, game_id: int) -> HttpResponse:
    """The board alone, or with `card=1` in the middle of a card for links."""
    game = game_or_404(request.user, game_id)
    board = _board(request, game)
    options = Picture(size=_PICTURE_SQUARE, flip=board.place.flip, theme=Theme.LIGHT)
    if request.GET.get("card") == "1":
        sized = options._replace(size=card_square_size(board.replay), coordinates=False)
        return _picture(request, render_card(board.frame.svg(sized)), "image/png", board, game)
    return _picture(request, render_png(board.frame.svg(options)), "image/png", board, game)


@require_safe
def board_gif(request: HttpRequest, game_id: int) -> HttpResponse:
    """The whole game, or of a very long one its last plies."""
    game = game_or_404(request.user, game_id)
    board = _board(request, game)
    whole = build_picture_board(
        board.subject, RequestedPlace(board.replay.view, line=0, ply=None, flip=None, look="")
    )
    data = render_gif(whole.replay, flip=board.place.flip)
    return _picture(request, data, "image/gif", board, game)


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
    pictures = [
        (here.ply, here.moment, mark_safe(here.svg(options)))  # noqa: S308  drawn by the engine
        for here in diagram_frames(board, plies[:_MAX_DIAGRAMS])
    ]
    context = {
        "game": game,
        "board": board,
        "diagrams": pictures,
        "wanted": ", ".join(map(str, plies)) if wanted is None else wanted,
        "link": request.build_absolute_uri(subject.address),
        "left_out": max(0, len(plies) - _MAX_DIAGRAMS),
    }
    return forbid_caching_if_withheld(render(request, "games/replay/print.html", context), game)


def _board(request: HttpRequest, game: Game) -> Board:
    """The board for a picture or a part: without a ply the last one."""
    subject = game_subject(game, request.user)
    return build_picture_board(subject, parse_place(request.GET, subject.views))


def _picture(request: HttpRequest, data: bytes, content_type: str, board: Board, game: Game) -> HttpResponse:
    response = HttpResponse(data, content_type=content_type)
    name = f"{board.game}-{game.pk}"
    extension = content_type.partition("/")[2].partition("+")[0]
    response["Content-Disposition"] = f'inline; filename="{name}-{board.place.ply}.{extension}"'
    if request.user.is_anonymous:
        # What everybody may see may stand on every site.
        response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return _cached_privately(response, game)


def _cached_privately(response: HttpResponse, game: Game) -> HttpResponse:
    """A game's plies do not change, but who may see them may: kept for a while, by the visitor's own browser."""
    patch_vary_headers(response, ("Cookie", "Accept-Language"))
    patch_cache_control(response, private=True, max_age=300)
    return forbid_caching_if_withheld(response, game)


def _title(board: Board) -> str:
    return f"{board.subject.title}: {board.words}"


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
