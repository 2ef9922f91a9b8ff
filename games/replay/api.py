"""The board in the API: moves with their positions, and pictures of any ply, as far as the actor may see."""

from typing import Any, Final

from django.http import HttpResponseBase
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.formats import FileNegotiation
from core.api.serializers import QuerySerializer
from core.api.views import ApiViewSet
from core.web.rate_limits import network_of
from engine import registry
from games.access import cache_privately, forbid_caching_if_withheld, game_or_404
from games.models import Game
from games.replay.presenters.frame import parse_place
from games.replay.presenters.pictures import PictureFormat, picture_response
from games.replay.presenters.replay import build_replay_to
from games.replay.presenters.subject import Subject, game_subject

MAX_NUMBER: Final = 99_999
MAX_PLIES_IN_ANSWER: Final = 200
VIEWS: Final = tuple(dict.fromkeys(view for name in registry.names() for view in registry.rules(name).views))


class PlaceQuery(QuerySerializer):
    """Where in a record, and from which side of the board."""

    line = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MAX_NUMBER,
        help_text=gettext_lazy("0 is the main line; its variations follow in the order of the record."),
    )
    ply = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MAX_NUMBER,
        help_text=gettext_lazy("0 is the start; the last one if left out."),
    )
    flip = serializers.ChoiceField(
        ["0", "1"], required=False, help_text=gettext_lazy("1: the second player sits at the bottom.")
    )


class SeatQuery(QuerySerializer):
    """From whose seat."""

    view = serializers.ChoiceField(
        VIEWS,
        required=False,
        help_text=gettext_lazy(
            "From whose seat; 404 if it is not open to you. If left out, the one that shows you the most."
        ),
    )


class MovesQuery(SeatQuery):
    first = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_NUMBER,
        help_text=gettext_lazy("The ply to begin with; 1 if left out."),
    )


class PictureQuery(SeatQuery, PlaceQuery):
    format = serializers.ChoiceField(
        ["svg", "png", "gif"], default="svg", help_text=gettext_lazy("“gif” is the whole game in motion.")
    )


class PictureViewSet(ApiViewSet):
    """Addresses below a game's own."""

    queryset = Game.objects.none()
    lookup_url_kwarg = "game_id"  # clients know the parameter by this name

    @extend_schema(
        summary=gettext_lazy("Draw the board"),
        parameters=[PictureQuery],
        responses={
            (200, "image/svg+xml"): OpenApiTypes.STR,
            (200, "image/png"): OpenApiTypes.BINARY,
            (200, "image/gif"): OpenApiTypes.BINARY,
        },
    )
    @action(detail=True, query_serializer=PictureQuery, content_negotiation_class=FileNegotiation)
    def board(self, request: Request, game_id: str) -> HttpResponseBase:
        game = game_or_404(request.user, game_id)
        picture_format = PictureFormat(self.query["format"])
        picture = picture_response(
            game, request.user, request.query_params, picture_format, network=network_of(request._request)
        )
        return cache_privately(picture, game)


class PlySerializer(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text=gettext_lazy("From 1."))
    move = serializers.CharField(help_text=gettext_lazy("As the record has it, with the offer of a draw."))
    words = serializers.CharField(help_text=gettext_lazy("The same in words."))
    position = serializers.CharField(help_text=gettext_lazy("After it; face-down pieces are “?” and “!”."))


class MovesSerializer(serializers.Serializer[Any]):
    view = serializers.CharField(help_text=gettext_lazy("From whose seat this is."))
    views = serializers.ListField(
        child=serializers.CharField(), help_text=gettext_lazy("The seats that are open to you.")
    )
    start = serializers.CharField(help_text=gettext_lazy("The position before the first ply."))
    plies = PlySerializer(many=True)
    next = serializers.IntegerField(
        allow_null=True,
        help_text=gettext_lazy(
            "Where to go on with “first”: an answer has at most 200 plies. Null if these are the last."
        ),
    )


class MovesViewSet(ApiViewSet):
    """An address below a game's own."""

    queryset = Game.objects.none()

    @extend_schema(
        summary=gettext_lazy("Read the moves"),
        parameters=[MovesQuery],
        responses=MovesSerializer,
        description=gettext_lazy(
            "The main line, even of a game under embargo whose record spectators cannot read."
        ),
    )
    @action(detail=True, query_serializer=MovesQuery)
    def moves(self, request: Request, pk: str) -> Response:
        game = game_or_404(request.user, pk)
        subject = game_subject(game, request.user)
        view = parse_place(request.query_params, subject.views).view
        data = _moves_data(subject, view, self.query.get("first", 1))
        return forbid_caching_if_withheld(Response(MovesSerializer(data).data), game)


def _moves_data(subject: Subject, view: str, first: int) -> dict[str, Any]:
    game = subject.record.start()
    game.defer_end_checks()  # the record is valid: nobody has to ask at each ply whether the game is over
    start, plies = game.position(view), []
    end = len(subject.record.main.plies)
    last = min(end, first + MAX_PLIES_IN_ANSWER - 1)
    replay = build_replay_to(subject.record, 0, last, view, watched_from=first - 1)
    for replay_ply in replay.main.plies if replay else ():
        text = f"{replay_ply.text} (=)" if replay_ply.offer else replay_ply.text
        game.push(text)
        if replay_ply.number >= first:
            words, position = replay_ply.effect.words, game.position(view)
            plies.append({"ply": replay_ply.number, "move": text, "words": words, "position": position})
    following = last + 1 if last < end else None
    return {"view": view, "views": subject.views, "start": start, "plies": plies, "next": following}
