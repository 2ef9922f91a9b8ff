"""Pages of the ledger: a player's history, one line, one period; who moved; how ratings spread."""

from datetime import timedelta

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from core.web.fragments import cached_fragment
from players.models import LedgerLine, RatingPool
from players.people.policies import may_see_person
from players.rating_lists.presenters.charts import distribution_chart
from players.rating_lists.presenters.performance import performances_of
from players.rating_lists.selectors import ledger as selectors
from players.rating_lists.selectors.lists import current_list, get_pool_or_404
from players.rating_lists.selectors.starting_ratings import starting_rating_of

LINES_PER_PAGE = 50
MOVERS_SINCE = {"30": 30, "90": 90, "365": 365}


@require_safe
def player_page(request: HttpRequest, slug: str, player: int) -> HttpResponse:
    """The ledger is public, as results are; what is made of it about one person is for those who may see the person."""
    pool = get_pool_or_404(slug)
    rating = selectors.get_latest_rating_or_404(pool, player)
    lines = selectors.ledger_lines_of(pool, player).reverse()
    page = Paginator(lines, LINES_PER_PAGE).get_page(request.GET.get("page"))
    sees_person = may_see_person(request.user, rating.player)
    ratings = current_list(pool)
    state = ratings.state(rating)
    return render(
        request,
        "ratings/player.html",
        {
            "pool": pool,
            "rating": rating,
            "person": rating.player,
            "state": state,
            "provisional": ratings.system.provisional(state),
            "starting": starting_rating_of(pool, rating.player),
            "page": page,
            "sees_person": sees_person,
            "performances": performances_of([pool], rating.player) if sees_person else [],
        },
    )


@require_safe
def line_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    pool = get_pool_or_404(slug)
    return _line_page(request, pool, selectors.get_line_or_404(pk, pool=pool))


@require_safe
def player_line(request: HttpRequest, slug: str, player: int, number: int) -> HttpResponse:
    """The line that counts at present. Lines have addresses of their own, which stay."""
    pool = get_pool_or_404(slug)
    return _line_page(request, pool, selectors.get_current_line_or_404(pool, player, number))


@require_safe
def period_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """As the version in the address has computed it, or as it counts at present."""
    pool = get_pool_or_404(slug)
    version = request.GET.get("version", "")
    if version and not (version.isascii() and version.isdigit() and len(version) < 10):
        raise Http404
    found = selectors.period_of(pool, number, int(version) if version else None)
    if found is None:
        raise Http404
    page = Paginator(selectors.lines_of_period(found), LINES_PER_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "ratings/period.html",
        {"pool": pool, "period": found, "page": page, "uncounted": selectors.uncounted_in(found)},
    )


@require_safe
def movers_page(request: HttpRequest, slug: str) -> HttpResponse:
    pool = get_pool_or_404(slug)
    chosen = request.GET.get("days", "90")
    days = MOVERS_SINCE.get(chosen, 90)
    gained, lost = selectors.movers(pool, timezone.localdate() - timedelta(days=days))
    return render(
        request,
        "ratings/movers.html",
        {"pool": pool, "gained": gained, "lost": lost, "days": days, "choices": MOVERS_SINCE.values()},
    )


@require_safe
def distribution_page(request: HttpRequest, slug: str) -> HttpResponse:
    pool = get_pool_or_404(slug)
    ratings = current_list(pool)
    # It takes in everybody on the list.
    bars = cached_fragment(ratings, "distribution", lambda: selectors.distribution(ratings)).content
    return render(
        request,
        "ratings/distribution.html",
        {
            "pool": pool,
            "bars": bars,
            "chart": distribution_chart(bars),
            "players": sum(bar.players for bar in bars),
        },
    )


def _line_page(request: HttpRequest, pool: RatingPool, line: LedgerLine) -> HttpResponse:
    return render(
        request, "ratings/line.html", {"pool": pool, "line": line, "explained": selectors.explain_line(line)}
    )
