"""Pages of a pool's rules, and the forms by which pools are opened and changed."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.accounts.access import SignedInRequest, owner_only
from players.clubs.selectors import memberships_of
from players.errors import Refused
from players.models import Club, PeriodRule, RatingPool
from players.people.selectors import person_of
from players.rating_lists import pool_services as services
from players.rating_lists.list_views import pool_or_404
from players.rating_lists.policies import may_manage_pool, may_open_pool
from players.rating_lists.pool_forms import NewPoolForm, PoolForm, initial_values, shown_parameters
from players.ratings import Elo, Glicko2, store_system


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    pool = pool_or_404(slug)
    return render(
        request,
        "ratings/rules.html",
        {
            "pool": pool,
            "groups": shown_parameters(pool.system),
            "may_manage": may_manage_pool(request.user, pool),
        },
    )


@owner_only
@require_http_methods(["GET", "POST"])
def new(request: SignedInRequest) -> HttpResponse:
    for_all = may_open_pool(request.user, None)
    clubs = _clubs_of(request)
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
            messages.success(request, _("The pool is open. Its rules can be changed here."))
            return redirect("change-rating-pool", pool.slug)
    return render(request, "ratings/new_pool.html", {"form": form, "problem": problem})


@owner_only
@require_http_methods(["GET", "POST"])
def change(request: SignedInRequest, slug: str) -> HttpResponse:
    pool = _managed(request, slug)
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
            messages.success(request, _("Saved. If the rules have changed, the list is being computed anew."))
            return redirect(pool)
    return render(request, "ratings/change_pool.html", {"pool": pool, "form": form, "problem": problem})


@owner_only
@require_POST
def compute_anew(request: SignedInRequest, slug: str) -> HttpResponse:
    pool = _managed(request, slug)
    services.compute_anew(actor=request.user, pool=pool)
    messages.success(request, _("The list is being computed anew."))
    return redirect(pool)


def _managed(request: SignedInRequest, slug: str) -> RatingPool:
    pool = pool_or_404(slug)
    if not may_manage_pool(request.user, pool):
        raise PermissionDenied
    return pool


def _clubs_of(request: SignedInRequest) -> list[Club]:
    """The clubs for which this account may open pools."""
    if may_open_pool(request.user, None):
        return list(Club.objects.all())
    person = person_of(request.user)
    memberships = memberships_of(person) if person else []
    return [each.club for each in memberships if may_open_pool(request.user, each.club)]
