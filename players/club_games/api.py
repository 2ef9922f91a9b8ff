"""Games without a referee in the API."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import (
    ClubSlugField,
    ListQuery,
    StrictBooleanField,
    StrictSerializer,
    StrictTextField,
)
from core.api.views import ApiViewSet
from core.game_types import MAX_GAME_LENGTH, UNREFEREED_PREFIX
from players.club_games import services
from players.club_games.policies import may_manage_games, may_see_games
from players.club_games.selectors import all_games
from players.clubs.selectors.clubs import club_with_slug
from players.models import ClubGame
from players.models.club_games import MAX_GAME_NAME_LENGTH, MAX_SIDE_LENGTH


class ClubGameSerializer(serializers.ModelSerializer[ClubGame]):
    """A game that a club plays and no referee checks."""

    slug = serializers.CharField(
        help_text=gettext_lazy("What “game” is in the club’s events and rating pools.")
    )
    club = serializers.SlugField(source="club.slug")

    class Meta:
        model = ClubGame
        fields = ("slug", "club", "name", "first_side", "second_side", "has_draws")
        read_only_fields = fields


class ClubGameDetails(StrictSerializer):
    first_side = StrictTextField(max_length=MAX_SIDE_LENGTH, required=False)
    second_side = StrictTextField(max_length=MAX_SIDE_LENGTH, required=False)
    has_draws = StrictBooleanField(required=False)


class NewClubGameSerializer(ClubGameDetails):
    club = ClubSlugField()
    name = StrictTextField(max_length=MAX_GAME_NAME_LENGTH)
    first_side = StrictTextField(max_length=MAX_SIDE_LENGTH)
    second_side = StrictTextField(max_length=MAX_SIDE_LENGTH)


class ClubGameChangesSerializer(ClubGameDetails):
    name = StrictTextField(max_length=MAX_GAME_NAME_LENGTH, required=False)


class ClubGameQuery(ListQuery):
    club = ClubSlugField(required=False)


class ClubGameViewSet(ApiViewSet):
    queryset = ClubGame.objects.none()
    serializer_class = ClubGameSerializer
    lookup_field = "slug"
    lookup_value_regex = f"{UNREFEREED_PREFIX}[-a-z0-9_]{{1,{MAX_GAME_LENGTH}}}"
    list_query = ClubGameQuery
    ordering = ("slug",)

    @extend_schema(summary=gettext_lazy("List games without a referee"), parameters=[ClubGameQuery])
    def list(self, request: Request) -> Response:
        self.ask(may_see_games(request.user))
        page = self.paginate_queryset(all_games(club=self.query.get("club", "")))
        return self.get_paginated_response(ClubGameSerializer(page, many=True).data)

    @extend_schema(summary=gettext_lazy("Read a game without a referee"))
    def retrieve(self, request: Request, slug: str) -> Response:
        self.ask(may_see_games(request.user))
        return Response(ClubGameSerializer(self._game(slug)).data)

    @extend_schema(
        summary=gettext_lazy("Add a game without a referee"),
        request=NewClubGameSerializer,
        responses={201: ClubGameSerializer},
        description=gettext_lazy(
            "For organisers of the club. Then its events and rating pools may be about it."
        ),
    )
    def create(self, request: Request) -> Response:
        actor, sent = self.actor, self.sent(NewClubGameSerializer)
        club = club_with_slug(sent.pop("club"))
        if club is None:
            raise serializers.ValidationError({"club": [_("There is no such club.")]})
        self.ask(may_manage_games(actor, club))
        services.count_new_game(actor)
        game = services.add_game(actor=actor, club=club, **sent)
        return Response(ClubGameSerializer(game).data, status=201)

    @extend_schema(
        summary=gettext_lazy("Change the words of a game without a referee"),
        request=ClubGameChangesSerializer,
        responses=ClubGameSerializer,
    )
    def partial_update(self, request: Request, slug: str) -> Response:
        actor, game = self.actor, self._game(slug)
        self.ask(may_manage_games(actor, game.club))
        changes: dict[str, Any] = self.sent(ClubGameChangesSerializer)
        return Response(ClubGameSerializer(services.change_game(actor=actor, game=game, **changes)).data)

    def _game(self, slug: str) -> ClubGame:
        return get_object_or_404(all_games(), slug=slug)
