"""Rating pools in the API: reading, opening and changing them, what a game would do, and which handicap is fair."""

import json
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from audit.services import MAX_REASON_LENGTH
from core.api.problems import InvalidQuery
from core.api.serializers import (
    MAX_ID,
    ClubSlugField,
    GameField,
    ListQuery,
    PageField,
    QuerySerializer,
    StrictSerializer,
    StrictTextField,
)
from core.api.views import ApiViewSet
from core.errors import Refused
from core.game_types import highest_level
from players.clubs.selectors.clubs import club_with_slug
from players.models import ListedRating, PeriodRule, RatingMethod, RatingPool
from players.rating_lists.policies import may_manage_pool, may_open_pool, may_see_ratings
from players.rating_lists.selectors import lists as selectors
from players.rating_lists.selectors.advice import PlayerPair, handicap_advice, predict_changes
from players.rating_lists.selectors.lists import get_pool_or_404
from players.rating_lists.services import pools
from players.ratings import Prospect

SLUG_PATTERN = "[-a-zA-Z0-9_]{1,80}"


class PoolSerializer(serializers.ModelSerializer[RatingPool]):
    club = serializers.SlugField(source="club.slug", allow_null=True, default=None)
    system = serializers.JSONField(
        help_text=gettext_lazy("Rating system, version of the algorithm, parameters.")
    )
    url = PageField(source="get_absolute_url", help_text=gettext_lazy("Its page on this site."))

    class Meta:
        model = RatingPool
        fields = ("slug", "name", "game", "club", "method", "period_rule", "system", "url")
        read_only_fields = fields


class ParametersField(serializers.DictField):
    """By their names in the documentation; `counting` and `listing` are objects of their own."""

    child = serializers.JSONField(allow_null=True)

    def to_internal_value(self, data: Any) -> Any:
        """JSON knows no infinity, but a number may be written so large that it becomes one."""
        try:
            json.dumps(data, allow_nan=False)
        except ValueError as error:
            raise serializers.ValidationError(_("A number here is too large.")) from error
        return super().to_internal_value(data)


class PoolRules(StrictSerializer):
    method = serializers.ChoiceField(
        choices=RatingMethod.choices, required=False, help_text=gettext_lazy("The rating system.")
    )
    period_rule = serializers.ChoiceField(choices=PeriodRule.choices, required=False)
    parameters = ParametersField(
        required=False,
        help_text=gettext_lazy(
            "Parameters left out keep their values; in a new pool they have the usual ones."
        ),
    )


