"""Clubs for everybody to see, founding one, and one's own."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from players.accounts.access import SignedInRequest, owner_only
from players.accounts.refusal import refuse
from players.clubs import limits
from players.clubs.club_services import found_club
from players.clubs.forms import FoundingForm
from players.clubs.frame import frame_of
from players.clubs.selectors import clubs_matching, clubs_of_account, open_requests_of_account
from players.page_sections import ON_A_CLUBS_PAGE
from players.refusals import refusals_on

CLUBS_ON_A_PAGE = 24
LONGEST_SEARCH = 100


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    page = Paginator(clubs_matching(search), CLUBS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/clubs.html", {"page": page, "search": search})


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    frame = frame_of(request, slug)
    sections = ON_A_CLUBS_PAGE.shown_to(request, frame.club)
    return render(request, "clubs/club.html", {"frame": frame, "club": frame.club, "sections": sections})


@owner_only
@require_safe
def my_clubs(request: SignedInRequest) -> HttpResponse:
    memberships = clubs_of_account(request.user)
    page = Paginator(memberships, CLUBS_ON_A_PAGE).get_page(request.GET.get("page"))
    requests = open_requests_of_account(request.user)
    return render(request, "clubs/mine.html", {"page": page, "requests": requests})


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def new_club(request: SignedInRequest) -> HttpResponse:
    page = "clubs/new.html"
    if request.method != "POST":
        return render(request, page, {"form": FoundingForm()})
    if wait := limits.CLUBS_BY_ACCOUNT.seconds_to_wait(str(request.user.pk)):
        return refuse(request, page, form=FoundingForm(), wait=wait)
    form = FoundingForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            club = found_club(actor=request.user, **form.cleaned_data)
            messages.success(
                request,
                _("%(club)s is founded, and you are its owner. Now invite the others.") % {"club": club},
            )
            return redirect(club)
    return render(request, page, {"form": form})
