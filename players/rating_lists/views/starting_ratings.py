"""Pages of starting ratings: those of a pool, and the ones that a club gives in it."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.web.access import SignedInRequest, sign_in_required
from core.web.refusals import refusals_as_messages, show_refusals
from players.clubs.selectors.clubs import get_club_or_404
from players.models import Club, RatingPool
from players.rating_lists.forms import StartingRatingForm
from players.rating_lists.policies import may_give_starting_ratings
from players.rating_lists.selectors import starting_ratings as selectors
from players.rating_lists.selectors.lists import clubs_to_give_ratings_for, get_pool_or_404
from players.rating_lists.services.starting_ratings import give_starting_rating, withdraw_starting_rating

ROWS_PER_PAGE = 50


@require_safe
def starting_list(request: HttpRequest, slug: str) -> HttpResponse:
    """What people have brought along into the pool, for everybody."""
    pool = get_pool_or_404(slug)
    page = Paginator(selectors.starting_list(pool), ROWS_PER_PAGE).get_page(request.GET.get("page"))
    context = {"pool": pool, "page": page, "clubs": clubs_to_give_ratings_for(request.user, pool)}
    return render(request, "ratings/starting.html", context)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_starting_ratings(request: SignedInRequest, slug: str, club_slug: str) -> HttpResponse:
    """The form by which a club gives and corrects them."""
    pool, club = _get_pool_and_club(request, slug, club_slug)
    form = StartingRatingForm(request.POST or None, members=selectors.members_to_rate(club))
    if request.method == "POST" and form.is_valid():
        with show_refusals(form):
            given = give_starting_rating(actor=request.user, club=club, pool=pool, **form.cleaned_data)
            messages.success(
                request,
                _("%(name)s starts with %(rating)d. The list is being recomputed.")
                % {"name": given.player, "rating": given.rating},
            )
            return redirect("club-starting-ratings", pool.slug, club.slug)
    page = Paginator(selectors.starting_ratings_by(pool, club), ROWS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {"pool": pool, "club": club, "form": form, "page": page}
    return render(request, "ratings/club_starting.html", context)


@sign_in_required
@require_POST
def withdraw_rating(request: SignedInRequest, slug: str, club_slug: str, pk: int) -> HttpResponse:
    pool, club = _get_pool_and_club(request, slug, club_slug)
    given = selectors.get_starting_rating_or_404(pk)
    if (given.pool_id, given.club_id) != (pool.pk, club.pk):
        raise Http404(_("There is no such starting rating."))
    with refusals_as_messages(request):
        withdraw_starting_rating(actor=request.user, given=given)
        messages.success(request, _("The starting rating is withdrawn. The list is being recomputed."))
    return redirect("club-starting-ratings", pool.slug, club.slug)


def _get_pool_and_club(request: SignedInRequest, slug: str, club_slug: str) -> tuple[RatingPool, Club]:
    pool, club = get_pool_or_404(slug), get_club_or_404(club_slug)
    if pool.club_id not in (None, club.pk):
        raise Http404(_("There is no such page."))
    if not may_give_starting_ratings(request.user, club):
        raise PermissionDenied
    return pool, club
