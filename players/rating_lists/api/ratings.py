"""Rating lists, their versions and the ledger in the API."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.problems import InvalidQuery
from core.api.serializers import MAX_ID, ListQuery
from core.api.views import ApiViewSet
from players.models import LedgerLine, ListedRating, ListVersion, RatingPool
from players.rating_lists.api.pools import SLUG_PATTERN
from players.rating_lists.policies import may_see_ratings
from players.rating_lists.selectors import lists as selectors
from players.rating_lists.selectors.ledger import get_line_or_404, ledger_lines_of, version_of_line
from players.rating_lists.selectors.lists import place_in_list
from players.rating_lists.services.ledger import parse_games
from players.ratings import restore_current_system


class RatingSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    country = serializers.CharField(source="player.country")
    rating = serializers.IntegerField(source="shown")
    exact_rating = serializers.FloatField(source="rating")
    deviation = serializers.FloatField(allow_null=True)
    games = serializers.IntegerField()
    provisional = serializers.BooleanField()
    active_on = serializers.DateField()


class ReasonSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField()
    results_of = serializers.CharField(source="source.title", allow_null=True, default=None)
    reason = serializers.CharField()
    recorded_at = serializers.DateTimeField()


class VersionSerializer(serializers.ModelSerializer[ListVersion]):
    class Meta:
        model = ListVersion
        fields = ("id", "number", "published_at", "system", "first_period", "last_period", "lines")
        read_only_fields = fields


class MovedRatingSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    before = serializers.FloatField(allow_null=True)
    after = serializers.FloatField(allow_null=True)


class VersionWithChangesSerializer(VersionSerializer):
    reasons = ReasonSerializer(many=True)
    changes = MovedRatingSerializer(many=True)

    class Meta(VersionSerializer.Meta):
        fields = (*VersionSerializer.Meta.fields, "reasons", "changes")  # type: ignore[assignment]


class LineSerializer(serializers.ModelSerializer[LedgerLine]):
    period = serializers.IntegerField(source="period.number")
    title = serializers.CharField(source="period.title")
    end = serializers.DateField(source="period.end")
    from_version = serializers.IntegerField(source="period.from_version")
    until_version = serializers.IntegerField(
        source="period.until_version",
        allow_null=True,
        help_text=gettext_lazy("The version that replaced the line; null if it counts."),
    )

    class Meta:
        model = LedgerLine
        fields = (
            "id", "player", "period", "title", "end", "from_version", "until_version",
            "rating_before", "rating_after", "deviation_before", "deviation_after",
        )  # fmt: skip
        read_only_fields = fields


class EffectSerializer(serializers.Serializer[Any]):
    game = serializers.CharField(source="effect.game")
    opponent = serializers.IntegerField(source="effect.opponent")
    opponent_rating = serializers.FloatField(source="effect.opponent_rating")
    opponent_deviation = serializers.FloatField(source="effect.opponent_deviation", allow_null=True)
    bonus = serializers.FloatField(source="effect.bonus")
    expected = serializers.FloatField(source="effect.expected", allow_null=True)
    actual = serializers.FloatField(source="effect.actual")
    change = serializers.FloatField(source="effect.change", allow_null=True)


class WholeLineSerializer(LineSerializer):
    before = serializers.JSONField(help_text=gettext_lazy("The player's values before the period."))
    after = serializers.JSONField(help_text=gettext_lazy("The player's values after the period."))
    games = EffectSerializer(many=True)
    steps = serializers.JSONField(allow_null=True)
    system = serializers.JSONField(
        help_text=gettext_lazy("Rating system, version of the algorithm, parameters.")
    )

    class Meta(LineSerializer.Meta):
        fields = (*LineSerializer.Meta.fields, "before", "after", "games", "steps", "system")  # type: ignore[assignment]


class InPool(ListQuery):
    pool = serializers.RegexField(
        f"^{SLUG_PATTERN}$", help_text=gettext_lazy("The pool's address on this site.")
    )


class RatingQuery(InPool):
    on = serializers.DateField(
        required=False, help_text=gettext_lazy("The list as it could be seen on this day; today if left out.")
    )


class LineQuery(InPool):
    player = serializers.IntegerField(
        min_value=1, max_value=MAX_ID, help_text=gettext_lazy("The person's number.")
    )


class RatingViewSet(ApiViewSet):
    """The list of a pool, today's or of any day in the past."""

    queryset = ListedRating.objects.none()
    serializer_class = RatingSerializer
    list_query = RatingQuery
    ordering = ("-rating", "player_id")

    @extend_schema(summary=gettext_lazy("Read a rating list"), parameters=[RatingQuery])
    def list(self, request: Request) -> Response:
        self.ask(may_see_ratings(request.user))
        pool, day = _requested_pool(self.query), self.query.get("on")
        ratings = selectors.list_on(pool, day) if day else selectors.current_list(pool)
        page = list(self.paginate_queryset(ratings.rows()) or [])
        shown = list(ratings.shown(page, place_in_list(ratings, page[0]))) if page else []
        return self.get_paginated_response(RatingSerializer(shown, many=True).data)


