"""The files of a section in the API: where they are."""

from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.serializers import PageField
from tournaments.api.access import EventApiViewSet
from tournaments.api.conditional import NOT_MODIFIED, unless_unchanged
from tournaments.events.access import has
from tournaments.files.catalogue import files_of
from tournaments.models import Section
from tournaments.policies import CONDUCT
from tournaments.rounds.selectors import public_rounds


class FileSerializer(serializers.Serializer[Any]):
    """A file, and where it is."""

    key = serializers.CharField()
    title = serializers.CharField()
    format = serializers.CharField(help_text=gettext_lazy("pdf, csv, json, trf or ics."))
    round = serializers.IntegerField(
        allow_null=True, help_text=gettext_lazy("Null if it is of no single round.")
    )
    url = PageField(
        help_text=gettext_lazy("On this site. Those for arbiters need a browser that is signed in.")
    )


class FileViewSet(EventApiViewSet):
    """Addresses below a section's own."""

    queryset = Section.objects.none()

    @extend_schema(
        summary=gettext_lazy("List files"), responses={200: FileSerializer(many=True), **NOT_MODIFIED}
    )
    @action(detail=True, pagination_class=None)
    def files(self, request: Request, pk: str) -> Response:
        section = self.section(pk)
        arbiter = has(request, section.event, CONDUCT)
        return unless_unchanged(
            request,
            section.event,
            lambda: Response(FileSerializer(list(_files(section, for_arbiters=arbiter)), many=True).data),
        )


def _files(section: Section, *, for_arbiters: bool) -> Iterator[dict[str, Any]]:
    rounds = [round_.number for round_ in public_rounds(section)]
    for file in files_of(section, for_arbiters=for_arbiters, rounds=rounds):
        for kind in file.kinds:
            url = reverse("section-file", args=[section.event_id, section.pk, file.key, kind])
            about = {"key": file.key, "title": file.title, "format": kind}
            for number in rounds if file.of_round else [None]:
                yield {**about, "round": number, "url": f"{url}?round={number}" if number else url}
    calendar = reverse("event-calendar", args=[section.event_id])
    yield {
        "key": "calendar",
        "title": gettext_lazy("Calendar"),
        "format": "ics",
        "round": None,
        "url": calendar,
    }
