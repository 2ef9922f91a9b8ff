"""A club's settings; closing, opening again and deleting it."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from audit.selectors import history_of
from audit.telling import tell_lines
from players.accounts.access import SignedInRequest
from players.clubs import club_services
from players.clubs.forms import ClubForm, ReasonForm
from players.clubs.frame import ClubFrame, for_those_who
from players.errors import ChangedMeanwhile, Refused
from players.models import Club
from players.policies import may_close_club, may_edit_club
from players.refusals import refusals_on


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_edit_club)
def settings(request: SignedInRequest, frame: ClubFrame) -> HttpResponse:
    if request.method != "POST":
        return _page(request, frame, ClubForm(instance=frame.club))
    # The form works on a copy: the page goes on showing the club as it is.
    form = ClubForm(request.POST, instance=Club.objects.get(pk=frame.club.pk))
    if form.is_valid():
        try:
            club = club_services.edit_club(
                actor=request.user, club=frame.club, seen=form.seen(), **form.changes()
            )
        except ChangedMeanwhile as conflict:
            return _page(request, frame, *_what_the_other_did(frame, form, conflict))
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("club-settings", slug=club.slug)
    return _page(request, frame, form)


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_close_club)
def close(request: SignedInRequest, frame: ClubFrame) -> HttpResponse:
    """What is posted says by its button what is done: close, open again, delete."""
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            return _closed(request, frame, form.cleaned_data["reason"])
    obstacle = club_services.why_not_deleted(frame.club)
    context = {"frame": frame, "club": frame.club, "form": form, "obstacle": obstacle}
    return render(request, "clubs/close.html", context)


def _closed(request: SignedInRequest, frame: ClubFrame, reason: str) -> HttpResponse:
    club, actor = frame.club, request.user
    match request.POST.get("step"):
        case "close":
            club_services.close_club(actor=actor, club=club, reason=reason)
            messages.success(request, _("The club is closed. Its page and its history stay."))
        case "reopen":
            club_services.reopen_club(actor=actor, club=club, reason=reason)
            messages.success(request, _("The club is open again."))
        case "delete":
            club_services.delete_club(actor=actor, club=club, reason=reason)
            messages.success(request, _("%(club)s is deleted.") % {"club": club})
            return redirect("my-clubs")
        case _:
            raise Refused(_("Please choose what shall be done."))
    return redirect(club)


def _what_the_other_did(
    frame: ClubFrame, form: ClubForm, conflict: ChangedMeanwhile
) -> tuple[ClubForm, dict[str, Any]]:
    """The form anew: what the user changed is as they wrote it, everything else as it is by now."""
    current = Club.objects.get(pk=frame.club.pk)
    shown = ClubForm(instance=current)
    data = {name: form.data[name] for name in form.data}
    for name in shown.fields:
        value = shown[name].value()
        data[f"initial-{name}"] = value
        if name in form.changed_data:
            continue
        if isinstance(value, bool):
            data.pop(name, None)
        if value is not False:
            data[name] = value
    anew = ClubForm(data, instance=current)
    last = tell_lines(history_of(current)[:1], linked=False)
    both = [shown[name].label for name in conflict.fields]
    return anew, {"conflict": conflict, "both": both, "last": last}


def _page(
    request: SignedInRequest, frame: ClubFrame, form: ClubForm, context: dict[str, Any] | None = None
) -> HttpResponse:
    return render(
        request,
        "clubs/settings.html",
        {"frame": frame, "club": frame.club, "form": form, **(context or {})},
        status=409 if context else 200,
    )
