"""Which event or section a page is about, and whether whoever asks may see it: what one may not see is not found.

    @require_safe
    @conditional_page
    def entries(request: HttpRequest, event: int) -> HttpResponse:
        found = get_event_or_404(request, event)

for pages that everybody may see, and for pages of some:

    @require_http_methods(["GET", "HEAD", "POST"])
    @for_those_who(may_change_event)
    def settings(request: SignedInRequest, event: Event) -> HttpResponse: ...

In both, the address calls the event `event`. The event and what the viewer is towards it are looked up once a request.
"""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any, Final, NamedTuple

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django_htmx.http import HttpResponseClientRedirect

from players.accounts.access import SignedInRequest, View
from players.permissions import EVERYBODY, Actor, Permission, Standing
from players.prepared_queries import PreparedQuery
from tournaments import policies
from tournaments.holding import EVENT
from tournaments.models import Event, EventState, Section

SECTIONS: Final = PreparedQuery(
    lambda event: Section.objects.filter(event=event).order_by("position", "pk"), event=int
)

MayDo = Callable[[Actor, Event], bool]
_EVENTS: Final = "_kiebitz_events"
_SECTIONS: Final = "_kiebitz_sections"
_STANDINGS: Final = "_kiebitz_standings_towards_events"


def get_event_or_404(request: HttpRequest, pk: int, *, may: MayDo | None = None) -> Event:
    """The event with its club, if the visitor sees it at all and, with `may`, has the right that the page needs."""
    seen: dict[int, Event] = request.__dict__.setdefault(_EVENTS, {})
    if pk not in seen:
        found = EVENT.first(pk=pk)
        if found is None:
            raise Http404(_("There is no such event."))
        seen[pk] = found
    event = seen[pk]
    if not may_see(request, event) or (may is not None and not may(request.user, event)):
        raise Http404(_("There is no such event."))
    return event


_GLANCE: Final = PreparedQuery(
    lambda pk: (
        Event.objects.exclude(state=EventState.DRAFT).filter(pk=pk).only("change_number", "entries_until")
    ),
    pk=int,
)


class EventAtAGlance(NamedTuple):
    """As much of an event as tells whether anything has changed for those who are not signed in."""

    pk: int
    change_number: int
    entries_until: datetime | None


def glance_or_404(request: HttpRequest, pk: int) -> Event | EventAtAGlance:
    """For what hundreds of phones ask for: reading the whole row takes longer than all the rest of the answer.

    The whole row for those who are signed in, and for a draft: then it matters who asks.
    """
    if not request.user.is_authenticated:
        seen = _GLANCE.first(pk=pk)
        if seen is not None and policies.SEE.granted_to({Standing.VISITOR}):
            return EventAtAGlance(seen.pk, seen.change_number, seen.entries_until)
    return get_event_or_404(request, pk)


def get_section_or_404(
    request: HttpRequest, event: int, section: int, *, may: MayDo | None = None
) -> Section:
    """A section of that event; `section.event` is there without another query."""
    found = get_event_or_404(request, event, may=may)
    one = next((each for each in sections_of_event(found) if each.pk == section), None)
    if one is None:
        raise Http404(_("There is no such section."))
    return one


def sections_of_event(event: Event) -> list[Section]:
    """In their order, each with the event. One query for as long as the row of the event is at hand."""
    known: list[Section] | None = event.__dict__.get(_SECTIONS)
    if known is None:
        known = SECTIONS.all(event=event.pk)
        for section in known:
            section.event = event
        event.__dict__[_SECTIONS] = known
    return known


def may_see(request: HttpRequest, event: Event) -> bool:
    if event.state == EventState.DRAFT:
        return has(request, event, policies.SEE_DRAFT)
    return policies.SEE.granted_to({Standing.VISITOR})


def has(request: HttpRequest, event: Event, permission: Permission) -> bool:
    """As the policies decide it, with one look at the viewer's standing for the whole request."""
    return permission.granted_to(standings(request, event))


def standings(request: HttpRequest, event: Event | EventAtAGlance) -> frozenset[Standing]:
    if isinstance(event, EventAtAGlance):
        return EVERYBODY
    known: dict[int, frozenset[Standing]] = request.__dict__.setdefault(_STANDINGS, {})
    if event.pk not in known:
        known[event.pk] = policies.standings_towards_event(request.user, event)
    return known[event.pk]


def for_those_who(may: MayDo) -> Callable[[View], View]:
    """A page of an event for some: the view gets the event. To others it is not there; visitors may sign in first."""

    def decorate(view: View) -> View:
        @never_cache
        @wraps(view)
        def guarded(request: SignedInRequest, event: int, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return _to_the_entrance(request)
            return view(request, event=get_event_or_404(request, event, may=may), **kwargs)

        return guarded

    return decorate


def _to_the_entrance(request: SignedInRequest) -> HttpResponseBase:
    """Back to the page afterwards; what was posted or polled is no page to come back to."""
    is_page = request.method in ("GET", "HEAD") and not request.htmx
    answer = redirect_to_login(request.get_full_path() if is_page else resolve_url("events"))
    return HttpResponseClientRedirect(answer.url) if request.htmx else answer
