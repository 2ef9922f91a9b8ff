"""Games in the API: the same filters as on the page, and as much of each as whoever asks may see."""

from collections.abc import Sequence
from typing import Final

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.adjudicating.selectors import with_state_of_verdict
from games.api.filters import filter_parameters
from games.keeping import kept_as_shown
from games.linking.services import link_players
from games.models import Game
from games.policies import may_link_players
from games.reading.few import by_keys_if_few
from games.reading.filters import GameFilters
from games.reading.visible import visible_games, with_seen_whole
from players.api.problems import WrongQuery
from players.api.serializers import IdField, ListQuery, PageField, StrictSerializer
from players.api.views import ApiViewSet
from players.models import Person
from players.people.selectors import pages_visible_among, people_visible_to


class GameSerializer(serializers.ModelSerializer[Game]):
    """The head of a game."""

    game = serializers.CharField(source="kind")
    first = serializers.CharField(
        source="first_name", help_text=gettext_lazy("Who moved first: White, or Red. As the record says.")
    )
    second = serializers.CharField(source="second_name")
    first_person = serializers.SerializerMethodField(
        help_text=gettext_lazy("Who the first name stands for; null if nobody whom you may see.")
    )
    second_person = serializers.SerializerMethodField()
    club = serializers.SerializerMethodField(help_text=gettext_lazy("Null if it belongs to none."))
    plies = serializers.IntegerField(source="ply_count")
    adjudication = serializers.SerializerMethodField(
        help_text=gettext_lazy(
            "The verdict that holds; empty before the referee looked, and if you may not see all of the game."
        )
    )
    adjudication_state = serializers.SerializerMethodField(
        help_text=gettext_lazy(
            "Whether it is “proposed” by the referee, or “confirmed” or “overruled” by an arbiter; empty likewise."
        )
    )
    url = PageField(source="get_absolute_url", help_text=gettext_lazy("Its page; ?ply=17 shows a ply."))

    class Meta:
        model = Game
        fields: tuple[str, ...] = (
            "id", "game", "first", "second", "first_person", "second_person", "result", "termination", "rule", "event",
            "site", "round", "board", "date", "club", "plies", "setup", "first_express", "second_express",
            "adjudication", "adjudication_state", "visibility", "embargo_until", "created_at", "url",
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field({"type": ["integer", "null"]})
    def get_first_person(self, game: Game) -> int | None:
        return self._in_sight(game.first_person_id)

    @extend_schema_field({"type": ["integer", "null"]})
    def get_second_person(self, game: Game) -> int | None:
        return self._in_sight(game.second_person_id)

    def _in_sight(self, person: int | None) -> int | None:
        return person if person in self.context["people"] else None

    @extend_schema_field({"type": ["string", "null"]})
    def get_club(self, game: Game) -> str | None:
        return game.club.slug if game.club else None

    def get_adjudication(self, game: Game) -> str:
        return game.verdict if sees_whole(game) else ""

    def get_adjudication_state(self, game: Game) -> str:
        return game.verdict_state if sees_whole(game) else ""  # type: ignore[attr-defined]


class WholeGameSerializer(GameSerializer):
    """A game with its record."""

    record = serializers.SerializerMethodField(
        help_text=gettext_lazy("The canonical text; null if you may not see all of the game.")
    )

    class Meta(GameSerializer.Meta):
        fields = (*GameSerializer.Meta.fields, "record")
        read_only_fields = fields

    @extend_schema_field({"type": ["string", "null"]})
    def get_record(self, game: Game) -> str | None:
        return game.text.canonical if sees_whole(game) else None


def sees_whole(game: Game) -> bool:
    """Whether whoever asks may see everything of the game: the query has said so with `with_seen_whole`."""
    return bool(game.seen_whole)  # type: ignore[attr-defined]


class PlayersSerializer(StrictSerializer):
    first_person = IdField(
        required=False, allow_null=True, help_text=gettext_lazy("Who the first name stands for.")
    )
    second_person = IdField(required=False, allow_null=True)


GameQuery: Final = type(
    "GameQuery",
    (ListQuery,),
    {
        "__doc__": "The filters of the page with the list, by the same names.",
        **filter_parameters(),
    },
)


class GameViewSet(ApiViewSet):
    queryset = Game.objects.none()
    serializer_class = GameSerializer
    list_query = GameQuery
    ordering = ("-sort_date", "-pk")

    @extend_schema(
        summary=gettext_lazy("List games"),
        parameters=[GameQuery],
        description=gettext_lazy("Those that you may see, the newest first. Filters combine."),
    )
    def list(self, request: Request) -> Response:
        filters = GameFilters(request.query_params, visible_games(request.user), actor=request.user)
        if not filters.is_valid():
            raise WrongQuery(dict(filters.errors))
        found = by_keys_if_few(filters.qs) if filters.are_used else filters.qs
        told = with_state_of_verdict(with_seen_whole(found, request.user))
        page = self.paginate_queryset(told.select_related("club")) or []
        context = {"people": self._people_in_sight(page)}
        answer = self.get_paginated_response(GameSerializer(page, many=True, context=context).data)
        return kept_as_shown(answer, *page)

    @extend_schema(summary=gettext_lazy("Read a game"), responses=WholeGameSerializer)
    def retrieve(self, request: Request, pk: str) -> Response:
        return self._answer(self._game(pk))

    @extend_schema(
        summary=gettext_lazy("Say who played"),
        request=PlayersSerializer,
        responses=WholeGameSerializer,
        description=gettext_lazy(
            "Links the names of the record with people whom you see; null takes a link away; what is left out stays."
        ),
    )
    def partial_update(self, request: Request, pk: str) -> Response:
        actor = self.actor
        game = self._game(pk)
        self.ask(may_link_players(actor, game))
        people = {
            name.removesuffix("_person"): self._person(pk, name)
            for name, pk in self.sent(PlayersSerializer).items()
        }
        link_players(actor=actor, game=game, **people)
        return self._answer(self._game(pk))

    def _game(self, pk: str) -> Game:
        games = with_state_of_verdict(with_seen_whole(visible_games(self.request.user), self.request.user))
        related = ("club", "text", "first_person", "second_person")
        game: Game = get_object_or_404(games.select_related(*related), pk=pk)
        return game

    def _person(self, pk: int | None, field: str) -> Person | None:
        if pk is None:
            return None
        found = people_visible_to(self.request.user).filter(pk=pk).first()
        if found is None:
            raise serializers.ValidationError({field: [_("There is no such person.")]})
        return found

    def _answer(self, game: Game) -> Response:
        context = {"people": self._people_in_sight([game])}
        return kept_as_shown(Response(WholeGameSerializer(game, context=context).data), game)

    def _people_in_sight(self, games: Sequence[Game]) -> set[int]:
        """Of the players those whose pages whoever asks may see; of others it is not told who they are. One query."""
        players = {pk for game in games for pk in (game.first_person_id, game.second_person_id) if pk}
        return pages_visible_among(self.request.user, players) if players else set()
