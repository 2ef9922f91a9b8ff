"""Events as files in the API: download one, send one, follow it, confirm or discard it."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponseBase, StreamingHttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.formats import FileNegotiation
from core.api.serializers import (
    ClubSlugField,
    PageField,
    StrictBooleanField,
    StrictSerializer,
    StrictTextField,
)
from games.models.submission import MAX_FILE_NAME_LENGTH
from games.submissions.api.uploads import LargeJson
from tournaments.api import EventApiViewSet, decode_base64, number_keys
from tournaments.event_files.presenters import FileStage, file_progress
from tournaments.event_files.selectors.archive import archive_chunks
from tournaments.event_files.selectors.content import load_content
from tournaments.event_files.selectors.summaries import FileSummary, own_event_file, people_of_summary
from tournaments.event_files.services.imports import events_known_to
from tournaments.event_files.services.origins import ensure_origin
from tournaments.event_files.services.uploads import (
    confirm_event_file,
    discard_event_file,
    upload_event_file,
)
from tournaments.models import Event, EventFile
from tournaments.policies import may_create_event, may_export_event


class FilePersonSerializer(serializers.Serializer[Any]):
    """Somebody in the file, and who that may be here."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    country = serializers.CharField()
    person = serializers.IntegerField(
        allow_null=True, help_text=gettext_lazy("The member of the club of this name.")
    )
    candidates = serializers.ListField(
        child=serializers.IntegerField(), help_text=gettext_lazy("Ids of people who may be meant.")
    )


class EventFileSerializer(serializers.Serializer[Any]):
    """A file that was sent, and how far it is."""

    id = serializers.IntegerField()
    club = serializers.CharField()
    file_name = serializers.CharField()
    size = serializers.IntegerField()
    stage = serializers.ChoiceField(
        [stage.value for stage in FileStage],
        help_text=gettext_lazy("At “preview” it waits to be confirmed; “reading” and “importing” go on."),
    )
    problems = serializers.ListField(
        child=serializers.CharField(), help_text=gettext_lazy("Why it cannot be imported.")
    )
    name = serializers.CharField(help_text=gettext_lazy("Of the event; empty while the file is read."))
    records = serializers.IntegerField()
    records_left_out = serializers.IntegerField(
        help_text=gettext_lazy("Not everybody may see them: they are not in the file.")
    )
    people = FilePersonSerializer(many=True)
    here_already = serializers.ListField(
        child=serializers.IntegerField(),
        help_text=gettext_lazy("Ids of events of this site that are the same."),
    )
    event = serializers.IntegerField(allow_null=True, help_text=gettext_lazy("What it has become."))
    url = PageField(help_text=gettext_lazy("Its page on this site."))


class NewEventFileSerializer(StrictSerializer):
    club = ClubSlugField()
    content = StrictTextField(help_text=gettext_lazy("The file, in base64."))
    file_name = StrictTextField(required=False, max_length=MAX_FILE_NAME_LENGTH)


class ConfirmationSerializer(StrictSerializer):
    choices = serializers.DictField(
        child=StrictTextField(max_length=20),
        required=False,
        help_text=gettext_lazy(
            "By the numbers of the people, where names are similar: a person's id, or “new”."
        ),
    )
    rated = StrictBooleanField(
        required=False, help_text=gettext_lazy("Whether results count as the file says; true if left out.")
    )
    again = StrictBooleanField(
        required=False, help_text=gettext_lazy("Import an event that is here already a second time.")
    )


class EventExportViewSet(EventApiViewSet):
    """An address below an event's own."""

    queryset = Event.objects.none()

    @extend_schema(
        summary=gettext_lazy("Download an event as one file"),
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
        description=gettext_lazy(
            "For arbiters: sections, players, rounds, results, tables and the records that may leave the site."
        ),
    )
    @action(detail=True, url_path="event-file", content_negotiation_class=FileNegotiation)
    def file(self, request: Request, pk: str) -> HttpResponseBase:
        event = self.event(pk)
        self.ask(may_export_event(request.user, event))
        content = load_content(event, ensure_origin(event), request.user)
        response = StreamingHttpResponse(archive_chunks(content), content_type="application/zip")
        response["Content-Disposition"] = f'attachment; filename="{slugify(event.name) or "event"}.zip"'
        return response


