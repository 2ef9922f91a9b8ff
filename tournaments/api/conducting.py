"""What those who conduct an event look at before its next step, in the API: its end, and the draft of a round."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import EventApiViewSet
from tournaments.api.round_shapes import PlayerSerializer
from tournaments.api.table_shapes import PointsField
from tournaments.finishing.guards import readiness
from tournaments.models import Event, Round, RoundState
from tournaments.policies import may_conduct_event, may_pair
from tournaments.rounds.draft import draft_of
from tournaments.rounds.visibility import visible_rounds


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
        help_text=gettext_lazy("Boards whose record says something else than the result.")
    )


class SideSerializer(serializers.Serializer[Any]):
    """A player at a board of a draft."""

    player = PlayerSerializer(source="entry")
    points = PointsField()
    colours = serializers.CharField(
        help_text=gettext_lazy("The colours so far, a letter each; a dash for a round without a game.")
    )
    float = serializers.CharField(help_text=gettext_lazy("up, down, or empty."))


class DraftLineSerializer(serializers.Serializer[Any]):
    pairing = serializers.IntegerField(source="pairing.pk")
    board = serializers.IntegerField(source="pairing.board")
    first = SideSerializer()
    second = SideSerializer()
    kept = serializers.BooleanField(
        source="is_kept", help_text=gettext_lazy("Laid down before the round was paired.")
    )


class DraftSerializer(serializers.Serializer[Any]):
    """A paired round as its arbiter looks at it."""

    lines = DraftLineSerializer(many=True)
    absent = PlayerSerializer(many=True, help_text=gettext_lazy("Out of the round without a bye."))
    out = PlayerSerializer(many=True, help_text=gettext_lazy("Everybody who could be put in."))
    away_now = PlayerSerializer(
        many=True, help_text=gettext_lazy("With a board, but withdrawn or absent since it was paired.")
    )
    could_play = PlayerSerializer(
        many=True, help_text=gettext_lazy("Without a place, although nothing says so any more.")
    )


class ReadinessViewSet(EventApiViewSet):
    """Addresses below an event's own."""

    queryset = Event.objects.none()

    @extend_schema(
        summary=gettext_lazy("Read what is missing to the end"),
        responses=ReadinessSerializer,
        description=gettext_lazy("Of a running event, for those who may finish it."),
    )
    @action(detail=True)
    def readiness(self, request: Request, pk: str) -> Response:
        event = self.event(pk)
        self.ask(may_conduct_event(request.user, event))
        return Response(ReadinessSerializer(readiness(event)).data)


class DraftViewSet(EventApiViewSet):
    """Addresses below a round's own."""

    queryset = Round.objects.none()

    @extend_schema(
        summary=gettext_lazy("Look at a draft"),
        responses=DraftSerializer,
        description=gettext_lazy(
            "Of a round that is paired and not published, for those who may pair: points, colours and floats, and what "
            "has changed since."
        ),
    )
    @action(detail=True)
    def draft(self, request: Request, pk: str) -> Response:
        rounds = visible_rounds(request.user).select_related("section__event__club")
        round_ = get_object_or_404(rounds, pk=pk)
        self.ask(may_pair(request.user, round_.section.event))
        if round_.state != RoundState.PAIRED:
            raise Http404
        return Response(DraftSerializer(draft_of(round_)).data)
