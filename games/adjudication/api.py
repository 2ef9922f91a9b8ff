"""The referee's verdicts in the API, and an arbiter's word on them."""

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import MAX_ID, ListQuery, StrictSerializer, StrictTextField
from core.api.views import ApiViewSet
from games.access import forbid_caching_if_withheld
from games.adjudication.selectors import adjudication_or_404, visible_adjudications
from games.adjudication.services import MAX_DECISION_LENGTH, confirm, overrule
from games.models import Adjudication, AdjudicationState, Verdict
from games.policies import may_adjudicate


class AdjudicationSerializer(serializers.ModelSerializer[Adjudication]):
    """What the referee found, with proof, and what an arbiter said to it."""

    game = serializers.IntegerField(source="game_id")
    proof = serializers.DictField(help_text=gettext_lazy("The referee's report, see docs/adjudication.md."))

    class Meta:
        model = Adjudication
        fields = (
            "id", "game", "verdict", "rule", "ply", "message", "proof", "engine_version", "created_at", "state",
            "decided_at", "reason",
        )  # fmt: skip
        read_only_fields = fields


class DecisionSerializer(StrictSerializer):
    state = serializers.ChoiceField([AdjudicationState.CONFIRMED.value, AdjudicationState.OVERRULED.value])
    reason = StrictTextField(max_length=MAX_DECISION_LENGTH)


class AdjudicationQuery(ListQuery):
    game = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    verdict = serializers.ChoiceField(Verdict.choices, required=False)
    state = serializers.ChoiceField(AdjudicationState.choices, required=False)


class AdjudicationViewSet(ApiViewSet):
    queryset = Adjudication.objects.none()
    serializer_class = AdjudicationSerializer
    list_query = AdjudicationQuery
    ordering = ("-pk",)

    @extend_schema(
        summary=gettext_lazy("List adjudications"),
        parameters=[AdjudicationQuery],
        description=gettext_lazy("Those of games that you may see completely, the newest first."),
    )
    def list(self, request: Request) -> Response:
        wanted = {name: self.query[name] for name in ("game", "verdict", "state") if name in self.query}
        page = self.paginate_queryset(visible_adjudications(request.user, **wanted)) or []
        answer = self.get_paginated_response(AdjudicationSerializer(page, many=True).data)
        return forbid_caching_if_withheld(answer, *(adjudication.game for adjudication in page))

    @extend_schema(summary=gettext_lazy("Read an adjudication"))
    def retrieve(self, request: Request, pk: str) -> Response:
        adjudication = adjudication_or_404(request.user, pk)
        return forbid_caching_if_withheld(
            Response(AdjudicationSerializer(adjudication).data), adjudication.game
        )

    @extend_schema(
        summary=gettext_lazy("Confirm or overrule"),
        request=DecisionSerializer,
        responses=AdjudicationSerializer,
        description=gettext_lazy(
            "For arbiters, with a reason. Another decision may follow; nothing is erased."
        ),
    )
    def partial_update(self, request: Request, pk: str) -> Response:
        actor = self.actor
        adjudication = adjudication_or_404(request.user, pk)
        self.ask(may_adjudicate(actor, adjudication.game))
        sent = self.sent(DecisionSerializer)
        decide = confirm if sent["state"] == AdjudicationState.CONFIRMED else overrule
        decided = decide(actor=actor, adjudication=adjudication, reason=sent["reason"])
        return Response(AdjudicationSerializer(decided).data)
