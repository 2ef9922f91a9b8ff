"""The list of games with its filters, and the list as a file."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.web.downloads import text_response
from games.access import forbid_caching_if_withheld, game_or_404
from games.archive.forms import GameFilters
from games.archive.presenters import (
    FILE_FORMATS,
    LINK_FILTERS,
    active_link_filters,
    make_cards,
    stream_games,
    symbol_sheets,
)
from games.archive.selectors.pages import get_page
from games.policies import may_see_all_of_game
from games.visibility.selectors import visible_games
from players.clubs.selectors.clubs import clubs_to_choose

# What stands open above the list; the others are behind "More filters".
FIRST_FILTERS = ("q", "kind", "player", "result")


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    filters = _filters(request)
    filters.offer_clubs(clubs_to_choose(request.GET.get("club")))
    form = filters.form
    found = filters.qs if filters.is_valid() else visible_games(request.user).none()
    page = get_page(
        found,
        after=request.GET.get("after", ""),
        before=request.GET.get("before", ""),
    )
    wanted = [name for name in form.fields if request.GET.get(name)]
    context = {
        "page": page,
        "cards": make_cards(page.games, request.user),
        "sheets": symbol_sheets(page.games),
        "form": form,
        "first_filters": [form[name] for name in FIRST_FILTERS],
        "more_filters": [form[name] for name in form.fields if name not in FIRST_FILTERS + LINK_FILTERS],
        "kept_filters": [form[name] for name in LINK_FILTERS if name in wanted],
        "narrowed": active_link_filters(request, filters),
        "more_are_used": any(name not in FIRST_FILTERS + LINK_FILTERS for name in wanted),
        "wanted": wanted,
        "downloads": FILE_FORMATS,
    }
    status = 200 if filters.is_valid() else 400
    return forbid_caching_if_withheld(
        render(request, "games/archive/games.html", context, status=status), *page.games
    )


@require_safe
def download(request: HttpRequest, kind: str) -> HttpResponseBase:
    """Like the list: the same filters in the address, all of it instead of a page."""
    filters = _filters(request)
    if kind not in FILE_FORMATS:
        raise Http404(_("There is no such kind of file."))
    if not filters.is_valid():
        return games(request)
    site = f"{request.scheme}://{request.get_host()}"
    return stream_games(filters.qs, kind=kind, actor=request.user, site=site)


@require_safe
def record(request: HttpRequest, pk: int) -> HttpResponseBase:
    """One game in our format, for those who may see all of it."""
    game = game_or_404(request.user, pk, may=may_see_all_of_game)
    name = f"{game.first_name} {game.second_name} {game.date}"
    return forbid_caching_if_withheld(text_response([game.text.canonical], kind="txt", name=name), game)


def _filters(request: HttpRequest) -> GameFilters:
    return GameFilters(request.GET, visible_games(request.user), actor=request.user)
