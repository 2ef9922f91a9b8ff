"""The tables of a section in the API, and why they are so."""

from django.http import Http404
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.schema import NOT_MODIFIED
from core.api.serializers import QuerySerializer
from tournaments.api import EventApiViewSet
from tournaments.conditional import conditional_response
from tournaments.models import PairingSystem, Section
from tournaments.tables.api.rows import (
    AwardsSerializer,
    BracketSerializer,
    CrosstableSerializer,
    ExplainedRowSerializer,
    PlayerCardSerializer,
    ProgressSerializer,
    RatingRowSerializer,
    StandingsSerializer,
)
from tournaments.tables.presenters.crosstables import present_bracket, present_crosstable
from tournaments.tables.presenters.player_cards import present_player_card
from tournaments.tables.presenters.prizes import present_prizes
from tournaments.tables.presenters.progress import present_progress
from tournaments.tables.presenters.rating_report import present_rating_report
from tournaments.tables.selectors.standings import explain_row, load_table
from tournaments.tournament_data import point_system

MAX_ROUNDS = 32767


class TableQuery(QuerySerializer):
    after = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=MAX_ROUNDS,
        help_text=gettext_lazy("After so many rounds; after all of them if left out."),
    )


class PlayerQuery(QuerySerializer):
    number = serializers.IntegerField(
        min_value=1, max_value=MAX_ROUNDS, help_text=gettext_lazy("The player's starting rank.")
    )


class ExplanationQuery(TableQuery):
    number = serializers.IntegerField(
        min_value=1, max_value=MAX_ROUNDS, help_text=gettext_lazy("The player's starting rank.")
    )


class TableViewSet(EventApiViewSet):
    """Addresses below a section's own."""

    queryset = Section.objects.none()

    @extend_schema(
        summary=gettext_lazy("Read the standings"),
        parameters=[TableQuery],
        responses={200: StandingsSerializer, **NOT_MODIFIED},
    )
    @action(detail=True, query_serializer=TableQuery)
    def standings(self, request: Request, pk: str) -> Response:
        section = self.section(pk)
        return conditional_response(
            request,
            section.event,
            lambda: Response(StandingsSerializer(load_table(section, after=self.query.get("after"))).data),
        )

    @extend_schema(
        summary=gettext_lazy("Explain a player's rank"),
        parameters=[ExplanationQuery],
        responses={200: ExplainedRowSerializer, **NOT_MODIFIED},
    )
    @action(detail=True, query_serializer=ExplanationQuery)
    def explanation(self, request: Request, pk: str) -> Response:
        section = self.section(pk)
        return conditional_response(request, section.event, lambda: self._explained(section))

    def _explained(self, section: Section) -> Response:
        found = explain_row(section, self.query["number"], after=self.query.get("after"))
        if found is None:
            raise Http404
        return Response(ExplainedRowSerializer(found).data)

    @extend_schema(
        summary=gettext_lazy("Read the crosstable"),
        responses={200: CrosstableSerializer, **NOT_MODIFIED},
        description=gettext_lazy("A cell is the opponent's starting rank, the colour and the result: 12w1."),
    )
    @action(detail=True)
    def crosstable(self, request: Request, pk: str) -> Response:
        section = self.section(pk)
        return conditional_response(request, section.event, lambda: Response(serialize_crosstable(section)))

    @extend_schema(
        summary=gettext_lazy("Read the bracket"),
        responses={200: BracketSerializer, **NOT_MODIFIED},
        description=gettext_lazy("Of a knockout."),
    )
    @action(detail=True)
    def bracket(self, request: Request, pk: str) -> Response:
        section = self.section(pk)
        if section.system != PairingSystem.KNOCKOUT:
            raise Http404
        return conditional_response(request, section.event, lambda: Response(serialize_bracket(section)))

    @extend_schema(
        summary=gettext_lazy("Read how players went up and down"),
        responses={200: ProgressSerializer, **NOT_MODIFIED},
        description=gettext_lazy(
            "The data of the progress chart: ranks and points of everybody after each round."
        ),
    )
    @action(detail=True)
    def progress(self, request: Request, pk: str) -> Response:
        section = self.section(pk)
        return conditional_response(request, section.event, lambda: Response(serialize_progress(section)))

    @extend_schema(
        summary=gettext_lazy("Read ratings and expected scores"),
        responses={200: RatingRowSerializer(many=True)},
        description=gettext_lazy(
            "Over games against rated opponents. The change is that of the rating list, once the event is rated."
        ),
    )
    @action(detail=True, pagination_class=None)
    def ratings(self, request: Request, pk: str) -> Response:
        return Response(RatingRowSerializer(present_rating_report(self.section(pk)), many=True).data)

    @extend_schema(
        summary=gettext_lazy("Read a player's card"),
        parameters=[PlayerQuery],
        responses={200: PlayerCardSerializer, **NOT_MODIFIED},
        description=gettext_lazy(
            "Opponents, colours, results and points round by round, and the performance."
        ),
    )
    @action(detail=True, query_serializer=PlayerQuery, url_path="player-card")
    def player_card(self, request: Request, pk: str) -> Response:
        section = self.section(pk)
        return conditional_response(request, section.event, lambda: self._card(section))

    def _card(self, section: Section) -> Response:
        found = present_player_card(section, self.query["number"], self.request.user)
        if found is None:
            raise Http404
        return Response(PlayerCardSerializer(found).data)

    @extend_schema(
        summary=gettext_lazy("Read who gets which prize"),
        responses={200: AwardsSerializer, **NOT_MODIFIED},
        description=gettext_lazy("Money of shared places is shared as the section says."),
    )
    @action(detail=True)
    def awards(self, request: Request, pk: str) -> Response:
        section = self.section(pk)
        return conditional_response(
            request, section.event, lambda: Response(AwardsSerializer(present_prizes(section)).data)
        )


def serialize_crosstable(section: Section) -> dict[str, object]:
    found = present_crosstable(section)
    rows = [
        {"rank": row.rank, "entry": row.entry, "points": row.points, "cells": cross.cells}
        for row, cross in zip(found.table.rows, found.cross.rows, strict=True)
    ]
    content = {"section": section.pk, "all_play_all": found.cross.all_play_all, "heads": found.cross.heads}
    return dict(CrosstableSerializer({**content, "rows": rows}).data)


def serialize_progress(section: Section) -> dict[str, object]:
    found = present_progress(section)
    text = point_system(section).text
    entries = {row.number: row.entry for row in found.table.rows}
    rows = [
        {"player": entries[number], "ranks": ranks, "points": [text(value) for value in found.points[number]]}
        for number, ranks in found.ranks.items()
    ]
    rounds = max((len(ranks) for ranks in found.ranks.values()), default=0)
    return dict(ProgressSerializer({"section": section.pk, "rounds": rounds, "rows": rows}).data)


def serialize_bracket(section: Section) -> dict[str, object]:
    found = present_bracket(section)
    matches = [match for matches in found.rounds for match in matches]
    content = {"section": section.pk, "problem": found.problem, "players": list(found.entries.values())}
    return dict(BracketSerializer({**content, "matches": matches}).data)
