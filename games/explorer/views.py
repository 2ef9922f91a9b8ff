"""The explorer: a position with what was played from it, alone or beside the board of a game."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.game_types import game_choices
from games.access import NO_STORE, forbid_caching_if_withheld, game_or_404
from games.explorer.forms import FIRST_FILTERS, LEFT_OUT, ExplorerFilters, query_of, split_line
from games.explorer.presenters import explore_place, find_place, games_for, present_page
from games.policies import SPECTATOR
from games.replay.presenters.board import build_picture_board
from games.replay.presenters.frame import parse_place
from games.replay.presenters.subject import game_subject
from players.clubs.selectors.clubs import clubs_to_choose
from players.people.selectors.people import person_of

BAD_REQUEST = 400


@require_safe
def explorer(request: HttpRequest) -> HttpResponse:
    """`part=1` answers with what stands beside a board alone."""
    return _show(request, request.GET)


@require_safe
def of_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """The position at a place of a game: with all pieces open, or as spectators see it."""
    game = game_or_404(request.user, game_id)
    subject = game_subject(game, request.user)
    board = build_picture_board(subject, parse_place(request.GET, subject.views))
    view = "open" if board.replay.view == "open" else SPECTATOR
    if view not in subject.views:
        raise Http404
    given = request.GET.copy()
    for name in ("ply", "line", "view", "flip", "look"):
        given.pop(name, None)
    given["kind"], given["position"] = game.kind, board.frame.game.position(view)
    return forbid_caching_if_withheld(_show(request, given), game)


def _show(request: HttpRequest, given: QueryDict) -> HttpResponse:
    kind, position = given.get("kind", ""), given.get("position", "").strip()
    line = split_line(given.get("line", ""))
    filters = games_for(given, request.user)
    is_known = not kind or kind in dict(game_choices())
    place = find_place(kind, position, line) if is_known else None
    is_part = given.get("part") == "1"
    context: dict[str, Any] = {} if is_part else _form_context(request, given, filters)
    if place is None or not filters.is_valid():
        if place is None:
            context["problem"] = _("There is no such position, or nobody could play on like that.")
        return render(request, _template("refused.html", is_part=is_part), context, status=BAD_REQUEST)
    kept = query_of(given)
    kept.pop("kind", None)
    context["part"] = explore_place(place, filters, kept)
    if not is_part:
        context["page"] = present_page(context["part"], kept)
    answer = render(request, _template("part.html", is_part=is_part), context)
    if filters.with_withheld:
        answer["Cache-Control"] = NO_STORE
    return answer


def _template(name: str, *, is_part: bool) -> str:
    return f"games/explorer/parts/{name}" if is_part else "games/explorer/explorer.html"


def _form_context(request: HttpRequest, given: QueryDict, filters: ExplorerFilters) -> dict[str, Any]:
    filters.offer_clubs(clubs_to_choose(given.get("club")))
    form = filters.form
    if not request.user.is_authenticated:
        form.fields.pop("withheld", None)
    more = [name for name in form.fields if name not in FIRST_FILTERS + LEFT_OUT]
    # Most visitors leave the many filters closed: then they are not even made.
    shows_more = given.get("more") == "1" or any(given.get(name) for name in more)
    with_more = given.copy()
    with_more["more"] = "1"
    return {
        "kinds": game_choices(),
        "first_filters": [form[name] for name in FIRST_FILTERS],
        "more_filters": [form[name] for name in more] if shows_more else [],
        "more_url": f"{reverse('explorer')}?{with_more.urlencode()}",
        "kept_filters": [form[name] for name in ("person", "of_event") if given.get(name)],
        "own_games": _own_games(request, given),
        "hidden": {name: given[name] for name in ("kind", "position", "line") if given.get(name)},
    }


def _own_games(request: HttpRequest, given: QueryDict) -> str:
    """The same with the games of whoever is signed in alone. One query for an account."""
    own = person_of(request.user) if request.user.is_authenticated else None
    if own is None:
        return ""
    query = given.copy()
    query["person"] = str(own.pk)
    return f"{reverse('explorer')}?{query.urlencode()}"
