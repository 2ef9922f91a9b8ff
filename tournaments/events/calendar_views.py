"""Calendars to subscribe to: one event, and all events of a club."""

import datetime
from collections.abc import Iterable, Iterator
from hashlib import blake2b

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.text import slugify
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from players.models import Club
from tournaments.events.access import get_event_or_404
from tournaments.events.calendar import Appointment, calendar
from tournaments.events.conditional import QUARTER_OF_AN_HOUR, conditional_page
from tournaments.models import Event, EventState

MOST_EVENTS = 200
LOOKS_BACK = datetime.timedelta(days=2 * 366)
LONGEST_ABOUT = 2000


@require_safe
@conditional_page
def event_calendar(request: HttpRequest, event: int) -> HttpResponse:
    found = get_event_or_404(request, event)
    text = calendar(_appointments(request, [found]), name=found.name, zone=found.time_zone)
    return _file(text, slugify(found.name) or "event")


@require_safe
def club_calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What everybody may see, of the last two years and all to come. Calendars ask often: 304 while it is the same."""
    club = get_object_or_404(Club, slug=slug)
    events = club.events.exclude(state=EventState.DRAFT).filter(ends_on__gte=now().date() - LOOKS_BACK)
    shown = events.select_related("club").order_by("-starts_on", "-pk")[:MOST_EVENTS]
    text = calendar(_appointments(request, shown), name=club.name, zone=settings.TIME_ZONE)
    response = _file(text, club.slug)
    tag = f'"{blake2b(text.encode(), digest_size=12).hexdigest()}"'
    answer = get_conditional_response(request, etag=tag, response=response) or response
    answer.headers["ETag"] = tag
    patch_cache_control(answer, public=True, max_age=QUARTER_OF_AN_HOUR)
    return answer


def _appointments(request: HttpRequest, events: Iterable[Event]) -> Iterator[Appointment]:
    host = request.get_host()
    for event in events:
        url = request.build_absolute_uri(event.get_absolute_url())
        about = "\n\n".join(filter(None, [event.get_game_display(), event.about[:LONGEST_ABOUT], url]))
        yield Appointment(
            uid=f"event-{event.pk}@{host}",
            title=event.name,
            first=event.starts_on,
            last=event.ends_on,
            changed_at=event.changed_at,
            sequence=event.change_number,
            place=event.place,
            about=about,
            url=url,
        )
        if event.entries_until is not None and not event.has_started:
            yield Appointment(
                uid=f"event-{event.pk}-entries@{host}",
                title=_("Entries until now: %(event)s") % {"event": event.name},
                first=event.entries_until,
                last=None,
                changed_at=event.changed_at,
                sequence=event.change_number,
                url=url,
            )


def _file(text: str, name: str) -> HttpResponse:
    return HttpResponse(
        text,
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'inline; filename="{name}.ics"'},
    )
