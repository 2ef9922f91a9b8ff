"""Uploads and their records in the API: send a file, follow it, read what was wrong, correct it."""

import base64
import binascii
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from django.conf import settings
from django.core.validators import ProhibitNullCharactersValidator
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.validators import ProhibitSurrogateCharactersValidator

from games.models import SourceKind, Submission, SubmissionState, Upload, Visibility
from games.models.upload import LONGEST_FILE_NAME
from games.policies import may_submit
from games.reading.visible import visible_games
from games.submitting import selectors
from games.submitting.access import submission_or_404, upload_or_404
from games.submitting.limits import TooOften
from games.submitting.services import resubmit, submit
from games.submitting.showing import text_of
from players.api.parsers import Json
from players.api.problems import REFERENCE, TooMany
from players.api.serializers import LARGEST_ID, ListQuery, Number, PageField, Slug, StrictSerializer, Text
from players.api.views import ApiViewSet
from players.models import Club, Scope

MOST_PLIES_WITHOUT_A_CAPTURE: Final = 32767


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


class RecordsText(Text):
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
    content = Text(
        required=False,
        help_text=gettext_lazy(
            "A file (.txt, .pgn, .xml, .gsn, .zip of these) in base64, with its file_name."
        ),
    )
    file_name = Text(required=False, max_length=LONGEST_FILE_NAME)
    club = Slug(required=False, help_text=gettext_lazy("One of your clubs."))
    visibility = serializers.ChoiceField(Visibility.choices, required=False)
    embargo_until = serializers.DateTimeField(required=False)
    no_capture_limit = Number(required=False, min_value=1, max_value=MOST_PLIES_WITHOUT_A_CAPTURE)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("text" in attrs) == ("content" in attrs):
            raise serializers.ValidationError(_("Send either “text”, or “content” with “file_name”."))
        if "content" in attrs and not attrs.get("file_name"):
            raise serializers.ValidationError({"file_name": [_("A file needs its name.")]})
        return attrs


class LargeJson(BaseParser):
    """JSON of any size that the view lets pass: Django's own limit is for forms, and files may be larger."""

    media_type = Json.media_type

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        return Json().parse(stream, media_type, parser_context)


class UploadViewSet(ApiViewSet):
    queryset = Upload.objects.none()
    serializer_class = UploadSerializer
    parser_classes = (LargeJson,)
    scope_to_write = Scope.SUBMIT
    open_to_visitors = False
    list_query = ListQuery
    ordering = ("-created_at", "-pk")

    def most_bytes(self) -> int:
        """Twice an upload's size: base64 takes a third more, and JSON escapes what is no plain text."""
        return max(super().most_bytes(), 2 * settings.GAMES_MOST_UPLOAD_BYTES)

    @extend_schema(summary=gettext_lazy("List your uploads"), parameters=[ListQuery])
    def list(self, request: Request) -> Response:
        page = self.paginate_queryset(Upload.objects.filter(account=self.actor).select_related("club")) or []
        context = {"progress": selectors.progress_of_each(page)}
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
        with limits_told():
            upload = submit(
                account=actor, content=[data], size=len(data), source=SourceKind.API, file_name=name, club=club, **sent
            )  # fmt: skip
        return self._answer(upload, status=201)

    def _answer(self, upload: Upload, *, status: int = 200) -> Response:
        context = {"progress": selectors.progress_of_each([upload])}
        return Response(UploadSerializer(upload, context=context).data, status=status)

    def _club(self, slug: str | None) -> Club | None:
        if slug is None:
            return None
        found = Club.objects.filter(slug=slug).first()
        if found is None:
            raise serializers.ValidationError({"club": [_("There is no such club.")]})
        return found


@contextmanager
def limits_told() -> Generator[None, None, None]:
    """Too many uploads are an answer of their own: which limit it is, and how long to wait."""
    try:
        yield
    except TooOften as refusal:
        raise TooMany(str(refusal), wait=refusal.wait) from refusal


def _decoded(content: str) -> bytes:
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError) as error:
        raise serializers.ValidationError({"content": [_("This is not base64.")]}) from error


class RecordErrorSerializer(serializers.Serializer[Any]):
    """As the referee says it."""

    line = serializers.IntegerField()
    column = serializers.IntegerField()
    ply = serializers.IntegerField(allow_null=True)
    move = serializers.CharField(
        help_text=gettext_lazy("That ply as players write it; empty if it is not about one.")
    )
    code = serializers.CharField(help_text=gettext_lazy("The kind of error, for programs."))
    rule = serializers.CharField(
        help_text=gettext_lazy("By its number in the rules; empty if none is concerned.")
    )
    message = serializers.CharField()


