"""Pages of an event update themselves: they are asked for again and again, and answered 304 while nothing changed.

    @require_safe
    @conditional_page
    def standings(request: HttpRequest, event: int, section: int) -> HttpResponse: ...

The tag of a page is made of everything that it can depend on: the event's `change_number` (every change in an event
counts it up, `tournaments.locking.lock_event`), whether entries are still open, the account, its seats in the event,
language, time zone and theme, the release of the site, the address with its query, and the part that htmx asks for.
What lies outside of the event, such as the name of a player or of the club, is up to date after MAX_AGE seconds.

The tag is made before the page is: a change in between makes the next response a full one, never a stale one. A page
with a message on it is sent without a tag, for the message is shown once. Caches on the way may store nothing, the
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
from core.web.conditional import page_version
from core.web.fragments import FragmentResponse
from players.accounts.services.preferences import theme_of
from tournaments.access import EventSummary, event_of_request, viewer_seats
from tournaments.models import Event

MAX_AGE: Final = 15 * 60
View = Callable[..., HttpResponseBase]


def conditional_page(view: View) -> View:
    """Answers 304 by the event's tag. Who may not see the event does not find it, whatever tag they have."""

    @wraps(view)
    def answered(request: HttpRequest, event: int, **kwargs: Any) -> HttpResponseBase:
        found = event_of_request(request, event)
        if request.method not in ("GET", "HEAD") or len(get_messages(request)):
            response = view(request, event=event, **kwargs)
            patch_cache_control(response, private=True, no_store=True)
            return response
        tag = event_etag(request, found, found.change_number)
        unchanged = get_conditional_response(request, etag=tag)
        response = unchanged or view(request, event=event, **kwargs)
        if isinstance(response, FragmentResponse) and response.change_number != found.change_number:
            tag = event_etag(request, found, response.change_number)
            response = get_conditional_response(request, etag=tag) or response
        if response.status_code in (200, 304):
            response.headers["ETag"] = tag
        patch_cache_control(response, private=True, no_cache=True, must_revalidate=True)
        patch_vary_headers(response, ["Cookie", "Accept-Language", "HX-Request", "HX-Target"])
        return response

    return answered


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
        page_version(),
        request.get_full_path(),
        request.headers.get("HX-Request", ""),
        request.headers.get("HX-Target", ""),
    )
    digest = hashlib.blake2b("\x00".join(map(str, parts)).encode(), digest_size=12).hexdigest()
    return f'W/"{digest}"'


def conditional_response(request: Request, event: Event, answer: Callable[[], Response]) -> Response:
    """The same for the API, by the same tag."""
    tag = event_etag(request, event, event.change_number)
    found = get_conditional_response(request, etag=tag)
    unchanged = found is not None and found.status_code == UNCHANGED
    response = Response(status=UNCHANGED) if unchanged else answer()
    response.headers["ETag"] = tag
    return response
