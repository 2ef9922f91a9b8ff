"""Events for everybody to see: the list, an event's page, a section's."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from audit.presenters.lines import latest_lines
from core.web.pages import BoundedPaginator
from core.web.panels import render_panels
from tournaments import policies
from tournaments.access import get_event_or_404, get_section_or_404, has_permission
from tournaments.conditional import conditional_page
from tournaments.events.forms.events import EventFilterForm
from tournaments.events.presenters.event_page import map_url
from tournaments.events.presenters.regulations import event_regulations, section_regulations
from tournaments.events.selectors import (
    clubs_to_filter_by,
    event_arbiters,
    filter_events,
    has_entries,
    has_rounds,
    is_played_out,
    newest_first,
    sections_with_counts,
)
from tournaments.presenters import EVENT_PAGE, event_page_context
from tournaments.selectors import event_years, visible_events

EVENTS_PER_PAGE = 24


@require_safe
def event_list(request: HttpRequest) -> HttpResponse:
    """Six queries at most, however many events there are."""
    visible = visible_events(request.user)
    form = EventFilterForm(
        request.GET,
        years=event_years(visible),
        clubs=clubs_to_filter_by(visible, request.GET.get("club")),
    )
    filtered = filter_events(visible, form.cleaned_data) if form.is_valid() else visible.none()
    found = newest_first(filtered)
    page = BoundedPaginator(found, EVENTS_PER_PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "page": page}
    return render(request, "tournaments/events.html", context, status=200 if form.is_valid() else 400)


@require_safe
@conditional_page
def event_detail(request: HttpRequest, event: int) -> HttpResponse:
    found = get_event_or_404(request, event)
    sections = sections_with_counts(found)
    panels = render_panels(EVENT_PAGE, request, found)
    plays = any(panel.key == "my-board" for panel in panels)
    context = {
        # On a phone: players and followers see what happens first, arbiters what they have to do.
        "main_first": found.has_started and (plays or not has_permission(request, found, policies.CONDUCT)),
        "sections": [(section, section_regulations(section)) for section in sections],
        "regulations": event_regulations(found),
        "arbiters": event_arbiters(found),
        "map_url": map_url(found.place) if found.place else "",
        "latest": latest_lines(request, found),
        "panels": panels,
        # Asked only by those who conduct the event, when the page shows what comes next.
        "has_entries": partial(has_entries, found),
        "has_rounds": partial(has_rounds, found),
        "is_played_out": partial(is_played_out, found),
    }
    return render(
        request,
        "tournaments/event.html",
        {**event_page_context(request, found, active="overview"), **context},
    )


@require_safe
@conditional_page
def section_detail(request: HttpRequest, event: int, section: int) -> HttpResponse:
    asked_for = get_section_or_404(request, event, section)
    shown = next(each for each in sections_with_counts(asked_for.event) if each == asked_for)
    context = event_page_context(request, shown.event, active="overview", section=shown)
    context["played_by"] = section_regulations(shown)
    return render(request, "tournaments/section.html", context)
