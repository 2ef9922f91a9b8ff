"""Programs that follow an event ask again and again: 304 while nothing in the event has changed."""

from collections.abc import Callable
from typing import Final

from django.utils.cache import get_conditional_response
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.events.conditional import tag_of
from tournaments.models import Event

UNCHANGED: Final = 304
NOT_MODIFIED: Final = {
    UNCHANGED: OpenApiResponse(
        description=gettext_lazy("Nothing has changed since the answer whose ETag was sent as If-None-Match.")
    )
}


def unless_unchanged(request: Request, event: Event, answer: Callable[[], Response]) -> Response:
    """By the tag that the event's pages have: see `tournaments.events.conditional`."""
    tag = tag_of(request, event, event.change_number)
    found = get_conditional_response(request, etag=tag)
    unchanged = found is not None and found.status_code == UNCHANGED
    response = Response(status=UNCHANGED) if unchanged else answer()
    response.headers["ETag"] = tag
    return response
