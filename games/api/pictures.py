"""Pictures of boards in the API: of any ply of a game, as the one who asks may see it."""

from typing import Final

from django.http import HttpResponseBase
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request

from engine import registry
from games.models import Game
from games.replay import views as pages
from players.api.files import AsTheFileIs
from players.api.serializers import QuerySerializer
from players.api.views import ApiViewSet

LARGEST_NUMBER: Final = 99_999
VIEWS: Final = tuple(dict.fromkeys(view for name in registry.names() for view in registry.rules(name).views))
# The page's own, which know who may see what.
DRAWN_BY: Final = {"svg": pages.board_svg, "png": pages.board_png, "gif": pages.board_gif}


class PlaceQuery(QuerySerializer):
    """Where in a record, and from which side of the board."""

    line = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text=gettext_lazy("0 is the main line; its variations follow in the order of the record."),
    )
    ply = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_NUMBER,
        help_text=gettext_lazy("0 is the start; the last one if left out."),
    )
    flip = serializers.ChoiceField(
        ["0", "1"], required=False, help_text=gettext_lazy("1: the second player sits at the bottom.")
    )


class SeatQuery(QuerySerializer):
    """From whose seat."""

    view = serializers.ChoiceField(
        VIEWS,
        required=False,
        help_text=gettext_lazy(
            "From whose seat; 404 if you may not sit there. The most that you may see if left out."
        ),
    )


class PictureQuery(SeatQuery, PlaceQuery):
    format = serializers.ChoiceField(
        list(DRAWN_BY), default="svg", help_text=gettext_lazy("“gif” is the whole game in motion.")
    )


class PictureViewSet(ApiViewSet):
    """Addresses below a game's own."""

    queryset = Game.objects.none()
    lookup_url_kwarg = "game_id"  # as the page calls it, which answers here as well

    @extend_schema(
        summary=gettext_lazy("Draw the board"),
        parameters=[PictureQuery],
        responses={
            (200, "image/svg+xml"): OpenApiTypes.STR,
            (200, "image/png"): OpenApiTypes.BINARY,
            (200, "image/gif"): OpenApiTypes.BINARY,
        },
    )
    @action(detail=True, query_serializer=PictureQuery, content_negotiation_class=AsTheFileIs)
    def board(self, request: Request, game_id: str) -> HttpResponseBase:
        # REST framework has put the owner of the token into the request that it wraps.
        return DRAWN_BY[self.query["format"]](request._request, int(game_id))
