"""An event for its organisers: creating it, its settings, copying and deleting it, its arbiters and its log."""

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from audit.selectors import history_of
from audit.views import entries_to_export, export_response, history_context
from core.errors import Conflict, Refused
from core.web.access import SignedInRequest, sign_in_required
from core.web.numbers import parse_whole_number
from core.web.refusals import refusals_as_messages, show_refusals
from players.accounts.selectors import find_time_zone
from players.club_games.selectors import is_played_in
from players.models import Club
from tournaments.access import requires
from tournaments.events.forms.events import CopyForm, EventForm
from tournaments.events.forms.sections import SectionForm
from tournaments.events.selectors import (
    event_arbiters,
    get_arbiter_of_event_or_404,
    get_club_or_404,
    get_possible_arbiter_or_404,
    last_game_played,
    reload_event,
    sections_with_counts,
    suggest_arbiters,
)
from tournaments.events.services import changes, events, sections
from tournaments.events.services.events import appoint_arbiter, copy_event, dismiss_arbiter
from tournaments.models import Event, Section
from tournaments.policies import may_change_event, may_create_event, may_see_event_log
from tournaments.presenters import conflict_context, event_page_context
from tournaments.selectors import clubs_to_create_in

SECTION_PREFIX = "section"
MAX_QUERY_LENGTH = 100


@sign_in_required
@require_safe
def choose_club(request: SignedInRequest) -> HttpResponse:
    """Where somebody may create events; straight on if there is one club only."""
    clubs = list(clubs_to_create_in(request.user)[:100])
    if len(clubs) == 1:
        return redirect("new-event", slug=clubs[0].slug)
    return render(request, "tournaments/choose_club.html", {"clubs": clubs})


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: SignedInRequest, slug: str) -> HttpResponse:
    club = get_organising_club_or_404(request, slug)
    if request.method != "POST":
        asked = request.GET.get("game", "")
        first = Event(
            club=club,
            game=asked if is_played_in(club, asked) else last_game_played(club),
            time_zone=request.user.time_zone or timezone.get_default_timezone_name(),
        )
        return _render_new_event(
            request, club, EventForm(instance=first), _section_form(instance=Section(name=_("Main")))
        )
    with timezone.override(_time_zone_of_form(request, timezone.get_default_timezone_name())):
        form, section = EventForm(request.POST, instance=Event(club=club)), _section_form(request.POST)
        both_are_valid = [form.is_valid(), section.is_valid()] == [True, True]
        if both_are_valid:
            with show_refusals(form), transaction.atomic():
                event = events.create_event(actor=request.user, club=club, **form.all_values())
                sections.add_section(actor=request.user, event=event, **section.all_values())
                messages.success(
                    request,
                    _("%(event)s is a draft. Look at it, and open it for entries when it is ready.")
                    % {"event": event},
                )
                return redirect(event)
        return _render_new_event(request, club, form, section)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_change_event)
def event_settings(request: SignedInRequest, event: Event) -> HttpResponse:
    frozen = events.frozen_event_fields(event)
    if request.method != "POST":
        with timezone.override(ZoneInfo(event.time_zone)):
            return _render_settings(request, event, EventForm(instance=event, frozen=frozen))
    with timezone.override(_time_zone_of_form(request, event.time_zone)):
        # The form works on a copy: the page goes on showing the event as it is.
        form = EventForm.from_post(request.POST, event, frozen=frozen)
        if form.is_valid():
            try:
                events.change_event(
                    actor=request.user, event=event, seen=form.seen_values(), **form.changes()
                )
            except Conflict as conflict:
                current = reload_event(event)
                context = conflict_context(event, conflict, labels=form.labels_of(conflict.fields))
                return _render_settings(request, current, form.with_row(current), context)
            except Refused as refusal:
                form.add_error(None, str(refusal))
            else:
                messages.success(request, _("The settings are saved."))
                return redirect("event-settings", event=event.pk)
        return _render_settings(request, event, form)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_change_event)
def event_delete(request: SignedInRequest, event: Event) -> HttpResponse:
    problem = events.why_not_deleted(event)
    if request.method == "POST":
        try:
            events.delete_event(actor=request.user, event=event)
        except Refused as refusal:
            problem = str(refusal)
        else:
            messages.success(request, _("%(event)s is deleted.") % {"event": event})
            return redirect(event.club)
    context = {**event_page_context(request, event, active="settings"), "problem": problem}
    return render(
        request, "tournaments/delete.html", context, status=409 if request.method == "POST" else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_change_event)