class FeedingClubSerializer(serializers.Serializer[Any]):
    """A club whose results count in the pool."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    results = serializers.IntegerField(help_text=gettext_lazy("How many events and free games of it count."))


class NewPoolSerializer(PoolRules):
    name = StrictTextField(max_length=120)
    game = GameField()
    club = ClubSlugField(
        required=False,
        allow_null=True,
        help_text=gettext_lazy("The club that the pool belongs to; left out: a pool of all clubs."),
    )


class PoolChangesSerializer(PoolRules):
    name = StrictTextField(max_length=120, required=False)
    reason = StrictTextField(max_length=MAX_REASON_LENGTH, required=False, allow_blank=True)


class ProspectSerializer(serializers.Serializer[Any]):
    change = serializers.FloatField(allow_null=True)
    rating = serializers.FloatField(allow_null=True)
    opponent_change = serializers.FloatField(allow_null=True)


class WhatIfSerializer(serializers.Serializer[Any]):
    expected = serializers.FloatField(allow_null=True)
    uncounted = serializers.CharField(
        allow_null=True, help_text=gettext_lazy("Why the game would not count, or null.")
    )
    win = ProspectSerializer()
    draw = ProspectSerializer()
    loss = ProspectSerializer()


class HandicapSerializer(serializers.Serializer[Any]):
    """One choice of handicap levels."""

    level = serializers.IntegerField()
    opponent_level = serializers.IntegerField()
    expected = serializers.FloatField(help_text=gettext_lazy("The player's score, from 0 to 1."))
    low = serializers.FloatField(
        help_text=gettext_lazy("The true expectation is above it with a probability of 97.5 %.")
    )
    high = serializers.FloatField()
    chance_of_even = serializers.FloatField(
        help_text=gettext_lazy("The probability that the true expectation is between 0.4 and 0.6.")
    )
    games = serializers.IntegerField(help_text=gettext_lazy("Handicap games that this estimate is based on."))
    reliable = serializers.BooleanField(help_text=gettext_lazy("Whether they are enough for an estimate."))


class AdviceSerializer(serializers.Serializer[Any]):
    verdict = serializers.CharField()
    best = HandicapSerializer()
    options = HandicapSerializer(many=True)


class TwoPlayersQuery(QuerySerializer):
    player = serializers.IntegerField(min_value=1, max_value=MAX_ID)
    opponent = serializers.IntegerField(min_value=1, max_value=MAX_ID)


MAX_LEVEL = 99


class WhatIfQuery(TwoPlayersQuery):
    level = serializers.IntegerField(required=False, min_value=0, max_value=MAX_LEVEL)
    opponent_level = serializers.IntegerField(required=False, min_value=0, max_value=MAX_LEVEL)


class PoolViewSet(ApiViewSet):
    queryset = RatingPool.objects.none()
    serializer_class = PoolSerializer
    lookup_field = "slug"
    lookup_value_regex = SLUG_PATTERN
    list_query = ListQuery
    ordering = ("slug",)

    def get_query_serializer(self) -> type[QuerySerializer]:
        own = {"what_if": WhatIfQuery, "advice": TwoPlayersQuery, "clubs": ListQuery}
        return own.get(self.action) or super().get_query_serializer()

    @extend_schema(summary=gettext_lazy("List rating pools"), parameters=[ListQuery])
    def list(self, request: Request) -> Response:
        self.ask(may_see_ratings(request.user))
        page = self.paginate_queryset(selectors.all_pools())
        return self.get_paginated_response(PoolSerializer(page, many=True).data)

    @extend_schema(summary=gettext_lazy("Read a rating pool"))
    def retrieve(self, request: Request, slug: str) -> Response:
        self.ask(may_see_ratings(request.user))
        return Response(PoolSerializer(get_pool_or_404(slug)).data)

    @extend_schema(
        summary=gettext_lazy("Create a rating pool"),
        request=NewPoolSerializer,
        responses={201: PoolSerializer},
        description=gettext_lazy("Results submitted before count in it as well; a job computes the list."),
    )
    def create(self, request: Request) -> Response:
        actor, sent = self.actor, self.sent(NewPoolSerializer)
        club = None
        if sent.get("club"):
            club = club_with_slug(sent["club"])
            if club is None:
                raise serializers.ValidationError({"club": [_("There is no such club.")]})
        self.ask(may_open_pool(actor, club))
        pool = pools.open_pool(
            actor=actor,
            name=sent["name"],
            game=sent["game"],
            club=club,
            system=_merge_parameters(
                sent.get("method", RatingMethod.GLICKO_2), {}, sent.get("parameters", {})
            ),
            period_rule=PeriodRule(sent.get("period_rule", PeriodRule.EVENTS_AND_MONTHS)),
        )
        return Response(PoolSerializer(pool).data, status=201)

    @extend_schema(
        summary=gettext_lazy("Change a rating pool"),
        request=PoolChangesSerializer,
        responses=PoolSerializer,
        description=gettext_lazy(
            "If the rules change, the whole history is recomputed and published as a new version of the list."
        ),
    )
    def partial_update(self, request: Request, slug: str) -> Response:
        actor, pool = self.actor, get_pool_or_404(slug)
        self.ask(may_manage_pool(actor, pool))
        sent = self.sent(PoolChangesSerializer)
        method = sent.get("method", pool.method)
        known = pool.system["parameters"] if method == pool.method else {}
        changed = pools.change_pool(
            actor=actor,
            pool=pool,
            name=sent.get("name", pool.name),
            system=_merge_parameters(method, known, sent.get("parameters", {})),
            period_rule=PeriodRule(sent.get("period_rule", pool.period_rule)),
            reason=sent.get("reason", ""),
        )
        return Response(PoolSerializer(changed).data)

    @extend_schema(
        summary=gettext_lazy("List the clubs that feed a rating pool"),
        parameters=[ListQuery],
        responses=FeedingClubSerializer(many=True),
    )
    @action(detail=True, query_serializer=ListQuery)
    def clubs(self, request: Request, slug: str) -> Response:
        self.ask(may_see_ratings(request.user))
        page = self.paginate_queryset(selectors.clubs_feeding(get_pool_or_404(slug)))
        return self.get_paginated_response(FeedingClubSerializer(page, many=True).data)

    @extend_schema(
        summary=gettext_lazy("What a win, a draw or a loss would do"),
        parameters=[WhatIfQuery],
        responses=WhatIfSerializer,
        filters=False,
    )
    @action(detail=True, url_path="what-if", pagination_class=None)
    def what_if(self, request: Request, slug: str) -> Response:
        self.ask(may_see_ratings(request.user))
        pool = get_pool_or_404(slug)
        answer = predict_changes(
            selectors.current_list(pool),
            self._sides(pool),
            level=self._level(pool, "level"),
            opponent_level=self._level(pool, "opponent_level"),
        )
        content = {
            "expected": answer.expected,
            "uncounted": answer.win.uncounted[0].reason.value if answer.win.uncounted else None,
            "win": _prospect_data(answer.win),
            "draw": _prospect_data(answer.draw),
            "loss": _prospect_data(answer.loss),
        }
        return Response(WhatIfSerializer(content).data)

    @extend_schema(
        summary=gettext_lazy("Which handicap levels make a game even"),
        parameters=[TwoPlayersQuery],
        responses=AdviceSerializer,
        filters=False,
        description=gettext_lazy(
            "From the two ratings and the pool's own handicap games; refused where one of the two has no rating."
        ),
    )
    @action(detail=True, url_path="advice", pagination_class=None)
    def advice(self, request: Request, slug: str) -> Response:
        self.ask(may_see_ratings(request.user))
        pool = get_pool_or_404(slug)
        answer = handicap_advice(selectors.current_list(pool), self._sides(pool))
        if answer is None:
            raise Refused(_("Both players need a rating before a handicap can be advised."))
        content = {
            "verdict": answer.verdict.value,
            "best": answer.best._asdict(),
            "options": [option._asdict() for option in answer.options],
        }
        return Response(AdviceSerializer(content).data)

    def _level(self, pool: RatingPool, field: str) -> int:
        level: int = self.query.get(field, 0)
        highest = highest_level(pool.game)
        if level > highest:
            raise InvalidQuery({field: [_("The highest level of this game is %(max)d.") % {"max": highest}]})
        return level

    def _sides(self, pool: RatingPool) -> PlayerPair:
        player, opponent = (self._rating(pool, field) for field in ("player", "opponent"))
        if player == opponent:
            raise InvalidQuery({"opponent": [_("Please choose two different people.")]})
        return PlayerPair(player, opponent)

    def _rating(self, pool: RatingPool, field: str) -> ListedRating:
        found = selectors.find_player(pool, self.query[field])
        if found is None:
            raise InvalidQuery({field: [_("This person is not in the pool.")]})
        return found


def _merge_parameters(method: str, known: dict[str, Any], sent: dict[str, Any]) -> dict[str, object]:
    """What is sent replaces what is known, also within the parts that are objects themselves."""
    parameters = dict(known)
    for name, value in sent.items():
        before = parameters.get(name)
        both = isinstance(before, dict) and isinstance(value, dict)
        parameters[name] = {**before, **value} if both else value  # type: ignore[dict-item]
    return {"system": str(method), "parameters": parameters}


def _prospect_data(prospect: Prospect[Any]) -> dict[str, float | None]:
    return {
        "change": prospect.change,
        "rating": prospect.entry.after.rating if prospect.entry else None,
        "opponent_change": prospect.opponent_change,
    }
