"""Records of uploads in the API: what became of them, what was wrong, how far they were right, corrections."""

from collections.abc import Sequence
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.formats import FileNegotiation
from core.api.problems import REFERENCE
from core.api.serializers import MAX_ID, ListQuery, PageField, StrictSerializer
from core.api.views import ApiViewSet
from core.texts import translate_message
from engine.drawing import Picture, Theme
from engine.record import Record
from games.models import Submission, SubmissionState
from games.replay.api import PlaceQuery
from games.replay.presenters.board import build_picture_board
from games.replay.presenters.frame import parse_place, place_before_error
from games.replay.presenters.pictures import render_png
from games.replay.presenters.subject import prefix_subject
from games.submissions.api.uploads import RecordsText
from games.submissions.presenters import readable_text
from games.submissions.selectors import uploads
from games.submissions.selectors.uploads import records_sent_by, submission_or_404, valid_prefix
from games.submissions.services.uploads import resubmit
from games.visibility.selectors import visible_game_ids
from players.models import Scope

SQUARE_SIZE: Final = 64


class PrefixSerializer(serializers.Serializer[Any]):
    """The plies of a record before its first error, in the line in which it stands."""

    game = serializers.CharField()
    start = serializers.CharField(help_text=gettext_lazy("The position before the first ply."))
    plies = serializers.ListField(child=serializers.CharField())
    position = serializers.CharField(help_text=gettext_lazy("After the last of these plies."))
    in_variation = serializers.BooleanField(
        help_text=gettext_lazy("Whether the error stands in a variation; then the plies lead there.")
    )
    url = PageField(help_text=gettext_lazy("The page on which they can be replayed."))


class PrefixPictureQuery(PlaceQuery):
    format = serializers.ChoiceField(["svg", "png"], default="svg")


class PrefixViewSet(ApiViewSet):
    """Addresses below a record's own."""

    queryset = Submission.objects.none()
    open_to_visitors = False

    @extend_schema(
        summary=gettext_lazy("Read the valid plies of a record"),
        responses=PrefixSerializer,
        description=gettext_lazy("404 if not even its start can be read."),
    )
    @action(detail=True, url_name="plies")
    def prefix(self, request: Request, pk: str) -> Response:
        record = self._record(pk)
        game = record.before_error()
        if record.rules is None or game is None:
            raise Http404
        in_variation = game.plies != record.main.plies
        found = {
            "game": record.rules.name,
            "start": record.start().position(),
            "plies": game.plies if in_variation else list(record.main.texts()),
            "position": game.position(),
            "in_variation": in_variation,
            "url": reverse("replay-submission", args=[pk]),
        }
        return Response(PrefixSerializer(found).data)

    @extend_schema(
        summary=gettext_lazy("Draw the board of a record"),
        parameters=[PrefixPictureQuery],
        description=gettext_lazy(
            "After the last valid ply of the line in which the first error stands, or after another one."
        ),
        responses={
            (200, "image/svg+xml"): OpenApiTypes.STR,
            (200, "image/png"): OpenApiTypes.BINARY,
        },
    )
    @action(detail=True, query_serializer=PrefixPictureQuery, content_negotiation_class=FileNegotiation)
    def board(self, request: Request, pk: str) -> HttpResponse:
        subject = prefix_subject(self._record(pk), reverse("replay-submission", args=[pk]))
        choice = parse_place(request.query_params, subject.views)
        if choice.ply is None and not choice.line:
            line, ply = place_before_error(subject.record)
            choice = choice._replace(line=line, ply=ply)
        board = build_picture_board(subject, choice)
        options = Picture(size=SQUARE_SIZE, flip=board.place.flip)
        if self.query["format"] == "png":
            return HttpResponse(render_png(board.frame.svg(options._replace(theme=Theme.LIGHT))), "image/png")
        return HttpResponse(board.frame.svg(options), "image/svg+xml")

    def _record(self, pk: str) -> Record:
        record = valid_prefix(submission_or_404(self.actor, int(pk)))
        if record is None or record.rules is None or record.final is None:
            raise Http404
        return record


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
    """One record of an upload, and what became of it."""

    upload = serializers.IntegerField(source="upload_id")
    number = serializers.IntegerField(source="ordinal")
    file_name = serializers.CharField(source="member", help_text=gettext_lazy("Inside a zip file."))
    game = serializers.SerializerMethodField(
        help_text=gettext_lazy("The game in the archive, new or already there; null if you may not see it.")
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
        first = translate_message(submission.errors[0]) if submission.errors else ""
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
        "message": translate_message(error),
    }


class WholeRecordSerializer(RecordSerializer):
    """A record with the text that was sent, and what it has to do with other ones."""

    corrects = serializers.IntegerField(
        source="corrects_id",
        allow_null=True,
        help_text=gettext_lazy("The record that this one corrects."),
    )
    correction = serializers.SerializerMethodField(
        help_text=gettext_lazy("The correction that replaced this record.")
    )
    other_set_ups = serializers.SerializerMethodField(
        help_text=gettext_lazy(
            "Whether the game is already in the archive with other set-ups; false as well if you "
            "may not see those."
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
        return uploads.has_other_setups(submission, self.context["actor"])

    def get_text(self, submission: Submission) -> str:
        return readable_text(submission)


class CorrectionSerializer(StrictSerializer):
    text = RecordsText(help_text=gettext_lazy("The record, corrected."))


class RecordQuery(ListQuery):
    upload = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ID)
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
        wanted = {name: self.query[name] for name in ("upload", "state") if name in self.query}
        page = self.paginate_queryset(records_sent_by(self.actor, **wanted)) or []
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
        description=gettext_lazy("Only a record with errors. The old one is kept, but no longer listed."),
    )
    @action(detail=True, methods=["post"])
    def correction(self, request: Request, pk: str) -> Response:
        submission = submission_or_404(self.actor, int(pk))
        text = self.sent(CorrectionSerializer)["text"]
        corrected = resubmit(submission=submission, text=text)
        return self._answer(corrected, status=201)

    def _answer(self, submission: Submission, *, status: int = 200) -> Response:
        context = self._context([submission])
        return Response(WholeRecordSerializer(submission, context=context).data, status=status)

    def _context(self, records: Sequence[Submission]) -> dict[str, Any]:
        """Which of their games the actor may see: one query, and those that find out what they may."""
        games = [record.game_id for record in records if record.game_id is not None]
        return {"visible": visible_game_ids(self.actor, games), "actor": self.actor}
