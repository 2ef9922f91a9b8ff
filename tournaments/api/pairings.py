"""Boards and their results in the API."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.serializers import LARGEST_ID, ListQuery
from players.permissions import Actor
from tournaments.api.access import EventApiViewSet
from tournaments.api.board_context import context_of_boards
from tournaments.api.round_shapes import WholePairingSerializer
from tournaments.models import Pairing
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
        return Response(told(request.user, [self._pairing(pk)])[0])

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
