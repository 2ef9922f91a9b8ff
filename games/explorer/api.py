"""The explorer in the API: what was played from a position, by the same filters as on the page."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.problems import InvalidQuery
from core.api.serializers import GameField, PageField, QuerySerializer
from core.api.views import ApiView
from games.access import NO_STORE
from games.archive.api import filter_parameters
from games.explorer.forms import MAX_LINE_LENGTH, ExplorerFilters, query_of, split_line
from games.explorer.presenters import explore_place, find_place, games_for
from games.explorer.selectors import Tally
from games.models.game import MAX_POSITION_LENGTH


class ExplorerQuery(QuerySerializer):
    """A position, a line from it, and the filters of the list of games."""

    kind = GameField(
        required=False,
        help_text=gettext_lazy("The game; of a position it may be left out. The first game if both are."),
    )
    position = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=MAX_POSITION_LENGTH,
        help_text=gettext_lazy("A position string; the game’s start if left out."),
    )
    line = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=MAX_LINE_LENGTH,
        help_text=gettext_lazy("Plies from there, joined by spaces."),
    )


FullExplorerQuery: Final = type(
    "FullExplorerQuery",
    (ExplorerQuery,),
    {
        "__doc__": ExplorerQuery.__doc__,
        **{name: field for name, field in filter_parameters(ExplorerFilters).items() if name != "kind"},
    },
)


class TallySerializer(serializers.Serializer[Any]):
    """Games, counted."""

    games = serializers.IntegerField()
    first_wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    second_wins = serializers.IntegerField()
    rating = serializers.IntegerField(
        allow_null=True,
        help_text=gettext_lazy("The average of whoever was to move, in the list of all clubs."),
    )
    performance = serializers.IntegerField(allow_null=True)
    latest = PageField(help_text=gettext_lazy("The page of the latest game."))
    best = PageField(allow_null=True, help_text=gettext_lazy("Of the game with the highest ratings."))


class MoveSerializer(TallySerializer):
    """A ply that was played, and the games in which it was."""

    ply = serializers.CharField()


class ExplorationSerializer(serializers.Serializer[Any]):
    game = serializers.CharField()
    position = serializers.CharField(help_text=gettext_lazy("After the line."))
    total = TallySerializer(allow_null=True, help_text=gettext_lazy("Null if there is no game."))
    moves = MoveSerializer(many=True, help_text=gettext_lazy("The most frequent first."))
    more_moves = serializers.IntegerField(help_text=gettext_lazy("How many are left out."))
    is_cut = serializers.BooleanField(
        help_text=gettext_lazy("Whether there are more games than are counted; these are the newest.")
    )


class ExplorerView(ApiView):
    query_serializer = FullExplorerQuery

    @extend_schema(
        operation_id="explorer",
        tags=["explorer"],
        summary=gettext_lazy("Count what was played from a position"),
        parameters=[FullExplorerQuery],
        responses=ExplorationSerializer,
        description=gettext_lazy(
            "Public games; with “withheld”, also those of which only you see everything."
        ),
    )
    def get(self, request: Request) -> Response:
        filters = games_for(request.query_params, request.user)
        if not filters.is_valid():
            raise InvalidQuery(dict(filters.errors))
        query = self.query
        line = split_line(query.get("line", ""))
        place = find_place(query.get("kind", ""), query.get("position", ""), line)
        if place is None:
            raise InvalidQuery(
                {"position": [_("There is no such position, or nobody could play on like that.")]}
            )
        found = explore_place(place, filters, query_of(request.query_params)).found
        answer = Response(
            {
                "game": place.kind,
                "position": place.position.text,
                "total": _tally(found.total) if found.total else None,
                "moves": [{"ply": move.ply, **_tally(move.tally)} for move in found.moves],
                "more_moves": found.more_moves,
                "is_cut": found.is_cut,
            }
        )
        if filters.with_withheld:
            answer["Cache-Control"] = NO_STORE
        return answer


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "first_wins": tally.first_wins,
        "draws": tally.draws,
        "second_wins": tally.second_wins,
        "rating": tally.rating,
        "performance": tally.performance,
        "latest": tally.latest.url,
        "best": tally.best.url if tally.best else None,
    }
