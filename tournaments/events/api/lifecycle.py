"""The life of an event in the API: its steps, its starting order, what keeps it from being finished, and its log."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from audit.api import LogLineSerializer, LogQuery, requested_lines, serialize_lines
from audit.models import AuditEntry
from audit.selectors import history_of
from core.api.serializers import StrictSerializer, StrictTextField
from players.models import User
from tournaments.api import EventApiViewSet, ReasonField
from tournaments.entries.api.entries import PlayerSerializer
from tournaments.events.selectors import check_readiness
from tournaments.events.services import lifecycle
from tournaments.models import Event
from tournaments.policies import may_conduct_event, may_see_event_log


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
        self.ask(may_see_event_log(request.user, event))
        page = self.paginate_queryset(requested_lines(history_of(event), self.query)) or []
        return self.get_paginated_response(serialize_lines(page))


StepFunction = Callable[[User, Event, dict[str, Any]], Event]

STEPS: Final[Mapping[str, StepFunction]] = {
    "open": lambda actor, event, sent: lifecycle.open_event(actor=actor, event=event),
    "take_back_opening": lambda actor, event, sent: lifecycle.undo_opening(actor=actor, event=event),
    "start": lambda actor, event, sent: lifecycle.start_event(
        actor=actor, event=event, seen=sent.get("seen")
    ),
    "take_back_start": lambda actor, event, sent: lifecycle.undo_start(actor=actor, event=event),
    "finish": lambda actor, event, sent: lifecycle.finish_event(
        actor=actor, event=event, reason=sent.get("reason", "")
    ),
    "reopen": lambda actor, event, sent: lifecycle.reopen_event(
        actor=actor, event=event, reason=sent.get("reason", "")
    ),
    "archive": lambda actor, event, sent: lifecycle.archive_event(actor=actor, event=event),
    "take_out_of_archive": lambda actor, event, sent: lifecycle.unarchive_event(actor=actor, event=event),
}


class EventStepSerializer(StrictSerializer):
    step = serializers.ChoiceField(list(STEPS))
    reason = ReasonField(help_text=gettext_lazy("To reopen, and to finish before all rounds were played."))
    seen = StrictTextField(
        required=False,
        max_length=64,
        help_text=gettext_lazy(
            "To start: the mark of the starting order. If it has changed, nothing is done (409)."
        ),
    )


class OrderOfSectionSerializer(serializers.Serializer[Any]):
    section = serializers.IntegerField(source="section.pk")
    players = PlayerSerializer(many=True, source="entries")
    left_out = serializers.IntegerField(help_text=gettext_lazy("Entries that nobody has confirmed."))
    problem = serializers.CharField()


class StartingOrderSerializer(serializers.Serializer[Any]):
    """How a start would number the players."""

    mark = serializers.CharField(help_text=gettext_lazy("Send it as “seen” to start."))
    sections = OrderOfSectionSerializer(many=True)


class ObstacleSerializer(serializers.Serializer[Any]):
    """What keeps the event from being finished, and where it can be mended."""

    sentence = serializers.CharField()
    round = serializers.IntegerField(source="round.pk", help_text=gettext_lazy("The round's id."))


class EarlyEndSerializer(serializers.Serializer[Any]):
    """A section with fewer rounds than were planned: finishing needs a reason."""

    section = serializers.IntegerField(source="section.pk")
    played = serializers.IntegerField()
    planned = serializers.IntegerField()


class ReadinessSerializer(serializers.Serializer[Any]):
    """Whether an event can be finished."""

    obstacles = ObstacleSerializer(many=True)
    early = EarlyEndSerializer(many=True)
    contradicted = serializers.IntegerField(
        help_text=gettext_lazy("Boards whose record contradicts the result.")
    )


class ReadinessViewSet(EventApiViewSet):
    """Addresses below an event's own."""

    queryset = Event.objects.none()

    @extend_schema(
        summary=gettext_lazy("Read what is left to do before the end"),
        responses=ReadinessSerializer,
        description=gettext_lazy("Of a running event, for those who may finish it."),
    )
    @action(detail=True)
    def readiness(self, request: Request, pk: str) -> Response:
        event = self.event(pk)
        self.ask(may_conduct_event(request.user, event))
        return Response(ReadinessSerializer(check_readiness(event)).data)
