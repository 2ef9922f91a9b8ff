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
import logging
import time
from collections.abc import Callable, Iterator
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from players.accounts.preferences import theme_of
from tournaments.events.access import EventAtAGlance, get_event_or_404, glance_or_404, standings
from tournaments.models import Event

logger = logging.getLogger(__name__)

QUARTER_OF_AN_HOUR: Final = 15 * 60
_AFTERWARDS: Final = "_kiebitz_afterwards"
_AS_OF: Final = "_kiebitz_as_of"
_GLANCES: Final = "_kiebitz_glances_at_events"
_CODE: Final = ("*.html", "*.py", "*.mo", "*.css", "*.js", "*.svg")
_FOLDERS: Final = ("templates", "tournaments", "games", "players", "config", "engine", "static", "locale")

View = Callable[..., HttpResponseBase]


def conditional_page(view: View) -> View:
    """Answers 304 by the event's tag. Who may not see the event does not find it, whatever tag they have."""

    @wraps(view)
    def answered(request: HttpRequest, event: int, **kwargs: Any) -> HttpResponseBase:
        found = known_event(request, event)
        response = answer(request, found, event, kwargs)
        closers: list[Callable[[], object]] = response.__dict__["_resource_closers"]
        closers.extend(request.__dict__.get(_AFTERWARDS, ()))
        return response

    def answer(
        request: HttpRequest, found: Event | EventAtAGlance, event: int, kwargs: dict[str, Any]
    ) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD") or len(get_messages(request)):
            response = view(request, event=event, **kwargs)
            patch_cache_control(response, private=True, no_store=True)
            return response
        tag = tag_of(request, found, found.change_number)
        unchanged = get_conditional_response(request, etag=tag)
        response = unchanged or view(request, event=event, **kwargs)
        if (shown := response.__dict__.get(_AS_OF, found.change_number)) != found.change_number:
            tag = tag_of(request, found, shown)
            response = get_conditional_response(request, etag=tag) or response
        if response.status_code in (200, 304):
            response.headers["ETag"] = tag
        patch_cache_control(response, private=True, no_cache=True, must_revalidate=True)
        patch_vary_headers(response, ["Cookie", "Accept-Language", "HX-Request", "HX-Target"])
        return response

    return answered


def known_event(request: HttpRequest, pk: int) -> Event | EventAtAGlance:
    """The event of this request. Parts of pages for visitors need no more than a glance where they are kept."""
    glances: dict[int, Event | EventAtAGlance] = request.__dict__.setdefault(_GLANCES, {})
    if pk not in glances:
        is_part = bool(getattr(request, "htmx", False))
        glances[pk] = glance_or_404(request, pk) if is_part else get_event_or_404(request, pk)
    return glances[pk]


def as_of(response: HttpResponseBase, change_number: int) -> HttpResponseBase:
    """For answers that show an earlier state of the event, as `kept_parts` may: the tag is that state's."""
    response.__dict__[_AS_OF] = change_number
    return response


def afterwards(request: HttpRequest, work: Callable[[], object]) -> None:
    """Do it when the answer has been sent, in the same thread. It may fail without anybody but the log noticing."""

    def done() -> None:
        try:
            work()
        except Exception:
            logger.exception("What was to be done after %s failed", request.path)

    request.__dict__.setdefault(_AFTERWARDS, []).append(done)


def tag_of(request: HttpRequest, event: Event | EventAtAGlance, change_number: int) -> str:
    """Weak: what the page says is the same, not every byte of it (a form's token differs each time)."""
    now = timezone.now()
    parts = (
        event.pk,
        change_number,
        event.entries_until is not None and event.entries_until <= now,
        int(time.time()) // QUARTER_OF_AN_HOUR,
        request.user.pk,
        *sorted(standings(request, event)),
        # The cookie that goes with the forms on the page: with another one they would be refused.
        request.META.get("CSRF_COOKIE", ""),
        get_language(),
        timezone.get_current_timezone_name(),
        theme_of(request),
        version_of_the_code(),
        request.get_full_path(),
        request.headers.get("HX-Request", ""),
        request.headers.get("HX-Target", ""),
    )
    digest = hashlib.blake2b("\x00".join(map(str, parts)).encode(), digest_size=12).hexdigest()
    return f'W/"{digest}"'


def version_of_the_code() -> str:
    """Of the files that pages are made of. While developing they change under a running site."""
    return _looked_up.__wrapped__() if settings.DEBUG else _looked_up()


@cache
def _looked_up() -> str:
    digest = hashlib.blake2b(digest_size=8)
    for path, stat in sorted(_files()):
        digest.update(f"{path} {stat}\n".encode())
    return digest.hexdigest()


def _files() -> Iterator[tuple[str, str]]:
    root = Path(settings.BASE_DIR)
    for folder in _FOLDERS:
        for pattern in _CODE:
            for path in (root / folder).rglob(pattern):
                stat = path.stat()
                yield str(path.relative_to(root)), f"{stat.st_size} {stat.st_mtime_ns}"
