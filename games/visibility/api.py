"""Who may see a game, in the API."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import StrictSerializer
from core.api.views import ApiViewSet
from games.access import game_or_403
from games.models import Game, Visibility
from games.policies import may_change_visibility
from games.visibility.selectors import requested_visibility
from games.visibility.services import change_visibility


class VisibilitySerializer(serializers.Serializer[Any]):
    visibility = serializers.ChoiceField(
        Visibility.choices, help_text=gettext_lazy("Who may see it at the moment.")
    )
    embargo_until = serializers.DateTimeField(allow_null=True)
    wish = serializers.ChoiceField(
        Visibility.choices,
        help_text=gettext_lazy("What was asked for; it takes effect once no event keeps the game private."),
    )


class VisibilityWishSerializer(StrictSerializer):
    visibility = serializers.ChoiceField(Visibility.choices)
    embargo_until = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text=gettext_lazy(
            "The end of an embargo; null: when the game's event ends, or when somebody ends it."
        ),
    )


class VisibilityViewSet(ApiViewSet):
    """An address below a game's own."""

    queryset = Game.objects.none()
    open_to_visitors = False

    @extend_schema(
        summary=gettext_lazy("Read who may see a game"),
        responses=VisibilitySerializer,
        description=gettext_lazy("For whoever submitted the game and for arbiters."),
    )
    @action(detail=True)
    def visibility(self, request: Request, pk: str) -> Response:
        return self._answer(self._game(pk))

    @extend_schema(
        summary=gettext_lazy("Say who may see a game"),
        request=VisibilityWishSerializer,
        responses=VisibilitySerializer,
        description=gettext_lazy(
            "Takes effect at once or, if an event keeps the game private, when the event publishes it."
        ),
    )
    @visibility.mapping.patch
    def wish(self, request: Request, pk: str) -> Response:
        game = self._game(pk)
        sent = self.sent(VisibilityWishSerializer)
        changed = change_visibility(
            actor=self.actor,
            game=game,
            visibility=Visibility(sent["visibility"]),
            embargo_until=sent.get("embargo_until"),
        )
        return self._answer(changed)

    def _game(self, pk: str) -> Game:
        return game_or_403(self.actor, pk, may=may_change_visibility)

    def _answer(self, game: Game) -> Response:
        wish = requested_visibility([game.pk]).get(game.pk)
        shown = {
            "visibility": game.visibility,
            "embargo_until": game.embargo_until,
            "wish": wish.visibility if wish else game.visibility,
        }
        return Response(VisibilitySerializer(shown).data)
