"""Records of games without a referee in the API: those of a board, and sending one."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import StrictSerializer, StrictTextField
from players.models import Scope
from tournaments.api import EventApiViewSet, ReasonField
from tournaments.models import Pairing, TextRecord
from tournaments.policies import may_enter_results, may_see_text_records, may_send_record
from tournaments.results.selectors import texts_of_board
from tournaments.results.services.text_records import keep_text, remove_text
from tournaments.rounds.selectors.visibility import get_visible_pairing_or_404


class TextRecordSerializer(serializers.ModelSerializer[TextRecord]):
    """A record that nobody has checked."""

    pairing = serializers.IntegerField(source="pairing_id")
    text = serializers.CharField(trim_whitespace=False)
    refereed = serializers.SerializerMethodField(help_text=gettext_lazy("Always false."))

    class Meta:
        model = TextRecord
        fields = ("id", "pairing", "text", "refereed", "sent_at")
        read_only_fields = fields

    def get_refereed(self, text: TextRecord) -> bool:
        return False


class TextsOfBoardSerializer(serializers.Serializer[Any]):
    """All that were sent, the first one first."""

    texts = TextRecordSerializer(many=True)


class TextToSendSerializer(StrictSerializer):
    text = StrictTextField(trim_whitespace=False, help_text=gettext_lazy("Kept as it is."))


class TextToRemoveSerializer(StrictSerializer):
    text = serializers.IntegerField(min_value=1, help_text=gettext_lazy("Its id."))
    reason = ReasonField()


class TextRecordViewSet(EventApiViewSet):
    """Addresses below a board's own."""

    queryset = Pairing.objects.none()
    scope_to_write = Scope.SUBMIT

    @extend_schema(
        summary=gettext_lazy("List the records of a board that are kept as text"),
        responses=TextsOfBoardSerializer,
        description=gettext_lazy("Of games without a referee only; of all others, the board names its game."),
    )
    @action(detail=True)
    def texts(self, request: Request, pk: str) -> Response:
        pairing = self._pairing(pk)
        if not may_see_text_records(request.user, pairing.round.section.event, pairing):
            raise Http404
        return Response(TextsOfBoardSerializer({"texts": texts_of_board(pairing)}).data)

    @extend_schema(
        summary=gettext_lazy("Send the record of a board, to be kept as text"),
        request=TextToSendSerializer,
        responses={201: TextRecordSerializer},
        description=gettext_lazy("By the two players and by arbiters, where nobody referees the game."),
    )
    @texts.mapping.post
    def keep(self, request: Request, pk: str) -> Response:
        actor, pairing = self.actor, self._pairing(pk)
        self.ask(may_send_record(actor, pairing.round.section.event, pairing))
        data = self.sent(TextToSendSerializer)["text"].encode("utf-8", "surrogatepass")
        kept = keep_text(account=actor, pairing=pairing, data=data)
        return Response(TextRecordSerializer(kept).data, status=201)

    @extend_schema(
        summary=gettext_lazy("Remove a record that is kept as text"),
        request=TextToRemoveSerializer,
        responses=TextsOfBoardSerializer,
        description=gettext_lazy("For arbiters. The event's log says who removed it."),
    )
    @action(detail=True, methods=["post"], url_path="texts/remove", scope_to_write=Scope.ORGANISE)
    def remove_text(self, request: Request, pk: str) -> Response:
        actor, pairing = self.actor, self._pairing(pk)
        self.ask(may_enter_results(actor, pairing.round.section.event))
        sent = self.sent(TextToRemoveSerializer)
        for text in texts_of_board(pairing):
            if text.pk == sent["text"]:
                remove_text(actor=actor, text_record=text, reason=sent.get("reason", ""))
        return Response(TextsOfBoardSerializer({"texts": texts_of_board(pairing)}).data)

    def _pairing(self, pk: str) -> Pairing:
        return get_visible_pairing_or_404(self.request.user, pk)
