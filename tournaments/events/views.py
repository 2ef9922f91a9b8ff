"""Events for everybody to see: the list, an event's page, a section's."""

from functools import partial

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from audit.objects import latest_lines
from players.models import Club
from tournaments.events.access import get_event_or_404, get_section_or_404
from tournaments.events.conditional import conditional_page
from tournaments.events.frame import event_frame
from tournaments.events.list_form import EventFilterForm
from tournaments.events.overview import ON_THE_EVENT_PAGE
from tournaments.events.regulations import (
    points_in_words,
    regulations_of,
    system_in_words,
    tie_breaks_in_words,
)
from tournaments.events.selectors import (
    arbiters_of,
    has_entries,
    has_rounds,
    sections_of,
    visible_events,
    with_entry_counts,
    years_of,
)
from tournaments.finishing.guards import is_played_out
from tournaments.models import Section

EVENTS_ON_A_PAGE = 24


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """Six queries at most, however many events there are."""
    visible = visible_events(request.user)
    form = EventFilterForm(
        request.GET,
        years=years_of(visible),
        clubs=Club.objects.filter(pk__in=visible.values("club")).order_by("name"),
    )
    found = with_entry_counts(form.narrowed(visible)).order_by("-starts_on", "-pk")
    page = Paginator(found, EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "page": page}
    return render(request, "tournaments/events.html", context, status=200 if form.is_valid() else 400)


@require_safe
@conditional_page
def event(request: HttpRequest, event: int) -> HttpResponse:
    found = get_event_or_404(request, event)
    sections = sections_of(found)
    context = {
        "sections": [(section, told_of(section)) for section in sections],
        "regulations": regulations_of(found),
        "arbiters": arbiters_of(found),
        "latest": latest_lines(request, found),
        "blocks": ON_THE_EVENT_PAGE.shown_to(request, found),
        # Asked only by those who conduct the event, when the page shows what comes next.
        "has_entries": partial(has_entries, found),
        "has_rounds": partial(has_rounds, found),
        "is_played_out": partial(is_played_out, found),
    }
    return render(
        request, "tournaments/event.html", {**event_frame(request, found, active="overview"), **context}
    )


@require_safe
@conditional_page
def section(request: HttpRequest, event: int, section: int) -> HttpResponse:
    asked_for = get_section_or_404(request, event, section)
    shown = next(each for each in sections_of(asked_for.event) if each == asked_for)
    context = {"told": told_of(shown)}
    frame = event_frame(request, shown.event, active="overview", section=shown)
    return render(request, "tournaments/section.html", {**frame, **context})


def told_of(section: Section) -> list[tuple[str, str]]:
    """What a section is played by, subject and words."""
    return [
        (_("System"), system_in_words(section)),
        (_("Points"), points_in_words(section)),
        (_("Tie-breaks"), " · ".join(tie_breaks_in_words(section)) or _("none")),
        (_("Ratings"), _("The games are rated.") if section.rated else _("The games are not rated.")),
    ]
