"""The tables of a section in the API, and why they are so."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.schema import NOT_MODIFIED
from core.api.serializers import QuerySerializer
from tournaments.api import EventApiViewSet, RatingRowSerializer
from tournaments.conditional import conditional_response
from tournaments.entries.api.entries import PlayerSerializer
from tournaments.models import PairingSystem, Section
from tournaments.pairing import Match
from tournaments.tables.presenters.crosstables import present_bracket, present_crosstable
from tournaments.tables.presenters.player_cards import present_player_card
from tournaments.tables.presenters.prizes import present_prizes
from tournaments.tables.presenters.progress import present_progress
from tournaments.tables.presenters.rating_report import present_rating_report
from tournaments.tables.selectors.standings import explain_row, load_table
from tournaments.tables.selectors.table_data import TableKind
from tournaments.tournament_data import point_system

MAX_ROUNDS = 32767


class PointsField(serializers.CharField):
    """2.5 where people write 2½: programs count with it."""

    def to_representation(self, value: str) -> str:
        if not value.endswith("½"):
            return value
        whole = value.removesuffix("½")
        return f"{whole if whole.strip('-') else whole + '0'}.5"


class ColumnSerializer(serializers.Serializer[Any]):
    """A tie-break."""

    label = serializers.CharField()  # type: ignore[assignment]
    code = serializers.CharField()
    name = serializers.CharField()
    article = serializers.CharField(help_text=gettext_lazy("Where FIDE's handbook has it."))


class LossSerializer(serializers.Serializer[Any]):
    """Where somebody left a knockout."""

    round = serializers.IntegerField()
    to = serializers.IntegerField(help_text=gettext_lazy("The starting rank of who went on."))


class TableRowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    player = PlayerSerializer(source="entry")
    points = PointsField()
    values = serializers.ListField(
        child=serializers.CharField(), help_text=gettext_lazy("The tie-breaks, as “columns” names them.")
    )
    lost = LossSerializer(allow_null=True)


class StandingsSerializer(serializers.Serializer[Any]):
    """The table of a section."""

    section = serializers.IntegerField(source="section.pk")
    kind = serializers.ChoiceField([kind.value for kind in TableKind], source="data.kind")
    rounds = serializers.IntegerField(source="data.rounds", help_text=gettext_lazy("After how many rounds."))
    unfinished = serializers.BooleanField(
        source="data.unfinished", help_text=gettext_lazy("Whether a game of these rounds has no result yet.")
    )
    final = serializers.BooleanField(
        source="frozen", help_text=gettext_lazy("Whether it was stored when the event was finished.")
    )
    problem = serializers.CharField(source="data.problem")
    columns = ColumnSerializer(many=True, source="data.columns")
    rows = TableRowSerializer(many=True)


class ExplanationLineSerializer(serializers.Serializer[Any]):
    """What one round adds."""

    round = serializers.IntegerField(allow_null=True)
    opponent = serializers.IntegerField(allow_null=True, help_text=gettext_lazy("By starting rank."))
    value = serializers.CharField()
    words = serializers.CharField()
    cut = serializers.CharField(allow_null=True, help_text=gettext_lazy("Why it does not count."))


class ExplanationSerializer(serializers.Serializer[Any]):
    """Why a value is what it is."""

    value = serializers.CharField()
    summary = serializers.CharField()
    lines = ExplanationLineSerializer(many=True)


class ExplainedRowSerializer(serializers.Serializer[Any]):
    """A line of the table, and why it is so."""

    row = TableRowSerializer()
    reasons = ExplanationSerializer(
        many=True, help_text=gettext_lazy("Of the points, then of each column of the standings.")
    )


class CrossRowSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    player = PlayerSerializer(source="entry")
    points = PointsField()
    cells = serializers.ListField(child=serializers.CharField())


class CrosstableSerializer(serializers.Serializer[Any]):
    """Who met whom."""

    section = serializers.IntegerField()
    all_play_all = serializers.BooleanField(
        help_text=gettext_lazy("Columns are opponents, in the order of the rows; otherwise they are rounds.")
    )
    heads = serializers.ListField(child=serializers.CharField())
    rows = CrossRowSerializer(many=True)


class MatchSerializer(serializers.Serializer[Any]):
    """A match of the tree. A side is null until its player is known. Players by their starting ranks."""

    round = serializers.IntegerField(source="key.round_number")
    match = serializers.IntegerField(source="key.match")
    third_place = serializers.BooleanField(source="key.third_place")
    first = serializers.IntegerField(allow_null=True)
    second = serializers.IntegerField(allow_null=True)
    winner = serializers.IntegerField(allow_null=True)
    bye = serializers.BooleanField(help_text=gettext_lazy("The first goes on without playing."))
    decided_by = serializers.SerializerMethodField(
        help_text=gettext_lazy("What settled a level match; null if nothing had to.")
    )
    games_played = serializers.SerializerMethodField()
    games_due = serializers.SerializerMethodField()

    @extend_schema_field({"type": ["string", "null"]})
    def get_decided_by(self, match: Match) -> str | None:
        return match.decided_by.name if match.decided_by else None

    def get_games_played(self, match: Match) -> int:
        return len(match.games)

    def get_games_due(self, match: Match) -> int:
        return len(match.due)


class BracketSerializer(serializers.Serializer[Any]):
    """The tree of a knockout."""

    section = serializers.IntegerField()
    problem = serializers.CharField(
        help_text=gettext_lazy("Why the tree cannot be followed; empty if it can.")
    )
    players = PlayerSerializer(many=True)
    matches = MatchSerializer(many=True)


class ProgressRowSerializer(serializers.Serializer[Any]):
    player = PlayerSerializer()
    ranks = serializers.ListField(
        child=serializers.IntegerField(), help_text=gettext_lazy("After each round.")
    )
    points = serializers.ListField(child=PointsField(), help_text=gettext_lazy("After each round."))


class ProgressSerializer(serializers.Serializer[Any]):
    """How players went up and down, in the order of the table."""

    section = serializers.IntegerField()
    rounds = serializers.IntegerField()
    rows = ProgressRowSerializer(many=True)


class PlayedGameSerializer(serializers.Serializer[Any]):
    """One game of a round, seen from the player."""

    pairing = serializers.IntegerField(help_text=gettext_lazy("Its id: read there what it ended with."))
    board = serializers.IntegerField()
    colour = serializers.CharField()
    game = serializers.IntegerField(
        allow_null=True,
        help_text=gettext_lazy("The game in the archive whose record it is; null if you may not see it."),
    )


class RoundOfCardSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(source="number")
    opponent = PlayerSerializer(allow_null=True)
    outcome = serializers.CharField(help_text=gettext_lazy("In words."))
    points = PointsField(help_text=gettext_lazy("Empty while the game has no result."))
    total = PointsField()
    games = PlayedGameSerializer(many=True)


class PlayerCardSerializer(serializers.Serializer[Any]):
    """One player's way through a section."""

    row = TableRowSerializer()
    rounds = RoundOfCardSerializer(many=True)
    average = serializers.IntegerField(
        help_text=gettext_lazy("Of the opponents' ratings, over the games that were played; 0 without any.")
    )
    performance = serializers.IntegerField(help_text=gettext_lazy("The rating that the results are worth."))


class WinnerSerializer(serializers.Serializer[Any]):
    """What one player gets of one list."""

    rank = serializers.IntegerField(source="row.rank")
    player = PlayerSerializer(source="entry")
    money = serializers.CharField(help_text=gettext_lazy("With its currency; empty if there is none."))
    sum = serializers.CharField(help_text=gettext_lazy("How a shared prize was computed."))
    titles = serializers.ListField(child=serializers.CharField())


class AwardsOfCategorySerializer(serializers.Serializer[Any]):
    category = serializers.CharField(help_text=gettext_lazy("Empty: all players of the section."))
    winners = WinnerSerializer(many=True)


class AwardsSerializer(serializers.Serializer[Any]):
    """Who gets which prize, as the table stands."""

    section = serializers.IntegerField(source="table.section.pk")
    final = serializers.BooleanField(source="table.frozen")
    categories = AwardsOfCategorySerializer(many=True)


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