class EventFileViewSet(EventApiViewSet):
    queryset = EventFile.objects.none()
    parser_classes = (LargeJson,)
    open_to_visitors = False

    def max_bytes(self) -> int:
        """Twice a file's size: base64 takes a third more."""
        return max(super().max_bytes(), 2 * settings.GAMES_MOST_UPLOAD_BYTES)

    @extend_schema(
        summary=gettext_lazy("Send an event file"),
        request=NewEventFileSerializer,
        responses={201: EventFileSerializer},
        description=gettext_lazy(
            "Stored and answered at once; it is read in the background. Follow it until “preview”, then confirm it."
        ),
    )
    def create(self, request: Request) -> Response:
        actor = self.actor
        sent = self.sent(NewEventFileSerializer)
        club = self.sent_club(sent["club"])
        self.ask(may_create_event(actor, club))
        data = decode_base64(sent["content"])
        file = upload_event_file(
            actor=actor, club=club, content=[data], size=len(data), file_name=sent.get("file_name", "")
        )
        return self._answer(file, status=201)

    @extend_schema(summary=gettext_lazy("Follow an event file"), responses=EventFileSerializer)
    def retrieve(self, request: Request, pk: str) -> Response:
        return self._answer(self._file(pk))

    @extend_schema(
        summary=gettext_lazy("Import what a file holds"),
        request=ConfirmationSerializer,
        responses={202: EventFileSerializer},
        description=gettext_lazy("All of it or nothing, in the background. Follow the file until “done”."),
    )
    @action(detail=True, methods=["post"], url_path="import")
    def confirm(self, request: Request, pk: str) -> Response:
        file = self._file(pk)
        sent = self.sent(ConfirmationSerializer)
        confirm_event_file(
            actor=self.actor,
            file=file,
            choices=number_keys(sent.get("choices", {})),
            rated=sent.get("rated", True),
            again=sent.get("again", False),
        )
        return self._answer(self._file(pk), status=202)

    @extend_schema(
        summary=gettext_lazy("Discard an event file"),
        responses={204: None},
        description=gettext_lazy("Nothing of it is imported. What was imported stays."),
    )
    def destroy(self, request: Request, pk: str) -> Response:
        discard_event_file(file=self._file(pk))
        return Response(status=204)

    def _file(self, pk: str) -> EventFile:
        file = own_event_file(self.actor, int(pk))
        if file is None or not may_create_event(self.actor, file.club):
            raise Http404
        return file

    def _answer(self, file: EventFile, *, status: int = 200) -> Response:
        return Response(EventFileSerializer(self._data(file)).data, status=status)

    def _data(self, file: EventFile) -> dict[str, Any]:
        progress, summary = file_progress(file), FileSummary.of(file) or FileSummary()
        seen = people_of_summary(self.actor, summary)
        return {
            "id": file.pk,
            "club": file.club.slug,
            "file_name": file.file_name,
            "size": file.size,
            "stage": progress.stage.value,
            "problems": progress.problems,
            "name": summary.event.get("name", ""),
            "records": summary.records,
            "records_left_out": summary.records_left_out,
            "people": [
                {
                    "number": person.number,
                    "name": person.name,
                    "country": person.country,
                    "person": person.known if person.known in seen else None,
                    "candidates": [pk for pk in person.candidates if pk in seen],
                }
                for person in summary.people
            ],
            "here_already": [
                event.pk for event in events_known_to(self.actor, summary.file_id) if summary.file_id
            ],
            "event": progress.event.pk if progress.event else None,
            "url": file.get_absolute_url(),
        }
