"""Importing an event from a report file: choose the file, look at what would be written, write it."""

import base64

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from core.game_types import game_label
from core.web.access import SignedInRequest, sign_in_required
from core.web.refusals import show_refusals
from players.accounts.selectors import find_time_zone
from players.models import Club
from tournaments.events.forms.events import ReportForm
from tournaments.events.presenters.imported_people import preview_players
from tournaments.events.services.imported_people import read_choices
from tournaments.events.services.trf_import import import_report, lost_settings, section_values
from tournaments.events.services.trf_plan import plan_import
from tournaments.events.views.management import get_organising_club_or_404


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_event(request: SignedInRequest, slug: str) -> HttpResponse:
    club = get_organising_club_or_404(request, slug)
    if request.method != "POST":
        return _render_upload(request, club, ReportForm(club=club, initial={"rated": True}))
    form = ReportForm(request.POST, request.FILES, club=club)
    if not form.is_valid():
        return _render_upload(request, club, form)
    with show_refusals(form):
        return _import(request, club, form) if "write" in request.POST else _preview(request, club, form)
    return _render_upload(request, club, form)


def _preview(request: SignedInRequest, club: Club, form: ReportForm, problem: str = "") -> HttpResponse:
    data = form.cleaned_data["bytes"]
    plan = plan_import(data, actor=request.user, club=club, today=timezone.localdate())
    choices = read_choices(request.POST.dict(), [player.number for player in plan.players])
    context = {
        "club": club,
        "plan": plan,
        "section": section_values(plan, rated=form.cleaned_data["rated"]),
        "not_kept": lost_settings(plan),
        "content": base64.b64encode(data).decode(),
        "game": form.cleaned_data["game"],
        "game_name": game_label(form.cleaned_data["game"]),
        "rated": form.cleaned_data["rated"],
        "people": preview_players(plan.players, choices),
        "problem": problem,
    }
    return render(request, "tournaments/import_preview.html", context, status=409 if problem else 200)


def _import(request: SignedInRequest, club: Club, form: ReportForm) -> HttpResponse:
    data = form.cleaned_data["bytes"]
    numbers = [number for number in range(1, 10_000) if f"player-{number}" in request.POST]
    try:
        event = import_report(
            actor=request.user,
            club=club,
            data=data,
            game=form.cleaned_data["game"],
            rated=form.cleaned_data["rated"],
            time_zone=find_time_zone(request.user.time_zone) or timezone.get_default_timezone_name(),
            choices=read_choices(request.POST.dict(), numbers),
        )
    except Refused as refusal:
        return _preview(request, club, form, str(refusal))
    messages.success(request, _("%(event)s is imported.") % {"event": event})
    return redirect(event)


def _render_upload(request: SignedInRequest, club: Club, form: ReportForm) -> HttpResponse:
    return render(request, "tournaments/import.html", {"club": club, "form": form})
