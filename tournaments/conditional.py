"""Pages of an event follow by themselves: they are asked for again and again, and answered 304 while nothing changed.

    @require_safe
    @conditional_page
    def standings(request: HttpRequest, event: int, section: int) -> HttpResponse: ...

The tag of a page is made of everything that it can depend on: the event's `change_number` (every change in an event
counts it up, `tournaments.holding.hold`), whether entries are still taken, the account, what it is towards the event,
language, time zone and theme, the version of the code, the address with its query, and the part that htmx asks for.
What lies outside of the event, such as the name of a player or of the club, is up to date after QUARTER_OF_AN_HOUR at
the latest.

The tag is made before the page is: a change in between makes the next answer a whole one, never a stale one. A page
with a message on it is sent without a tag, for the message is shown once. Caches on the way may keep nothing, the
browser asks each time.
"""

import hashlib
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.schema import UNCHANGED
from core.web.conditional import _AFTER_RESPONSE, code_version
from players.accounts.services.preferences import theme_of
from tournaments.access import EventSummary, get_event_or_404, get_event_summary_or_404, viewer_seats
from tournaments.models import Event

MAX_AGE: Final = 15 * 60
_SHOWN_STATE: Final = "_kiebitz_as_of"
_SUMMARIES: Final = "_kiebitz_glances_at_events"
View = Callable[..., HttpResponseBase]


def conditional_page(view: View) -> View:
    """Answers 304 by the event's tag. Who may not see the event does not find it, whatever tag they have."""

    @wraps(view)
    def answered(request: HttpRequest, event: int, **kwargs: Any) -> HttpResponseBase:
        found = event_of_request(request, event)
        response = answer(request, found, event, kwargs)
        closers: list[Callable[[], object]] = response.__dict__["_resource_closers"]
        closers.extend(request.__dict__.get(_AFTER_RESPONSE, ()))
        return response

    def answer(
        request: HttpRequest, found: Event | EventSummary, event: int, kwargs: dict[str, Any]
    ) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD") or len(get_messages(request)):
            response = view(request, event=event, **kwargs)
            patch_cache_control(response, private=True, no_store=True)
            return response
        tag = event_etag(request, found, found.change_number)
        unchanged = get_conditional_response(request, etag=tag)
        response = unchanged or view(request, event=event, **kwargs)
        if (shown := response.__dict__.get(_SHOWN_STATE, found.change_number)) != found.change_number:
            tag = event_etag(request, found, shown)
            response = get_conditional_response(request, etag=tag) or response
        if response.status_code in (200, 304):
            response.headers["ETag"] = tag
        patch_cache_control(response, private=True, no_cache=True, must_revalidate=True)
        patch_vary_headers(response, ["Cookie", "Accept-Language", "HX-Request", "HX-Target"])
        return response

    return answered


def event_of_request(request: HttpRequest, pk: int) -> Event | EventSummary:
    """The event of this request. Parts of pages for visitors need no more than a glance where they are kept."""
    glances: dict[int, Event | EventSummary] = request.__dict__.setdefault(_SUMMARIES, {})
    if pk not in glances:
        is_part = bool(getattr(request, "htmx", False))
        glances[pk] = get_event_summary_or_404(request, pk) if is_part else get_event_or_404(request, pk)
    return glances[pk]


def show_state_of(response: HttpResponseBase, change_number: int) -> HttpResponseBase:
    """For answers that show an earlier state of the event, as `kept_parts` may: the tag is that state's."""
    response.__dict__[_SHOWN_STATE] = change_number
    return response


def event_etag(request: HttpRequest, event: Event | EventSummary, change_number: int) -> str:
    """Weak: what the page says is the same, not every byte of it (a form's token differs each time)."""
    now = timezone.now()
    parts = (
        event.pk,
        change_number,
        event.entries_until is not None and event.entries_until <= now,
        int(time.time()) // MAX_AGE,
        request.user.pk,
        *sorted(viewer_seats(request, event)),
        # The cookie that goes with the forms on the page: with another one they would be refused.
        request.META.get("CSRF_COOKIE", ""),
        get_language(),
        timezone.get_current_timezone_name(),
        theme_of(request),
        code_version(),
        request.get_full_path(),
        request.headers.get("HX-Request", ""),
        request.headers.get("HX-Target", ""),
    )
    digest = hashlib.blake2b("\x00".join(map(str, parts)).encode(), digest_size=12).hexdigest()
    return f'W/"{digest}"'


def conditional_response(request: Request, event: Event, answer: Callable[[], Response]) -> Response:
    """By the tag that the event's pages have: see `tournaments.events.conditional`."""
    tag = event_etag(request, event, event.change_number)
    found = get_conditional_response(request, etag=tag)
    unchanged = found is not None and found.status_code == UNCHANGED
    response = Response(status=UNCHANGED) if unchanged else answer()
    response.headers["ETag"] = tag
    return response
