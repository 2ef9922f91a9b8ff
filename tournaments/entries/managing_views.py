"""The organisers' page of entries: everybody in one table, and a field that finds or enters whoever is missing."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.accounts.access import SignedInRequest
from players.errors import Refused
from players.people.entering import NEW_PERSON
from tournaments.entries import entering, ratings
from tournaments.entries.forms import NewPlayerForm, whole_number
from tournaments.entries.known import people_to_choose_from
from tournaments.entries.limits import LONGEST_SEARCH
from tournaments.entries.selectors import entries_by_section, offers
from tournaments.events.access import for_those_who
from tournaments.events.frame import event_frame
from tournaments.models import Entry, EntryState, Event, Section
from tournaments.policies import may_manage_entries


@require_safe
@for_those_who(may_manage_entries)
def manage(request: SignedInRequest, event: Event) -> HttpResponse:
    """Without a script the search is asked for by the form and stands on the page."""
    text, section = _searched(request, event)
    context = {
        "sections": entries_by_section(event, actor=request.user, manages=True),
        "text": text,
        "chosen": section,
        "offers": offers(text, event=event, actor=request.user) if text else None,
    }
    frame = event_frame(request, event, active="entries")
    return render(request, "tournaments/entries/manage.html", {**frame, **context})


@require_safe
@for_those_who(may_manage_entries)
def search(request: SignedInRequest, event: Event) -> HttpResponse:
    """The offers while somebody types."""
    text, section = _searched(request, event)
    if not request.htmx:
        return redirect("manage-entries", event.pk)
    context = {
        "event": event,
        "text": text,
        "chosen": section,
        "offers": offers(text, event=event, actor=request.user) if text else None,
    }
    return render(request, "tournaments/entries/parts/offers.html", context)


@require_POST
@for_those_who(may_manage_entries)
def enter(request: SignedInRequest, event: Event) -> HttpResponse:
    """Somebody who was offered."""
    section = get_object_or_404(Section, pk=whole_number(request.POST.get("section")) or 0, event=event)
    person = get_object_or_404(
        people_to_choose_from(request.user, event), pk=whole_number(request.POST.get("person")) or 0
    )
    try:
        entry = entering.enter_person(
            actor=request.user, section=section, person=person, over_limit="over_limit" in request.POST
        )
        messages.success(request, said_of(entry))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("manage-entries", event.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@for_those_who(may_manage_entries)
def enter_new(request: SignedInRequest, event: Event) -> HttpResponse:
    """Somebody new on the spot. Who has nearly the same name is offered first, and never assumed."""
    sections = list(event.sections.order_by("position", "pk"))
    initial = {
        "name": request.GET.get("name", "")[:LONGEST_SEARCH],
        "section": request.GET.get("section", "")[:20],
    }
    form = NewPlayerForm(request.POST or None, sections=sections, initial=initial)
    context = {**event_frame(request, event, active="entries"), "form": form, "offers": None}
    if request.method == "POST" and form.is_valid():
        found = offers(form.cleaned_data["name"], event=event, actor=request.user)
        choice = request.POST.get("choice", "")
        known = next((offer.person for offer in found if str(offer.person.pk) == choice), None)
        context["offers"] = found
        try:
            if known is not None:
                entry = entering.enter_person(
                    actor=request.user,
                    section=form.section(),
                    person=known,
                    over_limit=form.cleaned_data["over_limit"],
                    **form.details(),
                )
            elif not found or choice == NEW_PERSON:
                entry = _enter_new(request, form)
            else:
                return render(request, "tournaments/entries/enter_new.html", context)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, said_of(entry))
            return redirect("manage-entries", event.pk)
    return render(request, "tournaments/entries/enter_new.html", context)


def _enter_new(request: SignedInRequest, form: NewPlayerForm) -> Entry:
    values = form.cleaned_data
    return entering.enter_new_person(
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
@for_those_who(may_manage_entries)
def refresh_ratings(request: SignedInRequest, event: Event) -> HttpResponse:
    try:
        count = ratings.refresh_ratings(actor=request.user, event=event)
        said = ngettext("%(count)d rating has changed.", "%(count)d ratings have changed.", count)
        messages.success(request, said % {"count": count})
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("manage-entries", event.pk)


def said_of(entry: Entry) -> str:
    if entry.state == EntryState.WAITING:
        return _("%(name)s is on the waiting list: the section is full.") % {"name": entry.person}
    if entry.first_round > 1:
        return _("%(name)s is entered, and plays from round %(number)d.") % {
            "name": entry.person,
            "number": entry.first_round,
        }
    return _("%(name)s is entered.") % {"name": entry.person}


def _searched(request: SignedInRequest, event: Event) -> tuple[str, Section | None]:
    """What is searched for, and the section to enter people in: the first one if none is chosen."""
    text = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    sections = list(event.sections.order_by("position", "pk"))
    wanted = whole_number(request.GET.get("section"))
    return text, next((each for each in sections if each.pk == wanted), sections[0] if sections else None)
