"""Pages of rating pools, their lists and the versions of these."""

import json
from collections.abc import Iterator
from datetime import date

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from downloads.tables import file_of, table_file
from players.models import ListVersion, RatingPool
from players.rating_lists import list_selectors as selectors
from players.rating_lists.list_selectors import RatingList, ShownRating
from players.rating_lists.policies import may_manage_pool, may_open_pool

ROWS_ON_A_PAGE = 50
VERSIONS_ON_A_PAGE = 25
COLUMNS = ("rank", "player", "name", "country", "rating", "deviation", "games", "provisional", "active_on")


@require_safe
def pools(request: HttpRequest) -> HttpResponse:
    page = Paginator(selectors.pools(), ROWS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(
        request, "ratings/pools.html", {"page": page, "may_open": may_open_pool(request.user, None)}
    )


@require_safe
def rating_list(request: HttpRequest, slug: str) -> HttpResponse:
    pool = pool_or_404(slug)
    wrong_day = ""
    try:
        ratings = _asked_for(request, pool)
    except ValueError:
        wrong_day = request.GET.get("on", "")
        ratings = selectors.current_list(pool)
    page = Paginator(ratings.rows(), ROWS_ON_A_PAGE).get_page(request.GET.get("page"))
    games, counted_on = selectors.free_games_waiting(pool) if ratings.is_current else (0, None)
    return render(
        request,
        "ratings/list.html",
        {
            "pool": pool,
            "ratings": ratings,
            "page": page,
            "rows": list(ratings.shown(page, page.start_index() or 1)),
            "today": timezone.localdate(),
            "wrong_day": wrong_day,
            "games_waiting": games,
            "counted_on": counted_on,
            "recomputation": selectors.waiting_recomputation(pool),
            "may_manage": may_manage_pool(request.user, pool),
        },
    )


@require_safe
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the page that follows a recomputation; asked for again and again until it is done."""
    pool = pool_or_404(slug)
    if not getattr(request, "htmx", False):  # the middleware adds it
        return redirect(pool)
    context = {"pool": pool, "recomputation": selectors.waiting_recomputation(pool), "followed": True}
    return render(request, "ratings/parts/recomputation.html", context)


@require_safe
def as_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    ratings = _list_or_404(request, slug)
    return table_file(COLUMNS, map(_values, ratings.everybody()), kind="csv", name=_file_name(ratings))


@require_safe
def as_json(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    ratings = _list_or_404(request, slug)
    return file_of(_json(ratings), kind="json", name=_file_name(ratings))


@require_safe
def versions(request: HttpRequest, slug: str) -> HttpResponse:
    pool = pool_or_404(slug)
    page = Paginator(ListVersion.objects.filter(pool=pool), VERSIONS_ON_A_PAGE).get_page(
        request.GET.get("page")
    )
    reasons = selectors.reasons_of(list(page))
    rows = [(version, reasons[version.pk]) for version in page]
    return render(request, "ratings/versions.html", {"pool": pool, "page": page, "rows": rows})


@require_safe
def version(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    pool = pool_or_404(slug)
    found = get_object_or_404(ListVersion.objects.select_related("pool"), pool=pool, number=number)
    page = Paginator(selectors.changes_of(found), ROWS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "ratings/version.html",
        {
            "pool": pool,
            "version": found,
            "page": page,
            "reasons": selectors.reasons_of([found])[found.pk],
            "newest": pool.versions.order_by("-number").values_list("number", flat=True).first(),
        },
    )


def pool_or_404(slug: str) -> RatingPool:
    return get_object_or_404(RatingPool.objects.select_related("club"), slug=slug)


def _asked_for(request: HttpRequest, pool: RatingPool) -> RatingList:
    """Of the day in the address, or of today. ValueError if that is no day."""
    text = request.GET.get("on", "").strip()
    return selectors.list_on(pool, date.fromisoformat(text)) if text else selectors.current_list(pool)


def _list_or_404(request: HttpRequest, slug: str) -> RatingList:
    try:
        return _asked_for(request, pool_or_404(slug))
    except ValueError as error:
        raise Http404(_("Give the day of the list like this: 2026-01-31.")) from error


def _json(ratings: RatingList) -> Iterator[str]:
    head = {
        "pool": ratings.pool.slug,
        "name": ratings.pool.name,
        "version": ratings.version.number if ratings.version else None,
        "published_at": ratings.version.published_at.isoformat() if ratings.version else None,
        "day": ratings.day.isoformat(),
        "system": ratings.version.system if ratings.version else ratings.pool.system,
    }
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "ratings": ['
    between = ""
    for row in ratings.everybody():
        yield between + json.dumps(_values(row), ensure_ascii=False)
        between = ","
    yield "]}\n"


def _values(row: ShownRating) -> dict[str, object]:
    values = (
        row.rank, row.player.pk, row.player.name, row.player.country, row.shown,
        None if row.deviation is None else round(row.deviation, 2),
        row.games, row.provisional, row.active_on.isoformat(),
    )  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))


def _file_name(ratings: RatingList) -> str:
    return f"{ratings.pool.slug}-{ratings.day.isoformat()}"
