"""Lists of games as files in the API: what the page offers to download, for programs."""

from typing import Any, Final

from django.http import HttpResponseBase
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request

from games.api.filters import filter_parameters
from games.models import Game
from games.reading.downloads import KINDS, games_file
from games.reading.filters import GameFilters
from games.reading.visible import visible_games
from players.api.files import AsTheFileIs
from players.api.problems import WrongQuery
from players.api.serializers import QuerySerializer
from players.api.views import ApiViewSet

GamesFileQuery: Final[Any] = type(
    "GamesFileQuery",
    (QuerySerializer,),
    {
        "__doc__": "The filters of the list, and how the file is written.",
        **filter_parameters(),
        "format": serializers.ChoiceField(
            KINDS,
            default="txt",
            help_text=gettext_lazy(
                "“txt”: records, of games of which you may see everything. “json”: heads with records. “csv”: heads."
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
        content_negotiation_class=AsTheFileIs,
        pagination_class=None,
    )
    def file(self, request: Request) -> HttpResponseBase:
        filters = GameFilters(request.query_params, visible_games(request.user), actor=request.user)
        if not filters.is_valid():
            raise WrongQuery(dict(filters.errors))
        site = f"{request.scheme}://{request.get_host()}"
        return games_file(filters.qs, kind=self.query["format"], actor=request.user, site=site)
