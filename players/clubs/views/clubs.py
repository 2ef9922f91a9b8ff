"""The list of clubs, a club's page, its creation, settings, closing and history."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from audit.models import AuditEntry
from audit.policies import visible_lines
from audit.presenters.lines import conflict_context
from audit.selectors import history_of_club
from audit.views import entries_to_export, export_response, history_context
from core.errors import Conflict, Refused
from core.web.access import SignedInRequest, sign_in_required
from core.web.panels import render_panels
from core.web.refusals import show_refusals, too_many_requests
from players.clubs import policies
from players.clubs.access import get_club_header_or_404, requires
from players.clubs.forms import ClubForm, NewClubForm, ReasonForm
from players.clubs.policies import may_close_club, may_edit_club, may_see_history_of_club
from players.clubs.presenters import CLUB_PAGE, ClubHeader
from players.clubs.selectors.clubs import (
    clubs_matching,
    clubs_of_account,
    get_club_or_404,
    open_requests_of_account,
)
from players.clubs.selectors.offers import offers_to_answer
from players.clubs.services import clubs
from players.clubs.services.clubs import create_club

CLUBS_PER_PAGE = 24
MAX_SEARCH_LENGTH = 100


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    search = request.GET.get("q", "").strip()[:MAX_SEARCH_LENGTH]
    page = Paginator(clubs_matching(search), CLUBS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "clubs/clubs.html", {"page": page, "search": search})


@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    header = get_club_header_or_404(request, slug)
    panels = render_panels(CLUB_PAGE, request, header.club)
    return render(request, "clubs/club.html", {"header": header, "club": header.club, "panels": panels})


@sign_in_required
@require_safe
def my_clubs(request: SignedInRequest) -> HttpResponse:
    memberships = clubs_of_account(request.user)
    page = Paginator(memberships, CLUBS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "requests": open_requests_of_account(request.user),
        "offers": offers_to_answer(request.user).count(),
    }
    return render(request, "clubs/mine.html", context)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_club(request: SignedInRequest) -> HttpResponse:
    page = "clubs/new.html"
    if request.method != "POST":
        return render(request, page, {"form": NewClubForm()})
    if wait := policies.CLUBS_BY_ACCOUNT.seconds_to_wait(str(request.user.pk)):
        return too_many_requests(request, page, form=NewClubForm(), wait=wait)
    form = NewClubForm(request.POST)
    if form.is_valid():
        with show_refusals(form):
            club = create_club(actor=request.user, **form.cleaned_data)
            messages.success(
                request,
                _("%(club)s is created, and you are its owner. Now invite the others.") % {"club": club},
            )
            return redirect(club)
    return render(request, page, {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_edit_club)
def club_settings(request: SignedInRequest, header: ClubHeader) -> HttpResponse:
    if request.method != "POST":
        return _settings_page(request, header, ClubForm(instance=header.club))
    # The form works on a copy: the page still shows the club as it is.
    form = ClubForm(request.POST, instance=get_club_or_404(header.club.slug))
    if form.is_valid():
        try:
            club = clubs.edit_club(actor=request.user, club=header.club, seen=form.seen(), **form.changes())
        except Conflict as conflict:
            current = get_club_or_404(header.club.slug)
            labels = [str(form[name].label) for name in conflict.fields]
            context = conflict_context(conflict, labels, current)
            return _settings_page(request, header, form.rebased_on(current), context)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("club-settings", slug=club.slug)
    return _settings_page(request, header, form)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_close_club)
def close_club_page(request: SignedInRequest, header: ClubHeader) -> HttpResponse:
    """What is posted says by its button what is done: close, open again, delete."""
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with show_refusals(form):
            return _change_state(request, header, form.cleaned_data["reason"])
    obstacle = clubs.reason_against_deletion(header.club)
    context = {"header": header, "club": header.club, "form": form, "obstacle": obstacle}
    return render(request, "clubs/close.html", context)


def _change_state(request: SignedInRequest, header: ClubHeader, reason: str) -> HttpResponse:
    club, actor = header.club, request.user
    match request.POST.get("step"):
        case "close":
            clubs.close_club(actor=actor, club=club, reason=reason)
            messages.success(request, _("The club is closed. Its page and its history stay."))
        case "reopen":
            clubs.reopen_club(actor=actor, club=club, reason=reason)
            messages.success(request, _("The club is open again."))
        case "delete":
            clubs.delete_club(actor=actor, club=club, reason=reason)
            messages.success(request, _("%(club)s is deleted.") % {"club": club})
            return redirect("my-clubs")
        case _:
            raise Refused(_("Please choose what to do."))
    return redirect(club)


def _settings_page(
    request: SignedInRequest, header: ClubHeader, form: ClubForm, context: dict[str, Any] | None = None
) -> HttpResponse:
    return render(
        request,
        "clubs/settings.html",
        {"header": header, "club": header.club, "form": form, **(context or {})},
        status=409 if context else 200,
    )


@require_safe
@requires(may_see_history_of_club)
def club_history(request: SignedInRequest, header: ClubHeader) -> HttpResponseBase:
    context = history_context(request, _visible_entries(request, header))
    return render(request, "clubs/history.html", {"header": header, "club": header.club, **context})


@require_safe
@requires(may_see_history_of_club)
def export_club_history(request: SignedInRequest, header: ClubHeader, kind: str) -> HttpResponseBase:
    entries = entries_to_export(request, _visible_entries(request, header))
    answer = export_response(entries, kind, name=f"{header.club.slug}-history")
    if answer is None:
        raise Http404
    return answer


def _visible_entries(request: SignedInRequest, header: ClubHeader) -> QuerySet[AuditEntry]:
    return visible_lines(request.user, history_of_club(header.club.pk))
