"""The history of a game in the API: the same lines as on its page, for the same people, with the same filters."""

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from audit.models import AuditEntry
from audit.selectors import history_of
from games.policies import may_see_history_of_game
from games.reading.visible import visible_games
from players.api.histories import LogLineSerializer, LogQuery, lines_wanted, told
from players.api.views import ApiViewSet


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
        related = ("club", "first_person", "second_person")
        game = get_object_or_404(visible_games(request.user).select_related(*related), pk=pk)
        self.ask(may_see_history_of_game(request.user, game))
        page = self.paginate_queryset(lines_wanted(history_of(game), self.query)) or []
        return self.get_paginated_response(told(page))
