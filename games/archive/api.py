"""Games in the API: the same filters as on the page, as much of each as the actor may see, histories and files."""

from collections.abc import Sequence
from typing import Any, Final

import django_filters
from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from audit.api import LogLineSerializer, LogQuery, requested_lines, serialize_lines
from audit.models import AuditEntry
from audit.selectors import history_of
from core.api.formats import FileNegotiation
from core.api.problems import InvalidQuery
from core.api.serializers import CurrentChoiceField, ListQuery, PageField, QuerySerializer
from core.api.views import ApiViewSet
from games.access import forbid_caching_if_withheld, game_or_404
from games.archive.forms import GameFilters
from games.archive.presenters import FILE_FORMATS, stream_games
from games.archive.selectors.games import find_game_with_verdict, with_verdicts
from games.archive.selectors.pages import narrow_to_keys
from games.linking.api import PlayersSerializer
from games.linking.services import link_players
from games.models import Game
from games.policies import may_link_players, may_see_history_of_game
from games.visibility.selectors import visible_games
from players.models import Person
from players.people.selectors.people import visible_person, visible_person_ids

Field = serializers.Field[Any, Any, Any, Any]


def filter_parameters(filters: type[GameFilters] = GameFilters) -> dict[str, Field]:
    """Each filter as the description of the API shows it; the filter itself checks the value."""
    return {name: _parameter(found) for name, found in filters.base_filters.items()}


def _parameter(found: django_filters.Filter) -> Field:
    said: dict[str, Any] = {"required": False, "help_text": found.label}
    match found:
        case django_filters.ModelChoiceFilter():
            return serializers.SlugField(max_length=80, **said)
        case django_filters.ChoiceFilter():
            choices = found.extra["choices"]
            if callable(choices):
                return CurrentChoiceField(choices, **said)
            return serializers.ChoiceField([key for key, _label in choices], **said)
        case django_filters.NumberFilter():
            bounds = {name: found.extra[name] for name in ("min_value", "max_value")}
            return serializers.IntegerField(**bounds, **said)
        case django_filters.BooleanFilter():
            return serializers.BooleanField(**said)
        case django_filters.DateFilter():
            return serializers.DateField(**said)
    return serializers.CharField(max_length=found.extra["max_length"], allow_blank=True, **said)


