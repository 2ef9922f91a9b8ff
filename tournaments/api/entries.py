"""Entries in the API: who plays where, as far as whoever asks may know."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.serializers import LARGEST_ID, ListQuery
from players.permissions import Actor
from tournaments.api.access import EventApiViewSet
from tournaments.api.entry_shapes import EntrySerializer
from tournaments.entries.visibility import managed_events, visible_entries
from tournaments.models import Entry, EntryState


class EntryQuery(ListQuery):
    event = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    section = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    person = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    state = serializers.ChoiceField(EntryState.choices, required=False)


class EntryViewSet(EventApiViewSet):
    queryset = Entry.objects.none()
    serializer_class = EntrySerializer
    list_query = EntryQuery
    ordering = ("pk",)

    @extend_schema(
        summary=gettext_lazy("List entries"),
        parameters=[EntryQuery],
        description=gettext_lazy(
            "In the order in which they were made. Who waits or has asked for a place is seen by the organisers and by "
            "the players themselves."
        ),
    )
    def list(self, request: Request) -> Response:
        fields = {"event": "section__event", "section": "section", "person": "person", "state": "state"}
        wanted: dict[str, Any] = {
            field: self.query[name] for name, field in fields.items() if name in self.query
        }
        page = self.paginate_queryset(self._entries().filter(**wanted)) or []
        return self.get_paginated_response(told(request.user, page))

    @extend_schema(summary=gettext_lazy("Read an entry"))
    def retrieve(self, request: Request, pk: str) -> Response:
        return self._answer(self._entry(pk))

    def _entry(self, pk: str | int) -> Entry:
        return get_object_or_404(self._entries(), pk=pk)

    def _entries(self) -> QuerySet[Entry]:
        related = ("person", "section__event__club")
        return visible_entries(self.request.user).select_related(*related).prefetch_related("absences")

    def _answer(self, entry: Entry, *, status: int = 200) -> Response:
        return Response(told(self.request.user, [entry])[0], status=status)


def told(actor: Actor, entries: Sequence[Entry]) -> list[Any]:
    """One query for whose entries are managed."""
    events = {entry.section.event_id for entry in entries}
    managed = set(managed_events(actor).filter(pk__in=events).values_list("pk", flat=True))
    context = {"managed": managed, "account": actor.pk}
    return list(EntrySerializer(entries, many=True, context=context).data)
