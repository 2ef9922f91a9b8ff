"""How far a record was right: its valid plies in the API, and the board at each of them, for its submitter."""

from typing import Any, Final

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from engine.drawing import Picture, Theme
from engine.record import Record
from games.api.pictures import PlaceQuery
from games.models import Submission
from games.replay.context import picture_of
from games.replay.pictures import png
from games.replay.place import before_error, choice_of
from games.replay.subject import prefix_subject
from games.submitting.access import submission_or_404
from games.submitting.selectors import valid_prefix
from players.api.files import AsTheFileIs
from players.api.serializers import PageField
from players.api.views import ApiViewSet

SQUARE: Final = 64


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
    @action(detail=True, query_serializer=PrefixPictureQuery, content_negotiation_class=AsTheFileIs)
    def board(self, request: Request, pk: str) -> HttpResponse:
        subject = prefix_subject(self._record(pk), reverse("replay-submission", args=[pk]))
        choice = choice_of(request.query_params, subject.views)
        if choice.ply is None and not choice.line:
            line, ply = before_error(subject.record)
            choice = choice._replace(line=line, ply=ply)
        board = picture_of(subject, choice)
        options = Picture(size=SQUARE, flip=board.place.flip)
        if self.query["format"] == "png":
            return HttpResponse(png(board.frame.svg(options._replace(theme=Theme.LIGHT))), "image/png")
        return HttpResponse(board.frame.svg(options), "image/svg+xml")

    def _record(self, pk: str) -> Record:
        record = valid_prefix(submission_or_404(self.actor, int(pk)))
        if record is None or record.rules is None or record.final is None:
            raise Http404
        return record