class GameSerializer(serializers.ModelSerializer[Game]):
    """The head of a game."""

    game = serializers.CharField(source="kind")
    first = serializers.CharField(
        source="first_name", help_text=gettext_lazy("Who moved first: White, or Red. As the record says.")
    )
    second = serializers.CharField(source="second_name")
    first_person = serializers.SerializerMethodField(
        help_text=gettext_lazy("The person linked to the first name; null if there is none that you may see.")
    )
    second_person = serializers.SerializerMethodField()
    club = serializers.SerializerMethodField(help_text=gettext_lazy("Null if it belongs to none."))
    plies = serializers.IntegerField(source="ply_count")
    adjudication = serializers.SerializerMethodField(
        help_text=gettext_lazy(
            "The current verdict; empty if there is none yet, or if you may not see all of the game."
        )
    )
    adjudication_state = serializers.SerializerMethodField(
        help_text=gettext_lazy(
            "“proposed” by the referee, or “confirmed” or “overruled” by an arbiter; empty without a verdict."
        )
    )
    confirmation = serializers.CharField(
        help_text=gettext_lazy(
            "Whether a free game counts: “waiting”, “confirmed”, “disputed” or “rejected”; empty for others."
        )
    )
    url = PageField(source="get_absolute_url", help_text=gettext_lazy("Its page; ?ply=17 shows a ply."))

    class Meta:
        model = Game
        fields: tuple[str, ...] = (
            "id", "game", "first", "second", "first_person", "second_person", "result", "termination", "rule", "event",
            "site", "round", "board", "date", "club", "plies", "setup", "first_express", "second_express",
            "adjudication", "adjudication_state", "confirmation", "visibility", "embargo_until", "created_at", "url",
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields

    @extend_schema_field({"type": ["integer", "null"]})
    def get_first_person(self, game: Game) -> int | None:
        return self._if_visible(game.first_person_id)

    @extend_schema_field({"type": ["integer", "null"]})
    def get_second_person(self, game: Game) -> int | None:
        return self._if_visible(game.second_person_id)

    def _if_visible(self, person: int | None) -> int | None:
        return person if person in self.context["people"] else None

    @extend_schema_field({"type": ["string", "null"]})
    def get_club(self, game: Game) -> str | None:
        return game.club.slug if game.club else None

    def get_adjudication(self, game: Game) -> str:
        return game.verdict if is_fully_visible(game) else ""

    def get_adjudication_state(self, game: Game) -> str:
        return game.verdict_state if is_fully_visible(game) else ""  # type: ignore[attr-defined]


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
        return game.text.canonical if is_fully_visible(game) else None


def is_fully_visible(game: Game) -> bool:
    """Whether the actor may see everything of the game: `annotate_fully_visible` has asked the database."""
    return bool(game.is_fully_visible)  # type: ignore[attr-defined]


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
            raise InvalidQuery(dict(filters.errors))
        found = narrow_to_keys(filters.qs) if filters.are_used else filters.qs
        page = self.paginate_queryset(with_verdicts(found, request.user)) or []
        context = {"people": self._visible_players(page)}
        answer = self.get_paginated_response(GameSerializer(page, many=True, context=context).data)
        return forbid_caching_if_withheld(answer, *page)

    @extend_schema(summary=gettext_lazy("Read a game"), responses=WholeGameSerializer)
    def retrieve(self, request: Request, pk: str) -> Response:
        return self._answer(self._game(pk))

    @extend_schema(
        summary=gettext_lazy("Say who played"),
        request=PlayersSerializer,
        responses=WholeGameSerializer,
        description=gettext_lazy(
            "Links the names in the record to people you may see. Null removes a link; a name left "
            "out keeps its link."
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
        game = find_game_with_verdict(self.request.user, pk)
        if game is None:
            raise Http404
        return game

    def _person(self, pk: int | None, field: str) -> Person | None:
        if pk is None:
            return None
        found = visible_person(self.request.user, pk)
        if found is None:
            raise serializers.ValidationError({field: [_("There is no such person.")]})
        return found

    def _answer(self, game: Game) -> Response:
        context = {"people": self._visible_players([game])}
        return forbid_caching_if_withheld(Response(WholeGameSerializer(game, context=context).data), game)

    def _visible_players(self, games: Sequence[Game]) -> set[int]:
        """Of the players those whose pages the actor may see; who the others are stays unknown. One query."""
        players = {pk for game in games for pk in (game.first_person_id, game.second_person_id) if pk}
        return visible_person_ids(self.request.user, players) if players else set()


class GameHistoryViewSet(ApiViewSet):
    """Addresses below a game's own."""

    queryset = AuditEntry.objects.none()
    ordering = ("-when", "-pk")

    @extend_schema(
        summary=gettext_lazy("Read a game's history"),
        parameters=[LogQuery],
        responses=LogLineSerializer(many=True),
        description=gettext_lazy("For its players and for arbiters: every step, the latest first."),
    )
    @action(detail=True, query_serializer=LogQuery)
    def history(self, request: Request, pk: str) -> Response:
        game = game_or_404(request.user, pk)
        self.ask(may_see_history_of_game(request.user, game))
        page = self.paginate_queryset(requested_lines(history_of(game), self.query)) or []
        return self.get_paginated_response(serialize_lines(page))


GamesFileQuery: Final[Any] = type(
    "GamesFileQuery",
    (QuerySerializer,),
    {
        "__doc__": "The filters of the list, and how the file is written.",
        **filter_parameters(),
        "format": serializers.ChoiceField(
            FILE_FORMATS,
            default="txt",
            help_text=gettext_lazy(
                "“txt”: the records of games that you may see completely. “json”: heads and "
                "records. “csv”: heads."
            ),
        ),
    },
)


class GamesFileViewSet(ApiViewSet):
    """Addresses below the list of games."""

    queryset = Game.objects.none()

    @extend_schema(
        summary=gettext_lazy("Download games"),
        parameters=[GamesFileQuery],
        description=gettext_lazy(
            "All games that the filters find and you may see, in one file, the newest first."
        ),
        responses={
            (200, "text/plain"): OpenApiTypes.STR,
            (200, "application/json"): {"type": "array", "items": {"type": "object"}},
            (200, "text/csv"): OpenApiTypes.STR,
        },
    )
    @action(
        detail=False,
        query_serializer=GamesFileQuery,
        content_negotiation_class=FileNegotiation,
        pagination_class=None,
    )
    def file(self, request: Request) -> HttpResponseBase:
        filters = GameFilters(request.query_params, visible_games(request.user), actor=request.user)
        if not filters.is_valid():
            raise InvalidQuery(dict(filters.errors))
        site = f"{request.scheme}://{request.get_host()}"
        return stream_games(filters.qs, kind=self.query["format"], actor=request.user, site=site)
