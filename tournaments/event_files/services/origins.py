"""The id by which an event is known in its files, on whichever site they are written."""

import uuid

from django.db.models import QuerySet

from tournaments.models import Event, EventOrigin


def ensure_origin(event: Event) -> EventOrigin:
    """Made with the first file of the event: all its files have the same id."""
    origin, _is_new = EventOrigin.objects.get_or_create(event=event, defaults={"file_id": uuid.uuid4().hex})
    return origin


def events_with_file_id(file_id: str) -> QuerySet[Event]:
    """On this site, the newest first: the event itself, or what was imported from a file of it."""
    return Event.objects.filter(origin__file_id=file_id).select_related("club").order_by("-pk")