def event_copy(request: SignedInRequest, event: Event) -> HttpResponse:
    """For next year: dates moved, sections, prizes, regulations and arbiters the same, no entries."""
    form = CopyForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        with show_refusals(form):
            made = copy_event(
                actor=request.user,
                event=event,
                name=form.cleaned_data["name"],
                starts_on=form.cleaned_data["starts_on"],
            )
            messages.success(request, _("%(event)s is a draft. Look at its dates.") % {"event": made})
            return redirect("event-settings", event=made.pk)
    context = {
        **event_page_context(request, event, active="settings"),
        "form": form,
        "sections": sections_with_counts(event),
    }
    return render(request, "tournaments/copy.html", context)


def get_organising_club_or_404(request: SignedInRequest, slug: str) -> Club:
    """The club, if the account may create events there."""
    club = get_club_or_404(slug)
    if not may_create_event(request.user, club):
        raise Http404(_("There is no such club."))
    return club


def _section_form(*args: Any, **kwargs: Any) -> SectionForm:
    return SectionForm(*args, prefix=SECTION_PREFIX, **kwargs)


def _time_zone_of_form(request: SignedInRequest, otherwise: str) -> ZoneInfo:
    """Times on the form are meant in the zone that stands on it."""
    return ZoneInfo(find_time_zone(request.POST.get("time_zone", "")) or otherwise)


def _render_new_event(
    request: SignedInRequest, club: Club, form: EventForm, section: SectionForm
) -> HttpResponse:
    context = {"club": club, "form": form, "section_form": section}
    return render(request, "tournaments/new_event.html", context)


def _render_settings(
    request: SignedInRequest, event: Event, form: EventForm, context: dict[str, Any] | None = None
) -> HttpResponse:
    page = {
        **event_page_context(request, event, active="settings"),
        "form": form,
        "sections": sections_with_counts(event),
        "frozen": changes.why_frozen(event) if events.frozen_event_fields(event) else "",
        "may_be_deleted": not events.why_not_deleted(event),
        **(context or {}),
    }
    return render(request, "tournaments/settings.html", page, status=409 if context else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_change_event)
def event_arbiter_list(request: SignedInRequest, event: Event) -> HttpResponse:
    if request.method == "POST":
        _change_arbiters(request, event)
        return redirect("event-arbiters", event=event.pk)
    named = list(event_arbiters(event))
    text = request.GET.get("q", "").strip()[:MAX_QUERY_LENGTH]
    found = suggest_arbiters(text, actor=request.user, arbiters=named)
    context = {"arbiters": named, "text": text, "found": found}
    return render(
        request,
        "tournaments/arbiters.html",
        {**event_page_context(request, event, active="settings"), **context},
    )


def _change_arbiters(request: SignedInRequest, event: Event) -> None:
    """The button says what is done: `name` or `dismiss` with somebody's id."""
    step = "dismiss" if "dismiss" in request.POST else "name"
    chosen = parse_whole_number(request.POST.get(step))
    if chosen is None:
        messages.error(request, _("Please choose somebody."))
        return
    with refusals_as_messages(request):
        if step == "dismiss":
            person = get_arbiter_of_event_or_404(event, chosen).person
            dismiss_arbiter(actor=request.user, event=event, person=person)
            messages.success(request, _("%(name)s is no longer an arbiter of this event.") % {"name": person})
        else:
            person = get_possible_arbiter_or_404(request.user, event, chosen)
            appoint_arbiter(actor=request.user, event=event, person=person)
            messages.success(request, _("%(name)s is now an arbiter of this event.") % {"name": person})


@require_safe
@requires(may_see_event_log)
def event_log(request: SignedInRequest, event: Event) -> HttpResponseBase:
    context = history_context(request, history_of(event), linked=False)
    return render(
        request, "tournaments/log.html", {**event_page_context(request, event, active="log"), **context}
    )


@require_safe
@requires(may_see_event_log)
def event_log_export(request: SignedInRequest, event: Event, kind: str) -> HttpResponseBase:
    answer = export_response(entries_to_export(request, history_of(event)), kind, name=f"{event.name} log")
    if answer is None:
        raise Http404
    return answer
