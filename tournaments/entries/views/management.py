"""The entries of an event for its organisers: the list, entering players by search, on the spot, or as a table."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from core.web.access import SignedInRequest
from core.web.numbers import parse_whole_number
from core.web.refusals import refusals_as_messages, show_refusals
from players.clubs.services.members import NEW_PERSON
from players.models import RowMatch
from tournaments.access import load_section, requires, sections_of_event
from tournaments.entries.forms import NewPlayerForm, PlayerTableForm
from tournaments.entries.presenters import fee_totals
from tournaments.entries.selectors.candidates import (
    MAX_QUERY_LENGTH,
    get_selectable_person_or_404,
    suggest_players,
)
from tournaments.entries.selectors.entries import entries_by_section
from tournaments.entries.services import registration
from tournaments.entries.services.table_import import ImportResult, import_players, read_player_table
from tournaments.models import Entry, EntryState, Event, Section
from tournaments.policies import may_manage_entries
from tournaments.presenters import event_page_context


@require_safe
@requires(may_manage_entries)
def manage_entries(request: SignedInRequest, event: Event) -> HttpResponse:
    """Without a script the search is asked for by the form and stands on the page."""
    text, section = _read_search(request, event)
    sections = entries_by_section(event, actor=request.user, manages=True)
    everybody = [listed.entry for shown in sections for listed in shown.everybody]
    context = {
        "sections": sections,
        "fees": fee_totals(event, everybody),
        "text": text,
        "chosen": section,
        "offers": suggest_players(text, event=event, actor=request.user) if text else None,
    }
    page = event_page_context(request, event, active="entries")
    return render(request, "tournaments/entries/manage.html", {**page, **context})


@require_safe
@requires(may_manage_entries)
def search_players(request: SignedInRequest, event: Event) -> HttpResponse:
    """The offers while somebody types."""
    text, section = _read_search(request, event)
    if not request.htmx:
        return redirect("manage-entries", event.pk)
    context = {
        "event": event,
        "text": text,
        "chosen": section,
        "offers": suggest_players(text, event=event, actor=request.user) if text else None,
    }
    return render(request, "tournaments/entries/parts/offers.html", context)


@require_POST
@requires(may_manage_entries)
def enter_player(request: SignedInRequest, event: Event) -> HttpResponse:
    """Somebody who was offered."""
    section = load_section(event, parse_whole_number(request.POST.get("section")) or 0)
    person = get_selectable_person_or_404(
        request.user, event, parse_whole_number(request.POST.get("person")) or 0
    )
    with refusals_as_messages(request):
        entry = registration.enter_person(
            actor=request.user, section=section, person=person, over_limit="over_limit" in request.POST
        )
        messages.success(request, entry_message(entry))
    return redirect("manage-entries", event.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_manage_entries)
def enter_new_player(request: SignedInRequest, event: Event) -> HttpResponse:
    """Somebody new on the spot. Who has nearly the same name is offered first, and never assumed."""
    initial = {
        "name": request.GET.get("name", "")[:MAX_QUERY_LENGTH],
        "section": request.GET.get("section", "")[:20],
    }
    form = NewPlayerForm(request.POST or None, sections=sections_of_event(event), initial=initial)
    context = {**event_page_context(request, event, active="entries"), "form": form, "offers": None}
    if request.method == "POST" and form.is_valid():
        found = suggest_players(form.cleaned_data["name"], event=event, actor=request.user)
        choice = request.POST.get("choice", "")
        known = next((offer.person for offer in found if str(offer.person.pk) == choice), None)
        context["offers"] = found
        if known is None and found and choice != NEW_PERSON:
            return render(request, "tournaments/entries/enter_new.html", context)
        with show_refusals(form):
            if known is not None:
                entry = registration.enter_person(
                    actor=request.user,
                    section=form.section(),
                    person=known,
                    over_limit=form.cleaned_data["over_limit"],
                    **form.details(),
                )
            else:
                entry = _store_new_player(request, form)
            messages.success(request, entry_message(entry))
            return redirect("manage-entries", event.pk)
    return render(request, "tournaments/entries/enter_new.html", context)


def _store_new_player(request: SignedInRequest, form: NewPlayerForm) -> Entry:
    values = form.cleaned_data
    return registration.enter_new_person(
        actor=request.user,
        section=form.section(),
        name=values["name"],
        country=values["country"],
        year_of_birth=values["year_of_birth"],
        listed=values["listed"],
        over_limit=values["over_limit"],
        **form.details(),
    )


@require_POST
@requires(may_manage_entries)
def refresh_ratings(request: SignedInRequest, event: Event) -> HttpResponse:
    with refusals_as_messages(request):
        count = registration.refresh_ratings(actor=request.user, event=event)
        said = ngettext("%(count)d rating has changed.", "%(count)d ratings have changed.", count)
        messages.success(request, said % {"count": count})
    return redirect("manage-entries", event.pk)


def entry_message(entry: Entry) -> str:
    if entry.state == EntryState.WAITING:
        return _("%(name)s is on the waiting list: the section is full.") % {"name": entry.person}
    if entry.first_round > 1:
        return _("%(name)s is entered, and plays from round %(number)d.") % {
            "name": entry.person,
            "number": entry.first_round,
        }
    return _("%(name)s is entered.") % {"name": entry.person}


def _read_search(request: SignedInRequest, event: Event) -> tuple[str, Section | None]:
    """What is searched for, and the section to enter people in: the first one if none is chosen."""
    text = request.GET.get("q", "").strip()[:MAX_QUERY_LENGTH]
    sections = sections_of_event(event)
    wanted = parse_whole_number(request.GET.get("section"))
    return text, next((each for each in sections if each.pk == wanted), sections[0] if sections else None)


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_manage_entries)
def import_table(request: SignedInRequest, event: Event) -> HttpResponse:
    """The table comes back with the second step, and is read again: nothing is stored in between."""
    form = PlayerTableForm(request.POST or None, sections=sections_of_event(event))
    context = {**event_page_context(request, event, active="entries"), "form": form}
    if request.method != "POST" or not form.is_valid():
        return render(request, "tournaments/entries/table.html", context)
    text, section = form.cleaned_data["text"], form.section()
    choices = _read_choices(request)
    try:
        if request.POST.get("step") == "enter":
            done = import_players(
                actor=request.user,
                section=section,
                text=text,
                choices=choices,
                over_limit=form.cleaned_data["over_limit"],
            )
            messages.success(request, _import_message(done))
            return redirect("manage-entries", event.pk)
        if request.POST.get("step") == "change":
            return render(request, "tournaments/entries/table.html", context)
        table = read_player_table(text, section=section, actor=request.user, choices=choices)
    except Refused as refusal:
        form.add_error("text", str(refusal))
        return render(request, "tournaments/entries/table.html", context)
    counts = {match.value: table.count(match) for match in RowMatch}
    return render(
        request,
        "tournaments/entries/table_preview.html",
        {**context, "table": table, "counts": counts, "chosen": section},
    )


def _read_choices(request: SignedInRequest) -> dict[int, str]:
    """What was decided about lines, by their numbers."""
    choices = {}
    for name, value in request.POST.items():
        line = parse_whole_number(name.removeprefix("line-")) if name.startswith("line-") else None
        if line is not None:
            choices[line] = str(value)[:20]
    return choices


def _import_message(done: ImportResult) -> str:
    said = ngettext("%(count)d player is entered.", "%(count)d players are entered.", len(done.entries)) % {
        "count": len(done.entries)
    }
    if done.created:
        said += " " + ngettext("%(count)d person is new.", "%(count)d people are new.", done.created) % {
            "count": done.created
        }
    if done.waiting:
        said += " " + _("On the waiting list: %(count)d.") % {"count": done.waiting}
    left_out = len(done.table.rows) - len(done.entries)
    if left_out:
        said += " " + ngettext("%(count)d line was left out.", "%(count)d lines were left out.", left_out) % {
            "count": left_out
        }
    return said