class RecordProblemSerializer(serializers.Serializer[Any]):
    """What is wrong with a record, as problem details (RFC 9457)."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    errors = RecordErrorSerializer(many=True)  # type: ignore[assignment]


class RecordSerializer(serializers.ModelSerializer[Submission]):
    """One record of an upload, and its fate."""

    upload = serializers.IntegerField(source="upload_id")
    number = serializers.IntegerField(source="ordinal")
    file_name = serializers.CharField(source="member", help_text=gettext_lazy("Inside a zip file."))
    game = serializers.SerializerMethodField(
        help_text=gettext_lazy("The game it became, or that was known before; null if you may not see it.")
    )
    problem = serializers.SerializerMethodField()
    url = PageField(source="get_absolute_url")

    class Meta:
        model = Submission
        fields: tuple[str, ...] = (
            "id",
            "upload",
            "number",
            "file_name",
            "line",
            "state",
            "game",
            "problem",
            "url",
        )
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field({"type": ["integer", "null"]})
    def get_game(self, submission: Submission) -> int | None:
        return submission.game_id if submission.game_id in self.context["visible"] else None

    @extend_schema_field(RecordProblemSerializer(allow_null=True))
    def get_problem(self, submission: Submission) -> dict[str, Any] | None:
        if submission.state != SubmissionState.ERROR:
            return None
        first = submission.errors[0]["message"] if submission.errors else ""
        return {
            "type": f"{REFERENCE}#problem-invalid",
            "title": str(_("The record breaks a rule")),
            "status": 400,
            "detail": first,
            "errors": [_error(error) for error in submission.errors],
        }


def _error(error: dict[str, Any]) -> dict[str, Any]:
    return {
        "line": error.get("line") or 0,
        "column": error.get("column") or 0,
        "ply": error.get("ply"),
        "move": error.get("move") or "",
        "code": error.get("code") or "",
        "rule": error.get("rule") or "",
        "message": error.get("message") or "",
    }


class WholeRecordSerializer(RecordSerializer):
    """A record with the text that was sent, and what it has to do with other ones."""

    corrects = serializers.IntegerField(
        source="corrects_id",
        allow_null=True,
        help_text=gettext_lazy("The record that was sent before and that this one corrects."),
    )
    correction = serializers.SerializerMethodField(
        help_text=gettext_lazy("The record that was sent to correct this one, and is listed in its place.")
    )
    other_set_ups = serializers.SerializerMethodField(
        help_text=gettext_lazy(
            "Whether it is known already, but with other set-ups; false also if you may not see those of the game."
        )
    )
    text = serializers.SerializerMethodField()

    class Meta(RecordSerializer.Meta):
        fields = (*RecordSerializer.Meta.fields, "corrects", "correction", "other_set_ups", "text")
        read_only_fields = fields

    @extend_schema_field({"type": ["integer", "null"]})
    def get_correction(self, submission: Submission) -> int | None:
        correction: Submission | None = getattr(submission, "correction", None)
        return correction.pk if correction else None

    def get_other_set_ups(self, submission: Submission) -> bool:
        return selectors.has_other_set_ups(submission, self.context["actor"])

    def get_text(self, submission: Submission) -> str:
        return text_of(submission)


class CorrectionSerializer(StrictSerializer):
    text = RecordsText(help_text=gettext_lazy("The record, corrected."))


class RecordQuery(ListQuery):
    upload = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    state = serializers.ChoiceField(SubmissionState.choices, required=False)


class RecordViewSet(ApiViewSet):
    queryset = Submission.objects.none()
    serializer_class = RecordSerializer
    scope_to_write = Scope.SUBMIT
    open_to_visitors = False
    list_query = RecordQuery
    ordering = ("-upload_id", "ordinal", "pk")

    @extend_schema(summary=gettext_lazy("List records that you sent"), parameters=[RecordQuery])
    def list(self, request: Request) -> Response:
        actor = self.actor
        records = Submission.objects.filter(upload__account=actor, is_current=True).defer("raw")
        for name in ("upload", "state"):
            if name in self.query:
                records = records.filter(**{name: self.query[name]})
        page = self.paginate_queryset(records) or []
        return self.get_paginated_response(
            RecordSerializer(page, many=True, context=self._context(page)).data
        )

    @extend_schema(summary=gettext_lazy("Read a record that you sent"), responses=WholeRecordSerializer)
    def retrieve(self, request: Request, pk: str) -> Response:
        return self._answer(submission_or_404(self.actor, int(pk)))

    @extend_schema(
        summary=gettext_lazy("Correct a record"),
        request=CorrectionSerializer,
        responses={201: WholeRecordSerializer},
        description=gettext_lazy("Only one with errors. The old one stays, and is not listed any more."),
    )
    @action(detail=True, methods=["post"])
    def correction(self, request: Request, pk: str) -> Response:
        submission = submission_or_404(self.actor, int(pk))
        text = self.sent(CorrectionSerializer)["text"]
        with limits_told():
            corrected = resubmit(submission=submission, text=text)
        return self._answer(get_object_or_404(Submission, pk=corrected.pk), status=201)

    def _answer(self, submission: Submission, *, status: int = 200) -> Response:
        context = self._context([submission])
        return Response(WholeRecordSerializer(submission, context=context).data, status=status)

    def _context(self, records: Sequence[Submission]) -> dict[str, Any]:
        """Which of the games whoever asks may see: one query, and those that find out what they may."""
        games = [record.game_id for record in records if record.game_id is not None]
        visible = visible_games(self.actor).filter(pk__in=games).values_list("pk", flat=True)
        return {"visible": set(visible), "actor": self.actor}
