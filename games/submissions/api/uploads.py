"""Uploads in the API: send a text or a file, and follow it."""

import base64
import binascii
from typing import Any, Final

from django.conf import settings
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.validators import ProhibitSurrogateCharactersValidator

from core.api.formats import JsonParser
from core.api.serializers import (
    ClubSlugField,
    ListQuery,
    PageField,
    StrictIntegerField,
    StrictSerializer,
    StrictTextField,
)
from core.api.views import ApiViewSet
from games.models import SourceKind, Upload, Visibility
from games.models.submission import MAX_FILE_NAME_LENGTH
from games.policies import may_submit
from games.submissions.selectors import uploads
from games.submissions.selectors.uploads import upload_or_404
from games.submissions.services.uploads import submit
from players.clubs.selectors.clubs import club_with_slug
from players.models import Club, Scope

MAX_NO_CAPTURE_LIMIT: Final = 32767


class UploadSerializer(serializers.ModelSerializer[Upload]):
    """What somebody sent, and how far it is."""

    club = serializers.SerializerMethodField()
    progress = serializers.SerializerMethodField()
    url = PageField(source="get_absolute_url", help_text=gettext_lazy("Its page on this site."))

    class Meta:
        model = Upload
        fields = (
            "id", "source", "file_name", "size", "club", "visibility", "embargo_until", "no_capture_limit",
            "created_at", "progress", "url",
        )  # fmt: skip
        read_only_fields = fields

    @extend_schema_field({"type": ["string", "null"]})
    def get_club(self, upload: Upload) -> str | None:
        return upload.club.slug if upload.club else None

    @extend_schema_field(
        {
            "type": "object",
            "properties": {
                "records": {"type": "integer"},
                "accepted": {"type": "integer"},
                "duplicates": {"type": "integer"},
                "errors": {"type": "integer"},
                "finished": {"type": "boolean"},
            },
            "required": ["records", "accepted", "duplicates", "errors", "finished"],
        }
    )
    def get_progress(self, upload: Upload) -> dict[str, Any]:
        progress = self.context["progress"][upload.pk]
        return {
            "records": progress.found,
            "accepted": progress.accepted,
            "duplicates": progress.duplicates,
            "errors": progress.errors,
            "finished": progress.is_finished,
        }


class RecordsText(StrictTextField):
    """As it is: what is stored is what was sent, and what is no text is an error of the record it stands in."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, trim_whitespace=False)
        self.validators = [
            validator
            for validator in self.validators
            if not isinstance(
                validator, ProhibitNullCharactersValidator | ProhibitSurrogateCharactersValidator
            )
        ]


class NewUploadSerializer(StrictSerializer):
    """Either `text`, or the bytes of a file in `content`."""

    text = RecordsText(required=False, help_text=gettext_lazy("One record or many, in our format."))
    content = StrictTextField(
        required=False,
        help_text=gettext_lazy(
            "A file (.txt, .pgn, .xml, .gsn, .zip of these) in base64, with its file_name."
        ),
    )
    file_name = StrictTextField(required=False, max_length=MAX_FILE_NAME_LENGTH)
    club = ClubSlugField(required=False, help_text=gettext_lazy("One of your clubs."))
    visibility = serializers.ChoiceField(Visibility.choices, required=False)
    embargo_until = serializers.DateTimeField(required=False)
    no_capture_limit = StrictIntegerField(required=False, min_value=1, max_value=MAX_NO_CAPTURE_LIMIT)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("text" in attrs) == ("content" in attrs):
            raise serializers.ValidationError(_("Send either “text”, or “content” with “file_name”."))
        if "content" in attrs and not attrs.get("file_name"):
            raise serializers.ValidationError({"file_name": [_("A file needs its name.")]})
        return attrs


class LargeJson(BaseParser):
    """JSON of any size that the view lets pass: Django's own limit is for forms, and files may be larger."""

    media_type = JsonParser.media_type

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        return JsonParser().parse(stream, media_type, parser_context)


class UploadViewSet(ApiViewSet):
    queryset = Upload.objects.none()
    serializer_class = UploadSerializer
    parser_classes = (LargeJson,)
    scope_to_write = Scope.SUBMIT
    open_to_visitors = False
    list_query = ListQuery
    ordering = ("-created_at", "-pk")

    def max_bytes(self) -> int:
        """Twice an upload's size: base64 takes a third more, and JSON escapes what is no plain text."""
        return max(super().max_bytes(), 2 * settings.GAMES_MOST_UPLOAD_BYTES)

    @extend_schema(summary=gettext_lazy("List your uploads"), parameters=[ListQuery])
    def list(self, request: Request) -> Response:
        page = self.paginate_queryset(uploads.uploads_of(self.actor)) or []
        context = {"progress": uploads.progress_of_each(page)}
        return self.get_paginated_response(UploadSerializer(page, many=True, context=context).data)

    @extend_schema(summary=gettext_lazy("Follow an upload"))
    def retrieve(self, request: Request, pk: str) -> Response:
        return self._answer(upload_or_404(self.actor, int(pk)))

    @extend_schema(
        summary=gettext_lazy("Submit games"),
        request=NewUploadSerializer,
        responses={201: UploadSerializer},
        description=gettext_lazy(
            "Stored unchanged and answered at once; the records are checked in the background. Follow the upload until "
            "“finished”, then read its records."
        ),
    )
    def create(self, request: Request) -> Response:
        actor = self.actor
        sent = self.sent(NewUploadSerializer)
        text, content, name = sent.pop("text", None), sent.pop("content", None), sent.pop("file_name", "")
        club = self._club(sent.pop("club", None))
        self.ask(may_submit(actor, club))
        data = text.encode("utf-8", "surrogatepass") if text is not None else _decoded(content)
        upload = submit(
            account=actor, content=[data], size=len(data), source=SourceKind.API, file_name=name, club=club, **sent
        )  # fmt: skip
        return self._answer(upload, status=201)

    def _answer(self, upload: Upload, *, status: int = 200) -> Response:
        context = {"progress": uploads.progress_of_each([upload])}
        return Response(UploadSerializer(upload, context=context).data, status=status)

    def _club(self, slug: str | None) -> Club | None:
        if slug is None:
            return None
        found = club_with_slug(slug)
        if found is None:
            raise serializers.ValidationError({"club": [_("There is no such club.")]})
        return found


def _decoded(content: str) -> bytes:
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError) as error:
        raise serializers.ValidationError({"content": [_("This is not base64.")]}) from error
