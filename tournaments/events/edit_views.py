"""Creating an event, its settings, copying and deleting it."""

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from audit.selectors import history_of
from audit.telling import tell_lines
from players.accounts.access import SignedInRequest, owner_only
from players.accounts.preferences import zone_named
from players.errors import ChangedMeanwhile, Refused
from players.models import Club
from players.refusals import refusals_on
from tournaments.events import section_services, services
from tournaments.events.access import for_those_who
from tournaments.events.copying import copy_event
from tournaments.events.copying_form import CopyForm
from tournaments.events.forms import EventForm
from tournaments.events.frame import event_frame
from tournaments.events.section_forms import SectionForm
from tournaments.events.selectors import clubs_to_create_in, game_played_last, sections_of
from tournaments.models import Event, Section
from tournaments.policies import may_change_event, may_create_event

SECTION = "section"


@owner_only
@require_safe
def choose_club(request: SignedInRequest) -> HttpResponse:
    """Where somebody may create events; straight on if there is one club only."""
    clubs = list(clubs_to_create_in(request.user)[:100])
    if len(clubs) == 1:
        return redirect("new-event", slug=clubs[0].slug)
    return render(request, "tournaments/choose_club.html", {"clubs": clubs})


@owner_only
@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: SignedInRequest, slug: str) -> HttpResponse:
    club = club_or_404(request, slug)
    if request.method != "POST":
        first = Event(
            game=game_played_last(club),
            time_zone=request.user.time_zone or timezone.get_default_timezone_name(),
        )
        return _new(request, club, EventForm(instance=first), _section_form(instance=Section(name=_("Main"))))
    with timezone.override(_zone(request, timezone.get_default_timezone_name())):
        form, section = EventForm(request.POST), _section_form(request.POST)
        both_are_valid = [form.is_valid(), section.is_valid()] == [True, True]
        if both_are_valid:
            with refusals_on(form), transaction.atomic():
                event = services.create_event(actor=request.user, club=club, **form.everything())
                section_services.add_section(actor=request.user, event=event, **section.everything())
                messages.success(
                    request,
                    _("%(event)s is a draft. Look at it, and open it for entries when it is ready.")
                    % {"event": event},
                )
                return redirect(event)
        return _new(request, club, form, section)


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_change_event)
def settings(request: SignedInRequest, event: Event) -> HttpResponse:
    frozen = services.frozen_fields(event)
    if request.method != "POST":
        with timezone.override(ZoneInfo(event.time_zone)):
            return _settings(request, event, EventForm(instance=event, frozen=frozen))
    with timezone.override(_zone(request, event.time_zone)):
        # The form works on a copy: the page goes on showing the event as it is.
        form = EventForm.sent(request.POST, event, frozen=frozen)
        if form.is_valid():
            try:
                services.change_event(actor=request.user, event=event, seen=form.seen(), **form.changes())
            except ChangedMeanwhile as conflict:
                current = Event.objects.select_related("club").get(pk=event.pk)
                context = {
                    "conflict": conflict,
                    "both": form.labels_of(conflict.fields),
                    "last": tell_lines(history_of(event)[:1], linked=False),
                }
                return _settings(request, current, form.anew(current), context)
            except Refused as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, _("The settings are saved."))
                return redirect("event-settings", event=event.pk)
        return _settings(request, event, form)


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_change_event)
def delete(request: SignedInRequest, event: Event) -> HttpResponse:
    problem = services.why_not_deleted(event)
    if request.method == "POST":
        try:
            services.delete_event(actor=request.user, event=event)
        except Refused as refusal:
            problem = str(refusal)
        else:
            messages.success(request, _("%(event)s is deleted.") % {"event": event})
            return redirect(event.club)
    context = {**event_frame(request, event, active="settings"), "problem": problem}
    return render(
        request, "tournaments/delete.html", context, status=409 if request.method == "POST" else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_change_event)
def copy(request: SignedInRequest, event: Event) -> HttpResponse:
    """For next year: dates moved, sections, prizes, regulations and arbiters the same, no entries."""
    form = CopyForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            made = copy_event(
                actor=request.user,
                event=event,
                name=form.cleaned_data["name"],
                starts_on=form.cleaned_data["starts_on"],
            )
            messages.success(request, _("%(event)s is a draft. Look at its dates.") % {"event": made})
            return redirect("event-settings", event=made.pk)
    context = {
        **event_frame(request, event, active="settings"),
        "form": form,
        "sections": sections_of(event),
    }
    return render(request, "tournaments/copy.html", context)


def club_or_404(request: SignedInRequest, slug: str) -> Club:
    """The club, if the account may create events there."""
    club = get_object_or_404(Club, slug=slug)
    if not may_create_event(request.user, club):
        raise Http404(_("There is no such club."))
    return club


def _section_form(*args: Any, **kwargs: Any) -> SectionForm:
    return SectionForm(*args, prefix=SECTION, **kwargs)


def _zone(request: SignedInRequest, otherwise: str) -> ZoneInfo:
    """Times on the form are meant in the zone that stands on it."""
    return ZoneInfo(zone_named(request.POST.get("time_zone", "")) or otherwise)


def _new(request: SignedInRequest, club: Club, form: EventForm, section: SectionForm) -> HttpResponse:
    context = {"club": club, "form": form, "section_form": section}
    return render(request, "tournaments/new_event.html", context)


def _settings(
    request: SignedInRequest, event: Event, form: EventForm, context: dict[str, Any] | None = None
) -> HttpResponse:
    page = {
        **event_frame(request, event, active="settings"),
        "form": form,
        "sections": sections_of(event),
        "frozen": services.why_frozen(event) if services.frozen_fields(event) else "",
        "may_be_deleted": not services.why_not_deleted(event),
        **(context or {}),
    }
    return render(request, "tournaments/settings.html", page, status=409 if context else 200)
