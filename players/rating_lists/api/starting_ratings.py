"""Starting ratings in the API: reading, giving, correcting and withdrawing them."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.problems import InvalidQuery
from core.api.serializers import ClubSlugField, IdField, ListQuery, StrictSerializer, StrictTextField
from core.api.views import ApiViewSet
from players.clubs.selectors.clubs import club_with_slug
from players.models import RatingPool, StartingRating
from players.models.starting_ratings import (
    MAX_RATING_SOURCE_LENGTH,
    MAX_STARTING_RATING,
    MIN_STARTING_RATING,
)
from players.rating_lists.api.pools import SLUG_PATTERN
from players.rating_lists.policies import may_give_starting_ratings, may_see_ratings
from players.rating_lists.selectors.lists import pool_with_slug
from players.rating_lists.selectors.starting_ratings import (
    find_member,
    get_starting_rating_or_404,
    starting_list,
)
from players.rating_lists.services.starting_ratings import give_starting_rating, withdraw_starting_rating


class StartingRatingSerializer(serializers.ModelSerializer[StartingRating]):
    pool = serializers.SlugField(source="pool.slug")
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player.name")
    club = serializers.SlugField(source="club.slug", help_text=gettext_lazy("Which club gave it."))
    date = serializers.DateField(source="dated_on")

    class Meta:
        model = StartingRating
        fields = ("id", "pool", "player", "name", "club", "rating", "source", "date", "given_at")
        read_only_fields = fields


class NewStartingRatingSerializer(StrictSerializer):
    pool = serializers.RegexField(f"^{SLUG_PATTERN}$")
    club = ClubSlugField(help_text=gettext_lazy("In whose name you give it."))
    player = IdField(help_text=gettext_lazy("A member of the club."))
    rating = serializers.IntegerField(min_value=MIN_STARTING_RATING, max_value=MAX_STARTING_RATING)
    source = StrictTextField(max_length=MAX_RATING_SOURCE_LENGTH)  # type: ignore[assignment]
    date = serializers.DateField(help_text=gettext_lazy("Of the list that it was taken from."))


class StartingRatingQuery(ListQuery):
    pool = serializers.RegexField(f"^{SLUG_PATTERN}$", help_text=gettext_lazy("The pool's address."))


class StartingRatingViewSet(ApiViewSet):
    queryset = StartingRating.objects.none()
    serializer_class = StartingRatingSerializer
    list_query = StartingRatingQuery
    ordering = ("pk",)

    @extend_schema(
        summary=gettext_lazy("List the starting ratings of a pool"),
        parameters=[StartingRatingQuery],
        description=gettext_lazy("Those that count. They are provisional until enough games have counted."),
    )
    def list(self, request: Request) -> Response:
        self.ask(may_see_ratings(request.user))
        pool = pool_with_slug(self.query["pool"])
        if pool is None:
            raise InvalidQuery({"pool": [_("There is no such pool.")]})
        page = self.paginate_queryset(starting_list(pool))
        return self.get_paginated_response(StartingRatingSerializer(page, many=True).data)

    @extend_schema(
        summary=gettext_lazy("Give a starting rating, or correct it"),
        request=NewStartingRatingSerializer,
        responses={201: StartingRatingSerializer},
        description=gettext_lazy(
            "For organisers of the club; in a list across clubs only if it is recognised. The list is recomputed."
        ),
    )
    def create(self, request: Request) -> Response:
        actor, sent = self.actor, self.sent(NewStartingRatingSerializer)
        club = club_with_slug(sent["club"])
        if club is None:
            raise serializers.ValidationError({"club": [_("There is no such club.")]})
        self.ask(may_give_starting_ratings(actor, club))
        player = find_member(club, sent["player"])
        if player is None:
            raise serializers.ValidationError({"player": [_("There is no such member.")]})
        given = give_starting_rating(
            actor=actor,
            club=club,
            pool=self._pool(sent["pool"]),
            player=player,
            rating=sent["rating"],
            source=sent["source"],
            dated_on=sent["date"],
        )
        return Response(StartingRatingSerializer(given).data, status=201)

    @extend_schema(summary=gettext_lazy("Withdraw a starting rating"), responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        actor, given = self.actor, get_starting_rating_or_404(pk)
        self.ask(may_give_starting_ratings(actor, given.club))
        withdraw_starting_rating(actor=actor, given=given)
        return Response(status=204)

    def _pool(self, slug: str) -> RatingPool:
        pool = pool_with_slug(slug)
        if pool is None:
            raise serializers.ValidationError({"pool": [_("There is no such pool.")]})
        return pool