class VersionViewSet(ApiViewSet):
    queryset = ListVersion.objects.none()
    serializer_class = VersionSerializer
    list_query = InPool
    ordering = ("-number",)

    @extend_schema(summary=gettext_lazy("List the versions of a rating list"), parameters=[InPool])
    def list(self, request: Request) -> Response:
        self.ask(may_see_ratings(request.user))
        page = self.paginate_queryset(selectors.versions_of(_requested_pool(self.query)))
        return self.get_paginated_response(VersionSerializer(page, many=True).data)

    @extend_schema(
        summary=gettext_lazy("What a version changed for whom, and why"),
        responses=VersionWithChangesSerializer,
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        self.ask(may_see_ratings(request.user))
        version = selectors.get_version_or_404(pk)
        reasons = selectors.version_reasons([version])[version.pk]
        changes = selectors.version_changes(version)
        content = {
            **VersionSerializer(version).data,
            "reasons": ReasonSerializer(reasons, many=True).data,
            "changes": MovedRatingSerializer(changes, many=True).data,
        }
        return Response(content)


class LineViewSet(ApiViewSet):
    """A player's history, and each line of the ledger with all its games."""

    queryset = LedgerLine.objects.none()
    serializer_class = LineSerializer
    list_query = LineQuery
    ordering = ("-period__number", "pk")

    @extend_schema(
        summary=gettext_lazy("A player's rating history"),
        parameters=[LineQuery],
        description=gettext_lazy("The lines that count now, the newest first."),
    )
    def list(self, request: Request) -> Response:
        self.ask(may_see_ratings(request.user))
        lines = ledger_lines_of(_requested_pool(self.query), self.query["player"])
        return self.get_paginated_response(LineSerializer(self.paginate_queryset(lines), many=True).data)

    @extend_schema(
        summary=gettext_lazy("Read a line of the ledger"),
        responses=WholeLineSerializer,
        description=gettext_lazy("With every game that counted, also of versions that have been replaced."),
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        self.ask(may_see_ratings(request.user))
        line = get_line_or_404(pk)
        version = version_of_line(line)
        names = restore_current_system(version.system).state_type._fields
        content = {
            **LineSerializer(line).data,
            "before": dict(zip(names, line.before, strict=False)),
            "after": dict(zip(names, line.after, strict=False)),
            "games": EffectSerializer(parse_games(line.games), many=True).data,
            "steps": line.steps,
            "system": version.system,
        }
        return Response(content)


def _requested_pool(query: dict[str, Any]) -> RatingPool:
    pool = selectors.pool_with_slug(query["pool"])
    if pool is None:
        raise InvalidQuery({"pool": [_("There is no such pool.")]})
    return pool
