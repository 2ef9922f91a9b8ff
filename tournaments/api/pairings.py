"""Boards and their results in the API."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.serializers import LARGEST_ID, ListQuery
from players.models import Scope
from players.permissions import Actor
from tournaments.api import result_shapes as shapes
from tournaments.api.access import EventApiViewSet
from tournaments.api.board_context import context_of_boards
from tournaments.api.result_shapes import (
    ConsequencesSerializer,
    RecordDecisionSerializer,
    ReportedResultSerializer,
    ResultSerializer,
    WantedResultQuery,
)
from tournaments.api.round_shapes import WholePairingSerializer
from tournaments.models import Entry, Pairing
from tournaments.policies import may_enter_results, may_report_result
from tournaments.results.corrections import consequences
from tournaments.results.records import attach_waiting, keep_result, part_record, take_result_of_record
from tournaments.results.reporting import report_result, withdraw_report
from tournaments.results.services import enter_result
from tournaments.results.states import OPEN_RESULTS
from tournaments.rounds.visibility import visible_pairings

OPEN = "open"
PLAYED = "played"


class PairingQuery(ListQuery):
    event = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    section = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST_ID, help_text=gettext_lazy("The round's id.")
    )
    person = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST_ID, help_text=gettext_lazy("One of the two players.")
    )
    state = serializers.ChoiceField(
        [OPEN, PLAYED],
        required=False,
        help_text=gettext_lazy("Without a result or adjourned, or with a result."),
    )


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
        page = self.paginate_queryset(self._pairings().filter(self._wanted())) or []
        return self.get_paginated_response(told(request.user, page))

    @extend_schema(summary=gettext_lazy("Read a pairing"))
    def retrieve(self, request: Request, pk: str) -> Response:
        return self._answer(pk)

    @extend_schema(
        summary=gettext_lazy("Enter a result"),
        request=ResultSerializer,
        responses=WholePairingSerializer,
        description=gettext_lazy(
            "For arbiters: enter, correct or clear it. Who sends the version and is second is told what the first did."
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
        summary=gettext_lazy("Report the own result"),
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

    @extend_schema(summary=gettext_lazy("Take the own report back"), responses={204: None})
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
            "For arbiters, where a record says otherwise, does not belong to the board, or waits to belong to it."
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
            case shapes.TAKE:
                take_result_of_record(actor=actor, pairing=pairing, reason=reason)
            case shapes.KEEP:
                keep_result(actor=actor, pairing=pairing, reason=reason)
            case shapes.ATTACH:
                attach_waiting(actor=actor, pairing=pairing, game=str(sent["game"]))
            case _:
                part_record(actor=actor, pairing=pairing, reason=reason)
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
        return Response(ConsequencesSerializer(consequences(pairing, self.query["result"])).data)

    def _answer(self, pk: str) -> Response:
        return Response(told(self.request.user, [self._pairing(pk)])[0])

    def _own(self, pk: str) -> tuple[Pairing, Entry]:
        """The board, and the side of whoever asks."""
        actor = self.actor
        pairing = self._pairing(pk)
        self.ask(may_report_result(actor, pairing))
        is_first = pairing.first.person.account_id == actor.pk
        return pairing, pairing.first if is_first else pairing.second

    def _pairing(self, pk: str | int) -> Pairing:
        return get_object_or_404(self._pairings(), pk=pk)

    def _pairings(self) -> QuerySet[Pairing]:
        related = ("round__section__event__club", "first__person", "second__person")
        return visible_pairings(self.request.user).select_related(*related).prefetch_related("reports")

    def _wanted(self) -> Q:
        fields = {"event": "round__section__event", "section": "round__section", "round": "round"}
        wanted = Q(**{field: self.query[name] for name, field in fields.items() if name in self.query})
        if "person" in self.query:
            wanted &= Q(first__person=self.query["person"]) | Q(second__person=self.query["person"])
        if "state" in self.query:
            is_open = Q(result__in=OPEN_RESULTS)
            wanted &= is_open if self.query["state"] == OPEN else ~is_open
        return wanted


def told(actor: Actor, pairings: Sequence[Pairing]) -> list[Any]:
    return list(WholePairingSerializer(pairings, many=True, context=context_of_boards(actor, pairings)).data)
