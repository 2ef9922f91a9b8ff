"""The confirmation of free games in the API: what waits for oneself, and the answers of players and officials."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.scopes import Scope
from core.api.serializers import ListQuery, PageField, StrictBooleanField, StrictSerializer, StrictTextField
from core.api.views import ApiViewSet
from core.errors import Conflict
from games.access import forbid_caching_if_withheld, game_or_403, game_or_404
from games.confirmations.policies import may_answer
from games.confirmations.presenters import confirmation_page
from games.confirmations.selectors import games_for_official, games_waiting_for
from games.confirmations.services import answer_as_player, confirm_for_both, decide_dispute
from games.models import ConfirmationAnswer, ConfirmationState, Game
from games.models.confirmation import MAX_ANSWER_REASON_LENGTH
from games.policies import may_decide

OWN = "own"
MAX_RESULT_LENGTH = 8


class WaitingGameSerializer(serializers.ModelSerializer[Game]):
    """A free game that somebody has to answer to."""

    game = serializers.CharField(source="kind")
    first = serializers.CharField(source="first_name")
    second = serializers.CharField(source="second_name")
    url = PageField(source="get_absolute_url")

    class Meta:
        model = Game
        fields = (
            "id",
            "game",
            "first",
            "second",
            "result",
            "termination",
            "date",
            "event",
            "confirmation",
            "url",
        )
        read_only_fields = fields


class ShownAnswerSerializer(serializers.Serializer[Any]):
    who = serializers.CharField()
    words = serializers.CharField()
    reason = serializers.CharField()


class ConfirmationSerializer(serializers.Serializer[Any]):
    state = serializers.CharField(
        help_text=gettext_lazy("“waiting”, “confirmed”, “disputed” or “rejected”; empty if it needs none.")
    )
    answers = ShownAnswerSerializer(many=True)
    own_answer = serializers.CharField(help_text=gettext_lazy("Empty if you gave none."))


class AnswerSerializer(StrictSerializer):
    answer = serializers.ChoiceField(ConfirmationAnswer.choices)
    result = StrictTextField(
        max_length=MAX_RESULT_LENGTH,
        help_text=gettext_lazy("The result that you answer to: 409 if the game has another one by now."),
    )
    reason = StrictTextField(max_length=MAX_ANSWER_REASON_LENGTH, required=False, allow_blank=True)


class OfficialAnswerSerializer(StrictSerializer):
    counts = StrictBooleanField(
        help_text=gettext_lazy("False only for a disputed game. For one, a reason is needed either way.")
    )
    result = StrictTextField(max_length=MAX_RESULT_LENGTH)
    reason = StrictTextField(max_length=MAX_ANSWER_REASON_LENGTH, required=False, allow_blank=True)


class ConfirmationQuery(ListQuery):
    show = serializers.ChoiceField(
        [OWN, ConfirmationState.WAITING.value, ConfirmationState.DISPUTED.value],
        default=OWN,
        help_text=gettext_lazy(
            "“own”: those that wait for you; “waiting”, “disputed”: those of your clubs’ members, for their officials."
        ),
    )


class WaitingGameViewSet(ApiViewSet):
    queryset = Game.objects.none()
    serializer_class = WaitingGameSerializer
    list_query = ConfirmationQuery
    ordering = ("-sort_date", "-pk")
    open_to_visitors = False

    @extend_schema(
        summary=gettext_lazy("List games to confirm"),
        parameters=[ConfirmationQuery],
        description=gettext_lazy("Free games count for ratings when both players have confirmed them."),
    )
    def list(self, request: Request) -> Response:
        show = self.query["show"]
        games = (
            games_waiting_for(self.actor)
            if show == OWN
            else games_for_official(self.actor, ConfirmationState(show))
        )
        page = self.paginate_queryset(games) or []
        return self.get_paginated_response(WaitingGameSerializer(page, many=True).data)


class ConfirmationViewSet(ApiViewSet):
    """Addresses below a game's own."""

    queryset = Game.objects.none()
    scope_to_write = Scope.SUBMIT

    @extend_schema(
        summary=gettext_lazy("Read what was answered to a free game"), responses=ConfirmationSerializer
    )
    @action(detail=True)
    def confirmation(self, request: Request, pk: str) -> Response:
        return self._answer(game_or_404(request.user, pk))

    @extend_schema(
        summary=gettext_lazy("Confirm a game that you played, or say that it is wrong"),
        request=AnswerSerializer,
        responses=ConfirmationSerializer,
        description=gettext_lazy("The same answer again changes nothing. A refused game is disputed."),
    )
    @confirmation.mapping.post
    def answer(self, request: Request, pk: str) -> Response:
        game = game_or_403(self.actor, pk, may=may_answer)
        sent = self.sent(AnswerSerializer)
        _check_result(game, sent["result"])
        answer_as_player(
            actor=self.actor,
            game=game,
            answer=ConfirmationAnswer(sent["answer"]),
            reason=sent.get("reason", ""),
            seen=confirmation_page(self.actor, game).seen,
        )
        return self._answer(game_or_404(request.user, pk))

    def _answer(self, game: Game) -> Response:
        page = confirmation_page(self.request.user, game)
        return forbid_caching_if_withheld(Response(ConfirmationSerializer(page).data), game)


class OfficialAnswerViewSet(ApiViewSet):
    """Addresses below a game's own, for officials of a club to which both players belong."""

    queryset = Game.objects.none()
    open_to_visitors = False

    @extend_schema(
        summary=gettext_lazy("Confirm a game for both players, or decide about a disputed one"),
        request=OfficialAnswerSerializer,
        responses=ConfirmationSerializer,
    )
    @action(detail=True, methods=["post"])
    def decision(self, request: Request, pk: str) -> Response:
        game = game_or_403(self.actor, pk, may=may_decide)
        sent = self.sent(OfficialAnswerSerializer)
        _check_result(game, sent["result"])
        page = confirmation_page(self.actor, game)
        if page.may_decide or not sent["counts"]:
            decide_dispute(
                actor=self.actor,
                game=game,
                counts=sent["counts"],
                reason=sent.get("reason", ""),
                seen=page.seen,
            )
        else:
            confirm_for_both(actor=self.actor, game=game, seen=page.seen)
        now = confirmation_page(self.actor, game_or_404(request.user, pk))
        return Response(ConfirmationSerializer(now).data)


def _check_result(game: Game, result: str) -> None:
    if game.result != result:
        raise Conflict(
            _("The game has the result %(result)s. Please look at it again.") % {"result": game.result}
        )
