"""Pages of rating pools, their rules, their lists and the versions of these."""

import json
from collections.abc import Iterator
from datetime import date

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from core.web.access import SignedInRequest, sign_in_required
from core.web.downloads import table_response, text_response
from core.web.pages import BoundedPaginator
from players.models import PeriodRule, RatingPool
from players.rating_lists.forms import NewPoolForm, PoolForm, initial_values, shown_parameters
from players.rating_lists.policies import may_manage_pool, may_open_pool
from players.rating_lists.selectors import lists as selectors
from players.rating_lists.selectors.lists import RatingList, ShownRating, get_pool_or_404
from players.rating_lists.services import pools as services
from players.ratings import Elo, Glicko2, store_system

ROWS_PER_PAGE = 50
VERSIONS_PER_PAGE = 25
COLUMNS = ("rank", "player", "name", "country", "rating", "deviation", "games", "provisional", "active_on")


@require_safe
def pool_list(request: HttpRequest) -> HttpResponse:
    page = Paginator(selectors.pools_with_counts(), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    return render(
        request, "ratings/pools.html", {"page": page, "may_open": may_open_pool(request.user, None)}
    )


@require_safe
def rating_list_page(request: HttpRequest, slug: str) -> HttpResponse:
    pool = get_pool_or_404(slug)
    wrong_day = ""
    try:
        ratings = _requested_list(request, pool)
    except ValueError:
        wrong_day = request.GET.get("on", "")
        ratings = selectors.current_list(pool)
    page = BoundedPaginator(ratings.rows(), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    games, counted_on = selectors.pending_free_games(pool) if ratings.is_current else (0, None)
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
            "recomputation": selectors.pending_recomputation(pool),
            "may_manage": may_manage_pool(request.user, pool),
        },
    )


@require_safe
def recomputation_state(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the page that polls until a recomputation is done."""
    pool = get_pool_or_404(slug)
    if not getattr(request, "htmx", False):  # the middleware adds it
        return redirect(pool)
    context = {"pool": pool, "recomputation": selectors.pending_recomputation(pool), "followed": True}
    return render(request, "ratings/parts/recomputation.html", context)


@require_safe
def download_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    ratings = _get_list_or_404(request, slug)
    return table_response(COLUMNS, map(_values, ratings.everybody()), kind="csv", name=_file_name(ratings))


@require_safe
def download_json(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    ratings = _get_list_or_404(request, slug)
    return text_response(_json(ratings), kind="json", name=_file_name(ratings))


@require_safe
def version_list(request: HttpRequest, slug: str) -> HttpResponse:
    pool = get_pool_or_404(slug)
    page = Paginator(selectors.versions_of(pool), VERSIONS_PER_PAGE).get_page(request.GET.get("page"))
    reasons = selectors.version_reasons(list(page))
    rows = [(version, reasons[version.pk]) for version in page]
    return render(request, "ratings/versions.html", {"pool": pool, "page": page, "rows": rows})


@require_safe
def version_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    pool = get_pool_or_404(slug)
    found = selectors.get_version_of_pool_or_404(pool, number)
    page = Paginator(selectors.version_changes(found), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "ratings/version.html",
        {
            "pool": pool,
            "version": found,
            "page": page,
            "reasons": selectors.version_reasons([found])[found.pk],
            "newest": selectors.newest_version_number(pool),
        },
    )


def _requested_list(request: HttpRequest, pool: RatingPool) -> RatingList:
    """Of the day in the address, or of today. ValueError if that is no day."""
    text = request.GET.get("on", "").strip()
    return selectors.list_on(pool, date.fromisoformat(text)) if text else selectors.current_list(pool)


def _get_list_or_404(request: HttpRequest, slug: str) -> RatingList:
    try:
        return _requested_list(request, get_pool_or_404(slug))
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


@require_safe
def pool_rules(request: HttpRequest, slug: str) -> HttpResponse:
    pool = get_pool_or_404(slug)
    return render(
        request,
        "ratings/rules.html",
        {
            "pool": pool,
            "groups": shown_parameters(pool.system),
            "may_manage": may_manage_pool(request.user, pool),
        },
    )


@require_safe
def pool_clubs(request: HttpRequest, slug: str) -> HttpResponse:
    """Which clubs feed the list."""
    pool = get_pool_or_404(slug)
    page = Paginator(selectors.clubs_feeding(pool), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "ratings/clubs.html", {"pool": pool, "page": page})


@sign_in_required
@require_http_methods(["GET", "POST"])
def new_pool(request: SignedInRequest) -> HttpResponse:
    for_all = may_open_pool(request.user, None)
    clubs = selectors.clubs_to_open_pools_for(request.user)
    if not for_all and not clubs:
        raise PermissionDenied
    form = NewPoolForm(
        request.POST or None,
        clubs=clubs,
        for_all=for_all,
        initial={"club": request.GET.get("club")},
    )
    problem = ""
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        system = Elo() if given["method"] == Elo.name else Glicko2()
        try:
            pool = services.open_pool(
                actor=request.user,
                name=given["name"],
                game=given["game"],
                club=given["club"],
                system=store_system(system),
                period_rule=PeriodRule(given["period_rule"]),
            )
        except Refused as refusal:
            problem = str(refusal)
        else:
            messages.success(request, _("The pool is created. Its rules can be changed here."))
            return redirect("change-rating-pool", pool.slug)
    return render(request, "ratings/new_pool.html", {"form": form, "problem": problem})


@sign_in_required
@require_http_methods(["GET", "POST"])
def change_pool_page(request: SignedInRequest, slug: str) -> HttpResponse:
    pool = _get_managed_pool_or_404(request, slug)
    first = {"name": pool.name, "period_rule": pool.period_rule, **initial_values(pool.system)}
    form = PoolForm(request.POST or None, method=pool.method, initial=first)
    problem = ""
    if request.method == "POST" and form.is_valid():
        try:
            services.change_pool(
                actor=request.user,
                pool=pool,
                name=form.cleaned_data["name"],
                system=form.document(),
                period_rule=PeriodRule(form.cleaned_data["period_rule"]),
                reason=form.cleaned_data["reason"],
            )
        except Refused as refusal:
            problem = str(refusal)
        else:
            messages.success(request, _("Saved. If the rules have changed, the list is being recomputed."))
            return redirect(pool)
    return render(request, "ratings/change_pool.html", {"pool": pool, "form": form, "problem": problem})


@sign_in_required
@require_POST
def recompute_pool(request: SignedInRequest, slug: str) -> HttpResponse:
    pool = _get_managed_pool_or_404(request, slug)
    services.request_recomputation(actor=request.user, pool=pool)
    messages.success(request, _("The list is being recomputed."))
    return redirect(pool)


def _get_managed_pool_or_404(request: SignedInRequest, slug: str) -> RatingPool:
    pool = get_pool_or_404(slug)
    if not may_manage_pool(request.user, pool):
        raise PermissionDenied
    return pool
