"""Which event or section a page is about, and whether the reader may see it: what one may not see is not found.

    @require_safe
    @conditional_page
    def entries(request: HttpRequest, event: int) -> HttpResponse:
        found = get_event_or_404(request, event)

for pages that everybody may see, and for pages of some:

    @require_http_methods(["GET", "HEAD", "POST"])
    @requires(may_change_event)
    def settings(request: SignedInRequest, event: Event) -> HttpResponse: ...

In both, the address calls the event `event`. The event and the reader's seats in it are looked up once a request.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple, cast

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from core.db.prepared_queries import PreparedQuery
from core.permissions.actors import Actor
from core.permissions.register import EVERYBODY, Permission, Seat
from core.web.access import SignedInRequest, View, guarded_page
from tournaments import policies
from tournaments.locking import EVENT_BY_ID
from tournaments.models import Entry, Event, EventState, Pairing, Round, Section

EVENT_SECTIONS: Final = PreparedQuery(
    lambda event: Section.objects.filter(event=event).order_by("position", "pk"), event=int
)

EventPolicy = Callable[[Actor, Event], bool]

_SUMMARY: Final = PreparedQuery(
    lambda pk: (
        Event.objects.exclude(state=EventState.DRAFT)
        .filter(pk=pk)
        .only("change_number", "entries_until", "state")
    ),
    pk=int,
)


class EventSummary(NamedTuple):
    """As much of an event as tells whether anything has changed for those who are not signed in."""

    pk: int
    change_number: int
    entries_until: datetime | None
    has_started: bool


@dataclass
class LoadedEvents:
    """What the views of one request have read already, by the event's id."""

    events: dict[int, Event] = field(default_factory=dict)
    shown: dict[int, Event | EventSummary] = field(default_factory=dict)
    seats: dict[int, frozenset[Seat]] = field(default_factory=dict)


class EventRequest(HttpRequest):
    """A request with the attribute in which this module keeps what it has read."""

    loaded_events: LoadedEvents


def get_event_or_404(request: HttpRequest, pk: int, *, may: EventPolicy | None = None) -> Event:
    """The event with its club, if the visitor sees it at all and, with `may`, has the right that the page needs."""
    loaded = _loaded_events(request).events
    if pk not in loaded:
        found = EVENT_BY_ID.first(pk=pk)
        if found is None:
            raise Http404(_("There is no such event."))
        loaded[pk] = found
    event = loaded[pk]
    if not may_see(request, event) or (may is not None and not may(request.user, event)):
        raise Http404(_("There is no such event."))
    return event


def event_of_request(request: HttpRequest, pk: int) -> Event | EventSummary:
    """The event of this request. Fragments for visitors need no more than a summary if they are cached."""
    shown = _loaded_events(request).shown
    if pk not in shown:
        is_fragment = bool(getattr(request, "htmx", False))
        shown[pk] = get_event_summary_or_404(request, pk) if is_fragment else get_event_or_404(request, pk)
    return shown[pk]


def get_event_summary_or_404(request: HttpRequest, pk: int) -> Event | EventSummary:
    """For what hundreds of phones ask for: reading the whole row takes longer than all the rest of the answer.

    The whole row for those who are signed in, and for a draft: then it matters who asks.
    """
    if not request.user.is_authenticated:
        seen = _SUMMARY.first(pk=pk)
        if seen is not None and policies.SEE.granted_to({Seat.VISITOR}):
            return EventSummary(
                seen.pk,
                seen.change_number,
                seen.entries_until,
                seen.has_started,
            )
    return get_event_or_404(request, pk)


def get_section_or_404(
    request: HttpRequest, event: int, section: int, *, may: EventPolicy | None = None
) -> Section:
    """A section of that event; `section.event` is there without another query."""
    return load_section(get_event_or_404(request, event, may=may), section)


def sections_of_event(event: Event) -> list[Section]:
    """In their order, each with the event. One query for this object of the event."""
    if event.loaded_sections is None:
        event.loaded_sections = EVENT_SECTIONS.all(event=event.pk)
        for section in event.loaded_sections:
            section.event = event
    return event.loaded_sections


def may_see(request: HttpRequest, event: Event) -> bool:
    if event.state == EventState.DRAFT:
        return has_permission(request, event, policies.SEE_DRAFT)
    return policies.SEE.granted_to({Seat.VISITOR})


def has_permission(request: HttpRequest, event: Event, permission: Permission) -> bool:
    """As the policies decide it, with one look at the viewer's seats for the whole request."""
    return permission.granted_to(viewer_seats(request, event))


def viewer_seats(request: HttpRequest, event: Event | EventSummary) -> frozenset[Seat]:
    if isinstance(event, EventSummary):
        return EVERYBODY
    seats = _loaded_events(request).seats
    if event.pk not in seats:
        seats[event.pk] = policies.event_seats(request.user, event)
    return seats[event.pk]


def _loaded_events(request: HttpRequest) -> LoadedEvents:
    carrier = cast("EventRequest", request)
    if not hasattr(carrier, "loaded_events"):
        carrier.loaded_events = LoadedEvents()
    return carrier.loaded_events


def requires(may: EventPolicy) -> Callable[[View], View]:
    """A page of an event for some: the view gets the event."""

    def load(request: SignedInRequest, *, event: int, **rest: Any) -> dict[str, Any]:
        return {"event": get_event_or_404(request, event, may=may), **rest}

    return guarded_page(load, default="events")


def get_round_or_404(request: HttpRequest, event: int, section: int, number: int) -> Round:
    """For everybody: what one may not see is not found."""
    found = get_section_or_404(request, event, section)
    round_ = get_object_or_404(Round, section=found, number=number)
    round_.section = found
    if not round_.is_public and not has_permission(request, found.event, policies.PAIR):
        raise Http404(_("There is no such round."))
    return round_


def load_section(event: Event, section: int) -> Section:
    """For pages that have asked already whether the visitor may, as are the following."""
    found = next((each for each in sections_of_event(event) if each.pk == section), None)
    if found is None:
        raise Http404(_("There is no such section."))
    return found


def load_round(event: Event, section: int, number: int) -> Round:
    """One query."""
    rounds = Round.objects.select_related("section")
    round_ = get_object_or_404(rounds, section=section, section__event=event, number=number)
    round_.section.event = event
    return round_


def load_entry(event: Event, pk: int) -> Entry:
    found = get_object_or_404(Entry.objects.select_related("person", "section"), pk=pk, section__event=event)
    found.section.event = event
    return found


def load_pairing(event: Event, pk: int) -> Pairing:
    rows = Pairing.objects.select_related("round__section", "first__person", "second__person", "game")
    found = get_object_or_404(rows, pk=pk, round__section__event=event)
    found.round.section.event = event
    return found
