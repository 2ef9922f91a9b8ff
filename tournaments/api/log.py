"""The log of an event in the API: the same lines as on its page, for the same people, with the same filters."""

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from audit.models import AuditEntry
from audit.selectors import history_of
from players.api.histories import LogLineSerializer, LogQuery, lines_wanted, told
from tournaments.api.access import EventApiViewSet
from tournaments.policies import may_see_history_of_event


class LogViewSet(EventApiViewSet):
    """Addresses below an event's own."""

    queryset = AuditEntry.objects.none()
    ordering = ("-when", "-pk")

    @extend_schema(
        summary=gettext_lazy("Read the log"),
        parameters=[LogQuery],
        responses=LogLineSerializer(many=True),
        description=gettext_lazy("For arbiters: everything that was done in the event, the latest first."),
    )
    @action(detail=True, query_serializer=LogQuery)
    def log(self, request: Request, pk: str) -> Response:
        event = self.event(pk)
        self.ask(may_see_history_of_event(request.user, event))
        page = self.paginate_queryset(lines_wanted(history_of(event), self.query)) or []
        return self.get_paginated_response(told(page))
