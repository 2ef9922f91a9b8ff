"""The moves of a game in the API: each ply with the position after it, as far as the one who asks may see it."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.pictures import SeatQuery
from games.keeping import kept_as_shown
from games.models import Game
from games.replay.access import game_for
from games.replay.place import choice_of
from games.replay.replay import replay
from games.replay.subject import Subject, game_subject
from players.api.views import ApiViewSet


class PlySerializer(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text=gettext_lazy("From 1."))
    move = serializers.CharField(help_text=gettext_lazy("As the record has it, with the offer of a draw."))
    words = serializers.CharField(help_text=gettext_lazy("The same in words."))
    position = serializers.CharField(help_text=gettext_lazy("After it; face-down pieces are “?” and “!”."))


class MovesSerializer(serializers.Serializer[Any]):
    view = serializers.CharField(help_text=gettext_lazy("From whose seat this is."))
    views = serializers.ListField(
        child=serializers.CharField(), help_text=gettext_lazy("From which seats you may look.")
    )
    start = serializers.CharField(help_text=gettext_lazy("The position before the first ply."))
    plies = PlySerializer(many=True)


class MovesViewSet(ApiViewSet):
    """An address below a game's own."""

    queryset = Game.objects.none()

    @extend_schema(
        summary=gettext_lazy("Read the moves"),
        parameters=[SeatQuery],
        responses=MovesSerializer,
        description=gettext_lazy(
            "The main line, also of a game under embargo, of which spectators are sent no record."
        ),
    )
    @action(detail=True, query_serializer=SeatQuery)
    def moves(self, request: Request, pk: str) -> Response:
        game = game_for(request._request, int(pk))
        subject = game_subject(game, request.user)
        view = choice_of(request.query_params, subject.views).view
        return kept_as_shown(Response(MovesSerializer(_told(subject, view)).data), game)


def _told(subject: Subject, view: str) -> dict[str, Any]:
    game = subject.record.start()
    game.hurry()  # the record is valid: nobody has to ask at each ply whether the game is over
    start, plies = game.position(view), []
    main = replay(subject.record, view).main
    for moment in main.moments:
        text = f"{moment.text} (=)" if moment.offer else moment.text
        game.push(text)
        words, position = moment.telling.words, game.position(view)
        plies.append({"ply": moment.number, "move": text, "words": words, "position": position})
    return {"view": view, "views": subject.views, "start": start, "plies": plies}
