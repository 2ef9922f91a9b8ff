"""The files of a section in the API: which there are, and each of them."""

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.formats import FileNegotiation
from core.api.problems import CONTENT_TYPE
from core.api.schema import NOT_MODIFIED
from core.api.serializers import PageField, ProblemSerializer, QuerySerializer
from core.errors import Refused
from tournaments import trf
from tournaments.access import has_permission
from tournaments.api import MAX_NUMBER, EventApiViewSet
from tournaments.conditional import conditional_response
from tournaments.documents.presenters.catalogue import (
    DOCUMENTS,
    available_documents,
    document_response,
    find_document,
)
from tournaments.models import Section
from tournaments.policies import CONDUCT
from tournaments.rounds.selectors.lists import public_rounds


class FileSerializer(serializers.Serializer[Any]):
    """A file, and where it is."""

    key = serializers.CharField()
    title = serializers.CharField()
    format = serializers.CharField(help_text=gettext_lazy("pdf, csv, json, trf or ics."))
    round = serializers.IntegerField(
        allow_null=True, help_text=gettext_lazy("Null if it is not about a single round.")
    )
    url = PageField(help_text=gettext_lazy("For browsers; programs read it by “file/”."))


class FileQuery(QuerySerializer):
    """As the list of files names them."""

    key = serializers.ChoiceField(list(DOCUMENTS))
    format = serializers.ChoiceField(["pdf", "csv", "json", "trf"])
    round = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_NUMBER,
        help_text=gettext_lazy("The number of a published round; the latest one if left out."),
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
        arbiter = has_permission(request, section.event, CONDUCT)
        return conditional_response(
            request,
            section.event,
            lambda: Response(FileSerializer(list(_file_rows(section, for_arbiters=arbiter)), many=True).data),
        )

    @extend_schema(
        summary=gettext_lazy("Read a file"),
        parameters=[FileQuery],
        responses={
            (200, "application/pdf"): OpenApiTypes.BINARY,
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "application/json"): {"type": "array", "items": {"type": "object"}},
            (200, "text/plain"): OpenApiTypes.STR,
            (422, CONTENT_TYPE): ProblemSerializer,
        },
    )
    @action(detail=True, query_serializer=FileQuery, content_negotiation_class=FileNegotiation)
    def file(self, request: Request, pk: str) -> HttpResponseBase:
        section = self.section(pk)
        arbiter = has_permission(request, section.event, CONDUCT)
        found = find_document(section, self.query["key"], self.query["format"], for_arbiters=arbiter)
        if found is None:
            raise Http404
        number = self._round(section) if found.of_round else 0
        try:
            return document_response(section, found, self.query["format"], number)
        except trf.TrfError as error:
            raise Refused(_("The report cannot be written: %(reason)s.") % {"reason": error}) from error

    def _round(self, section: Section) -> int:
        rounds = [round_.number for round_ in public_rounds(section)]
        number = self.query.get("round", rounds[-1] if rounds else 0)
        if number not in rounds:
            raise Http404
        return int(number)


def _file_rows(section: Section, *, for_arbiters: bool) -> Iterator[dict[str, Any]]:
    rounds = [round_.number for round_ in public_rounds(section)]
    for file in available_documents(section, for_arbiters=for_arbiters, rounds=rounds):
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
