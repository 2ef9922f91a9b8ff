"""The referee's verdicts in the API, and an arbiter's word on them."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import MAX_ID, ListQuery, StrictSerializer, StrictTextField
from core.api.views import ApiViewSet
from core.texts import translate_message
from games.access import forbid_caching_if_withheld
from games.adjudication.selectors import adjudication_or_404, visible_adjudications
from games.adjudication.services import MAX_DECISION_LENGTH, confirm, overrule
from games.models import Adjudication, AdjudicationState, GameResult, Verdict
from games.policies import may_adjudicate


class ReportField(serializers.DictField):
    """The referee's report with its sentences in the caller's language."""

    def to_representation(self, value: dict[str, Any]) -> dict[str, Any]:
        report = {name: part for name, part in value.items() if name != "words"}
        if "findings" in report:
            report["findings"] = [
                {name: part for name, part in finding.items() if name != "words"}
                | {"message": translate_message(finding)}
                for finding in report["findings"]
            ]
        return super().to_representation(report)


class AdjudicationSerializer(serializers.ModelSerializer[Adjudication]):
    """What the referee found, with proof, and what an arbiter said to it."""

    game = serializers.IntegerField(source="game_id")
    result = serializers.CharField(
        help_text=gettext_lazy("What counts instead of an overruled verdict; empty of all others.")
    )
    message = serializers.CharField(source="message_words")
    proof = ReportField(help_text=gettext_lazy("The referee's report, see docs/adjudication.md."))

    class Meta:
        model = Adjudication
        fields = (
            "id", "game", "verdict", "rule", "ply", "message", "proof", "engine_version", "created_at", "state",
            "decided_at", "reason", "result",
        )  # fmt: skip
        read_only_fields = fields


class DecisionSerializer(StrictSerializer):
    state = serializers.ChoiceField([AdjudicationState.CONFIRMED.value, AdjudicationState.OVERRULED.value])
    reason = StrictTextField(
        max_length=MAX_DECISION_LENGTH,
        required=False,
        default="",
        help_text=gettext_lazy("Needed to overrule."),
    )
    result = serializers.ChoiceField(
        GameResult.choices,
        required=False,
        help_text=gettext_lazy("What counts instead of the verdict: needed to overrule it, and only then."),
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        overrules = attrs["state"] == AdjudicationState.OVERRULED
        if overrules and "result" not in attrs:
            raise serializers.ValidationError(
                {"result": [_("Please choose the result that counts instead of the verdict.")]}
            )
        if not overrules and "result" in attrs:
            raise serializers.ValidationError(
                {"result": [_("A confirmed verdict already says what counts. Leave the result out.")]}
            )
        return attrs


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
            "For arbiters; to overrule it takes a reason and the result that counts instead: game, board, table and "
            "rating lists follow it. Another decision may follow; nothing is erased."
        ),
    )
    def partial_update(self, request: Request, pk: str) -> Response:
        actor = self.actor
        adjudication = adjudication_or_404(request.user, pk)
        self.ask(may_adjudicate(actor, adjudication.game))
        sent = self.sent(DecisionSerializer)
        reason = sent["reason"]
        if sent["state"] == AdjudicationState.CONFIRMED:
            decided = confirm(actor=actor, adjudication=adjudication, reason=reason)
        else:
            decided = overrule(actor=actor, adjudication=adjudication, result=sent["result"], reason=reason)
        return Response(AdjudicationSerializer(decided).data)
