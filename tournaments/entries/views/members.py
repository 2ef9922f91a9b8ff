"""The members of the event's own club: ticked and entered at once, and the button for “everybody is here”."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from core.web.access import SignedInRequest
from core.web.numbers import parse_whole_number
from core.web.refusals import refusals_as_messages
from tournaments.access import load_section, requires, sections_of_event
from tournaments.entries.selectors.candidates import members_to_enter
from tournaments.entries.services.members import EnteredMembers, check_in_all, enter_members
from tournaments.models import Event, EventState
from tournaments.policies import may_manage_entries
from tournaments.presenters import event_page_context


@require_http_methods(["GET", "HEAD", "POST"])
@requires(may_manage_entries)
def enter_members_page(request: SignedInRequest, event: Event) -> HttpResponse:
    """Ticks, or everybody of the list at once."""
    members = members_to_enter(event, actor=request.user)
    if request.method == "POST":
        section = load_section(event, parse_whole_number(request.POST.get("section")) or 0)
        is_everybody = "everybody" in request.POST
        ticked = set(request.POST.getlist("person"))
        people = [
            member.person
            for member in members
            if (is_everybody and set(member.sections) <= {section.name})
            or (not is_everybody and str(member.person.pk) in ticked)
        ]
        with refusals_as_messages(request):
            done = enter_members(
                actor=request.user,
                section=section,
                people=people,
                are_here=is_everybody and event.state != EventState.DRAFT,
            )
            messages.success(request, _said(done))
            return redirect("manage-entries", event.pk)
        return redirect("enter-members", event.pk)
    context = {
        "members": members,
        "sections": sections_of_event(event),
        "may_check_in": event.state != EventState.DRAFT,
    }
    page = event_page_context(request, event, active="entries")
    return render(request, "tournaments/entries/members.html", {**page, **context})


@require_POST
@requires(may_manage_entries)
def everybody_is_here(request: SignedInRequest, event: Event) -> HttpResponse:
    """At the check-in: nobody of the section is missing."""
    section = load_section(event, parse_whole_number(request.POST.get("section")) or 0)
    with refusals_as_messages(request):
        count = check_in_all(actor=request.user, section=section)
        said = ngettext("%(count)d player is checked in.", "%(count)d players are checked in.", count)
        messages.success(request, said % {"count": count})
    return redirect("event-check-in", event.pk)


def _said(done: EnteredMembers) -> str:
    count = len(done.entries)
    said = ngettext("%(count)d member is entered.", "%(count)d members are entered.", count) % {
        "count": count
    }
    if done.waiting:
        said += " " + _("On the waiting list: %(count)d.") % {"count": done.waiting}
    if done.checked_in:
        said += " " + _("Checked in: %(count)d.") % {"count": done.checked_in}
    return said
