"""Boards and their results in the API."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import (
    MAX_ID,
    IdField,
    ListQuery,
    QuerySerializer,
    StrictBooleanField,
    StrictSerializer,
)
from core.permissions.actors import Actor
from players.models import Scope
from tournaments.api import EventApiViewSet, ReasonField, VersionField
from tournaments.entries.api.entries import PlayerSerializer
from tournaments.models import Entry, Pairing, PairingResult, ResultReport
from tournaments.policies import may_enter_results, may_report_result
from tournaments.results.presenters import preview_consequences
from tournaments.results.selectors import REPORTABLE_RESULTS
from tournaments.results.services.records import (
    RecordDecision,
    attach_waiting_record,
    detach_record,
    keep_result,
    take_result_from_record,
)
from tournaments.results.services.reports import report_result, withdraw_report
from tournaments.results.services.results import enter_result
from tournaments.rounds.api.rounds import PairingSerializer
from tournaments.rounds.selectors.visibility import (
    get_visible_pairing_or_404,
    search_pairings,
    visible_parts_of_boards,
)
from tournaments.tables.api.rows import PointsField


class PairingProgress(StrEnum):
    OPEN = "open"
    PLAYED = "played"


class PairingQuery(ListQuery):
    event = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    section = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=MAX_ID, help_text=gettext_lazy("The round's id.")
    )
    person = serializers.IntegerField(
        required=False, min_value=1, max_value=MAX_ID, help_text=gettext_lazy("One of the two players.")
    )
    state = serializers.ChoiceField(
        [each.value for each in PairingProgress],
        required=False,
        help_text=gettext_lazy("Without a result or adjourned, or with a result."),
    )


class MovementSerializer(serializers.Serializer[Any]):
    """A player whose line of the table would change."""

    player = PlayerSerializer(source="entry")
    points_before = PointsField()
    points_after = PointsField()
    rank_before = serializers.IntegerField()
    rank_after = serializers.IntegerField()


class ConsequencesSerializer(serializers.Serializer[Any]):
    """What another result would change."""

    movements = MovementSerializer(many=True)
    later_rounds = serializers.SerializerMethodField(
        help_text=gettext_lazy("The numbers of rounds that were paired while the old result stood.")
    )
    needs_reason = serializers.BooleanField()

    def get_later_rounds(self, consequences: Any) -> list[int]:
        return [round_.number for round_ in consequences.later_rounds]


class RecordDecisionSerializer(StrictSerializer):
    do = serializers.ChoiceField(
        [decision.value for decision in RecordDecision],
        help_text=gettext_lazy(
            "take: the record's result counts. keep: record and result stay although another record, or the record, "
            "says otherwise. part: detach the record from the board. attach: make a game the record that was sent for "
            "the board and waits; the record that the board has is detached."
        ),
    )
    reason = ReasonField()
    game = IdField(required=False, help_text=gettext_lazy("To attach: the game whose record it is."))

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["do"] == RecordDecision.ATTACH and "game" not in attrs:
            raise serializers.ValidationError({"game": [_("Which one?")]})
        return attrs


class ReportedResultSerializer(StrictSerializer):
    result = serializers.ChoiceField(REPORTABLE_RESULTS)


class ResultSerializer(StrictSerializer):
    result = serializers.ChoiceField(
        PairingResult.choices, allow_blank=True, help_text=gettext_lazy("Empty clears it.")
    )
    version = VersionField()
    reason = ReasonField(
        help_text=gettext_lazy("For a decision, and once the round is closed or a later one was paired.")
    )
    decision = StrictBooleanField(
        required=False, help_text=gettext_lazy("Whether it is an arbiter's decision; it needs a reason.")
    )


class WantedResultQuery(QuerySerializer):
    result = serializers.ChoiceField(
        [value for value in PairingResult.values if value], help_text=gettext_lazy("What it would be.")
    )


class ReportSerializer(serializers.ModelSerializer[ResultReport]):
    """What a player says a game ended with."""

    entry = serializers.IntegerField(source="entry_id")

    class Meta:
        model = ResultReport
        fields = ("entry", "result", "reported_at")
        read_only_fields = fields


class WholePairingSerializer(PairingSerializer):
    """A game with what its players have reported."""

    section = serializers.IntegerField(source="round.section_id")
    event = serializers.IntegerField(source="round.section.event_id")
    reports = serializers.SerializerMethodField(
        help_text=gettext_lazy("What the players said; null if it is not your game and you are no arbiter.")
    )

    class Meta(PairingSerializer.Meta):
        fields = (*PairingSerializer.Meta.fields, "section", "event", "reports")
        read_only_fields = fields

    @extend_schema_field(ReportSerializer(many=True, allow_null=True))
    def get_reports(self, pairing: Pairing) -> list[Any] | None:
        players = {pairing.first.person.account_id, pairing.second.person.account_id} - {None}
        if (
            pairing.round_id not in self.context["rounds_as_arbiter"]
            and self.context["account"] not in players
        ):
            return None
        return list(ReportSerializer(pairing.reports.all(), many=True).data)


class PairingViewSet(EventApiViewSet):
    queryset = Pairing.objects.none()
    serializer_class = WholePairingSerializer
    list_query = PairingQuery
    ordering = ("pk",)

    @extend_schema(
        summary=gettext_lazy("List pairings"),
        parameters=[PairingQuery],
        description=gettext_lazy("The boards of rounds that you may see."),
    )
    def list(self, request: Request) -> Response:
        wanted = dict(self.query)
        if "state" in wanted:
            wanted["is_open"] = wanted["state"] == PairingProgress.OPEN
        page = self.paginate_queryset(search_pairings(request.user, wanted)) or []
        return self.get_paginated_response(serialize_pairings(request.user, page))

    @extend_schema(summary=gettext_lazy("Read a pairing"))
    def retrieve(self, request: Request, pk: str) -> Response:
        return self._answer(pk)

    @extend_schema(
        summary=gettext_lazy("Enter a result"),
        request=ResultSerializer,
        responses=WholePairingSerializer,
        description=gettext_lazy(
            "For arbiters: enter, correct or clear it. With an old version nothing is done (409)."
        ),
    )
    def partial_update(self, request: Request, pk: str) -> Response:
        actor = self.actor
        pairing = self._pairing(pk)
        self.ask(may_enter_results(actor, pairing.round.section.event))
        sent = self.sent(ResultSerializer)
        enter_result(actor=actor, pairing=pairing, seen=sent.pop("version", None), **sent)
        return self._answer(pk)

    @extend_schema(
        summary=gettext_lazy("Report your own result"),
        request=ReportedResultSerializer,
        responses=WholePairingSerializer,
        description=gettext_lazy(
            "For the two players: when both report the same, it is the result. Until then, reports may change."
        ),
    )
    @action(detail=True, methods=["post"], scope_to_write=Scope.SUBMIT)
    def report(self, request: Request, pk: str) -> Response:
        pairing, own = self._own(pk)
        report_result(
            actor=self.actor, pairing=pairing, entry=own, result=self.sent(ReportedResultSerializer)["result"]
        )
        return self._answer(pk)

    @extend_schema(summary=gettext_lazy("Take back your own report"), responses={204: None})
    @report.mapping.delete
    def withdraw_report(self, request: Request, pk: str) -> Response:
        pairing, own = self._own(pk)
        withdraw_report(actor=self.actor, pairing=pairing, entry=own)
        return Response(status=204)

    @extend_schema(
        summary=gettext_lazy("Decide about a record"),
        request=RecordDecisionSerializer,
        responses=WholePairingSerializer,
        description=gettext_lazy(
            "For arbiters, where a record contradicts the result, does not belong to the board, or "
            "is not attached yet."
        ),
    )
    @action(detail=True, methods=["post"])
    def record(self, request: Request, pk: str) -> Response:
        actor = self.actor
        pairing = self._pairing(pk)
        self.ask(may_enter_results(actor, pairing.round.section.event))
        sent = self.sent(RecordDecisionSerializer)
        reason = sent.get("reason", "")
        match sent["do"]:
            case RecordDecision.TAKE:
                take_result_from_record(actor=actor, pairing=pairing, reason=reason)
            case RecordDecision.KEEP:
                keep_result(actor=actor, pairing=pairing, reason=reason)
            case RecordDecision.ATTACH:
                attach_waiting_record(actor=actor, pairing=pairing, game=str(sent["game"]), reason=reason)
            case _:
                detach_record(actor=actor, pairing=pairing, reason=reason)
        return self._answer(pk)

    @extend_schema(
        summary=gettext_lazy("Read what another result would change"),
        parameters=[WantedResultQuery],
        responses=ConsequencesSerializer,
        description=gettext_lazy("For arbiters. Nothing is saved."),
    )
    @action(detail=True, query_serializer=WantedResultQuery)
    def consequences(self, request: Request, pk: str) -> Response:
        pairing = self._pairing(pk)
        self.ask(may_enter_results(request.user, pairing.round.section.event))
        return Response(ConsequencesSerializer(preview_consequences(pairing, self.query["result"])).data)

    def _answer(self, pk: str) -> Response:
        return Response(serialize_pairings(self.request.user, [self._pairing(pk)])[0])

    def _own(self, pk: str) -> tuple[Pairing, Entry]:
        """The board, and the entry of the account that asks."""
        actor = self.actor
        pairing = self._pairing(pk)
        self.ask(may_report_result(actor, pairing))
        is_first = pairing.first.person.account_id == actor.pk
        return pairing, pairing.first if is_first else pairing.second

    def _pairing(self, pk: str | int) -> Pairing:
        return get_visible_pairing_or_404(self.request.user, pk)


def serialize_pairings(actor: Actor, pairings: Sequence[Pairing]) -> list[Any]:
    return list(
        WholePairingSerializer(pairings, many=True, context=visible_parts_of_boards(actor, pairings)).data
    )
