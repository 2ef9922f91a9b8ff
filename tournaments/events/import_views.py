"""Importing an event from a report file: choose the file, look at what would be written, write it."""

import base64
import binascii

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.models import GameKind
from players.accounts.access import SignedInRequest, owner_only
from players.accounts.preferences import zone_named
from players.errors import Refused
from players.models import Club
from tournaments.events.edit_views import club_or_404
from tournaments.events.trf_import import import_report, section_of, what_is_not_kept
from tournaments.events.trf_plan import LARGEST_FILE, choices_from, plan_import


class ReportForm(forms.Form):
    """The file itself, or, from the preview on, its bytes carried along."""

    file = forms.FileField(
        label=gettext_lazy("Report file"),
        required=False,
        help_text=gettext_lazy("FIDE’s format, TRF16 or TRF26, as most pairing programs write it."),
        widget=forms.FileInput(attrs={"accept": ".trf,.trfx,.txt"}),
    )
    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=GameKind.choices)
    rated = forms.BooleanField(label=gettext_lazy("The games are rated"), required=False)
    content = forms.CharField(widget=forms.HiddenInput, required=False, max_length=2 * LARGEST_FILE)

    def clean(self) -> dict[str, object]:
        data: dict[str, object] = super().clean() or {}
        data["bytes"] = self._bytes()
        return data

    def _bytes(self) -> bytes:
        file, content = self.cleaned_data.get("file"), self.cleaned_data.get("content", "")
        if file is not None:
            if file.size > LARGEST_FILE:
                raise forms.ValidationError(_("The file is too large for a report of one event."))
            return bytes(file.read())
        if not content:
            raise forms.ValidationError(_("Please choose a file."))
        try:
            return base64.b64decode(content, validate=True)
        except (binascii.Error, ValueError) as error:
            raise forms.ValidationError(_("Please choose the file again.")) from error


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def import_event(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_or_404(request, slug)
    if request.method != "POST":
        return _first_page(request, club, ReportForm(initial={"rated": True}))
    form = ReportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _first_page(request, club, form)
    try:
        return _written(request, club, form) if "write" in request.POST else _preview(request, club, form)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return _first_page(request, club, form)


def _preview(request: SignedInRequest, club: Club, form: ReportForm, problem: str = "") -> HttpResponse:
    data = form.cleaned_data["bytes"]
    plan = plan_import(data, actor=request.user, club=club, today=timezone.localdate())
    context = {
        "club": club,
        "plan": plan,
        "section": section_of(plan, rated=form.cleaned_data["rated"]),
        "not_kept": what_is_not_kept(plan),
        "content": base64.b64encode(data).decode(),
        "game": form.cleaned_data["game"],
        "game_name": GameKind(form.cleaned_data["game"]).label,
        "rated": form.cleaned_data["rated"],
        "chosen": choices_from(request.POST.dict(), [player.number for player in plan.players]),
        "problem": problem,
    }
    return render(request, "tournaments/import_preview.html", context, status=409 if problem else 200)


def _written(request: SignedInRequest, club: Club, form: ReportForm) -> HttpResponse:
    data = form.cleaned_data["bytes"]
    numbers = [number for number in range(1, 10_000) if f"player-{number}" in request.POST]
    try:
        event = import_report(
            actor=request.user,
            club=club,
            data=data,
            game=form.cleaned_data["game"],
            rated=form.cleaned_data["rated"],
            time_zone=zone_named(request.user.time_zone) or timezone.get_default_timezone_name(),
            choices=choices_from(request.POST.dict(), numbers),
        )
    except Refused as refusal:
        return _preview(request, club, form, str(refusal))
    messages.success(request, _("%(event)s is imported.") % {"event": event})
    return redirect(event)


def _first_page(request: SignedInRequest, club: Club, form: ReportForm) -> HttpResponse:
    return render(request, "tournaments/import.html", {"club": club, "form": form})
