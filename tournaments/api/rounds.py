"""Rounds in the API. What is not published is seen by those who may pair."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from jobs.work_item import WorkState
from players.api.serializers import LARGEST_ID, ListQuery, QuerySerializer
from players.permissions import Actor
from tournaments.api import round_change_shapes as shapes
from tournaments.api.access import EventApiViewSet
from tournaments.api.board_context import context_of_boards
from tournaments.api.conditional import NOT_MODIFIED, unless_unchanged
from tournaments.api.round_change_shapes import (
    ChangedRoundSerializer,
    ChangeSerializer,
    ClockStepSerializer,
    FindingSerializer,
    OrderSerializer,
    StepSerializer,
    WhyQuery,
    WhySerializer,
    change_of,
)
from tournaments.api.round_shapes import RoundSerializer, WholeRoundSerializer
from tournaments.api.versions import VersionQuery
from tournaments.models import PairingSystem, Round, RoundState
from tournaments.policies import may_pair
from tournaments.rounds.changing import change_draft, preview
from tournaments.rounds.clock import reset_clock, start_clock, stop_clock
from tournaments.rounds.explaining import why_board, why_bye
from tournaments.rounds.matches import add_due_games
from tournaments.rounds.ordering import delete_draft, give_up, order_again, order_round
from tournaments.rounds.publishing import close_round, publish_round, reopen_round, unpublish_round
from tournaments.rounds.relaxing import relaxations_of
from tournaments.rounds.visibility import visible_rounds


class RoundQuery(ListQuery):
    event = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    section = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    number = serializers.IntegerField(required=False, min_value=1, max_value=32767)
    state = serializers.ChoiceField(RoundState.choices, required=False)


class RoundViewSet(EventApiViewSet):
    queryset = Round.objects.none()
    serializer_class = RoundSerializer
    list_query = RoundQuery
    ordering = ("pk",)

    @extend_schema(
        summary=gettext_lazy("List rounds"),
        parameters=[RoundQuery],
        description=gettext_lazy(
            "In the order in which they were made. Arbiters see those, too, that are not published."
        ),
    )
    def list(self, request: Request) -> Response:
        fields = {"event": "section__event", "section": "section", "number": "number", "state": "state"}
        wanted: dict[str, Any] = {
            field: self.query[name] for name, field in fields.items() if name in self.query
        }
        rounds = visible_rounds(request.user).select_related("section__event").filter(**wanted)
        page = self.paginate_queryset(rounds)
        return self.get_paginated_response(RoundSerializer(page, many=True).data)

    @extend_schema(
        summary=gettext_lazy("Read a round"),
        responses={200: WholeRoundSerializer, **NOT_MODIFIED},
        description=gettext_lazy("With all its boards and byes."),
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        round_ = self._round(pk)
        return unless_unchanged(request, round_.section.event, lambda: self._answer(round_))

    @extend_schema(
        summary=gettext_lazy("Order a round"),
        request=OrderSerializer,
        responses={201: WholeRoundSerializer},
        description=gettext_lazy(
            "It is paired in the background: read it until its state is “paired”, or “problem” says why it cannot be."
        ),
    )
    def create(self, request: Request) -> Response:
        actor = self.actor
        sent = self.sent(OrderSerializer)
        section = self.sent_section(sent.pop("section"))
        self.ask(may_pair(actor, section.event))
        return self._answer(order_round(actor=actor, section=section, **sent), status=201)

    @extend_schema(
        summary=gettext_lazy("Throw a round away"),
        parameters=[VersionQuery],
        responses={204: None},
        description=gettext_lazy("One that is not published. It can be ordered again."),
    )
    def destroy(self, request: Request, pk: str) -> Response:
        round_ = self._round_to_pair(pk)
        delete_draft(actor=self.actor, round=round_, seen=self.query.get("version"))
        return Response(status=204)

    @extend_schema(
        summary=gettext_lazy("Publish, close, or take back"),
        request=StepSerializer,
        responses=WholeRoundSerializer,
        description=gettext_lazy("One step on the round's way, or back while nothing depends on it."),
    )
    @action(detail=True, methods=["post"])
    def step(self, request: Request, pk: str) -> Response:
        round_ = self._round_to_pair(pk)
        sent = self.sent(StepSerializer)
        actor, seen = self.actor, sent.get("version")
        match sent["step"]:
            case shapes.PUBLISH:
                publish_round(actor=actor, round=round_, seen=seen)
            case shapes.UNPUBLISH:
                unpublish_round(actor=actor, round=round_)
            case shapes.CLOSE:
                despite = sent.get("despite_adjourned", False)
                close_round(actor=actor, round=round_, despite_adjourned=despite)
            case shapes.REOPEN:
                reopen_round(actor=actor, round=round_)
            case shapes.PAIR_AGAIN:
                kept = sent.get("keep_boards", []), sent.get("keep_bye", False)
                order_again(actor=actor, round=round_, seen=seen, keep_boards=kept[0], keep_bye=kept[1])
            case shapes.GIVE_UP:
                give_up(actor=actor, round=round_, seen=seen)
            case _:
                add_due_games(actor=actor, round=round_)
        return self._answer(self._round(pk))

    @extend_schema(
        summary=gettext_lazy("Change a round by hand"),
        request=ChangeSerializer,
        responses=ChangedRoundSerializer,
        description=gettext_lazy("One that is paired and not published. What the change breaks is told."),
    )
    @action(detail=True, methods=["post"])
    def change(self, request: Request, pk: str) -> Response:
        round_ = self._round_to_pair(pk)
        sent = self.sent(ChangeSerializer)
        change = change_of(sent)
        # The tree of a knockout says who meets: nothing can break.
        by_tree = round_.section.system == PairingSystem.KNOCKOUT
        findings = [] if by_tree else preview(round_, change).breaches
        if saved := not sent.get("dry_run", False):
            change_draft(actor=self.actor, round=round_, change=change, seen=sent.get("version"))
        content = {"saved": saved, "findings": FindingSerializer(findings, many=True).data}
        return Response({**content, "round": told(request.user, self._round(pk))})

    @extend_schema(
        summary=gettext_lazy("Read why a board is as it is"),
        parameters=[WhyQuery],
        responses=WhySerializer,
        description=gettext_lazy("For those who may pair; without a board, why somebody has the bye."),
    )
    @action(detail=True, query_serializer=WhyQuery)
    def why(self, request: Request, pk: str) -> Response:
        round_ = self._round_to_pair(pk)
        found = None
        if round_.state != RoundState.ORDERED:
            found = why_board(round_, self.query["board"]) if "board" in self.query else why_bye(round_)
        if found is None:
            raise Http404
        return Response({"sentences": found})

    @extend_schema(
        summary=gettext_lazy("Set the round clock"),
        request=ClockStepSerializer,
        responses=WholeRoundSerializer,
    )
    @action(detail=True, methods=["post"])
    def clock(self, request: Request, pk: str) -> Response:
        round_ = self._round_to_pair(pk)
        sent = self.sent(ClockStepSerializer)
        match sent["do"]:
            case shapes.START:
                start_clock(actor=self.actor, round=round_, minutes=sent.get("minutes"))
            case shapes.STOP:
                stop_clock(actor=self.actor, round=round_)
            case _:
                reset_clock(actor=self.actor, round=round_)
        return self._answer(self._round(pk))

    def get_query_serializer(self) -> type[QuerySerializer]:
        return VersionQuery if self.action == "destroy" else super().get_query_serializer()

    def _round_to_pair(self, pk: str) -> Round:
        round_ = self._round(pk)
        self.ask(may_pair(self.actor, round_.section.event))
        return round_

    def _round(self, pk: str | int) -> Round:
        rounds = visible_rounds(self.request.user).select_related("section__event__club")
        return get_object_or_404(rounds, pk=pk)

    def _answer(self, round_: Round, *, status: int = 200) -> Response:
        return Response(told(self.request.user, round_), status=status)


def has_failed(round_: Round) -> bool:
    last = round_.orders.order_by("pk").last()
    return last is not None and last.state == WorkState.FAILED


def told(actor: Actor, round_: Round) -> dict[str, Any]:
    """Six queries at most."""
    boards = list(round_.pairings.select_related("first__person", "second__person"))
    context = {
        **context_of_boards(actor, boards),
        "failed": round_.state == RoundState.ORDERED and has_failed(round_),
        "relaxations": relaxations_of(round_),
        "boards": boards,
        "byes": round_.byes.select_related("entry__person").order_by("entry__starting_rank", "pk"),
    }
    return dict(WholeRoundSerializer(round_, context=context).data)
