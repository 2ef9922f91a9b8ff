"""Records of boards in the API: what the event knows of a game to begin with, and sending its record."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import StrictSerializer, StrictTextField
from games.models import SourceKind
from games.submissions.api.uploads import UploadSerializer
from games.submissions.selectors.uploads import progress_of_each
from players.models import Scope
from tournaments.api import EventApiViewSet
from tournaments.event_records import waiting_records
from tournaments.models import Pairing
from tournaments.policies import may_enter_results, may_send_record
from tournaments.results.presenters import record_template
from tournaments.results.services.submissions import send_record
from tournaments.rounds.selectors.visibility import get_visible_pairing_or_404


class RecordToSendSerializer(StrictSerializer):
    # As it is: what is stored is what was sent.
    text = StrictTextField(trim_whitespace=False, help_text=gettext_lazy("The record, in our format."))


class RecordsOfBoardSerializer(serializers.Serializer[Any]):
    """What a record of this board begins with, and which ones were sent and are not its record."""

    text = serializers.CharField(
        trim_whitespace=False,
        help_text=gettext_lazy("The head of a record with all that the event knows; add the moves."),
    )
    waiting = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text=gettext_lazy(
            "Ids of games that were sent for this board and belong to none: an arbiter may attach one. null if you are "
            "no arbiter of the event."
        ),
    )


class RecordOfBoardViewSet(EventApiViewSet):
    """Addresses below a board's own."""

    queryset = Pairing.objects.none()
    scope_to_write = Scope.SUBMIT
    open_to_visitors = False

    @extend_schema(
        summary=gettext_lazy("Read what a record begins with"),
        responses=RecordsOfBoardSerializer,
        description=gettext_lazy("For the two players and for arbiters."),
    )
    @action(detail=True)
    def records(self, request: Request, pk: str) -> Response:
        pairing = self._pairing(pk)
        is_arbiter = may_enter_results(self.actor, pairing.round.section.event)
        waiting = [game.pk for game in waiting_records(pairing)] if is_arbiter else None
        return Response({"text": record_template(pairing), "waiting": waiting})

    @extend_schema(
        summary=gettext_lazy("Send the record of a board"),
        request=RecordToSendSerializer,
        responses={201: UploadSerializer},
        description=gettext_lazy(
            "By the two players and by arbiters. Stored unchanged and answered at once; it is checked in the "
            "background: follow the upload until “finished”. Then the board has its record, and its result."
        ),
    )
    @records.mapping.post
    def send(self, request: Request, pk: str) -> Response:
        pairing = self._pairing(pk)
        data = self.sent(RecordToSendSerializer)["text"].encode("utf-8", "surrogatepass")
        upload = send_record(
            account=self.actor, pairing=pairing, content=[data], size=len(data), source=SourceKind.API
        )
        context = {"progress": progress_of_each([upload])}
        return Response(UploadSerializer(upload, context=context).data, status=201)

    def _pairing(self, pk: str) -> Pairing:
        found = get_visible_pairing_or_404(self.request.user, pk)
        self.ask(may_send_record(self.actor, found.round.section.event, found))
        return found
