"""Rounds in the API. What is not published is seen by those who may pair."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.serializers import LARGEST_ID, ListQuery
from tournaments.api.access import EventApiViewSet
from tournaments.api.board_context import context_of_boards
from tournaments.api.conditional import NOT_MODIFIED, unless_unchanged
from tournaments.api.round_shapes import RoundSerializer, WholeRoundSerializer
from tournaments.models import Round, RoundState
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

    def _round(self, pk: str | int) -> Round:
        rounds = visible_rounds(self.request.user).select_related("section__event__club")
        return get_object_or_404(rounds, pk=pk)

    def _answer(self, round_: Round, *, status: int = 200) -> Response:
        boards = list(round_.pairings.select_related("first__person", "second__person"))
        context = {
            **context_of_boards(self.request.user, boards),
            "boards": boards,
            "byes": round_.byes.select_related("entry__person").order_by("entry__starting_rank", "pk"),
        }
        return Response(WholeRoundSerializer(round_, context=context).data, status=status)
