"""What organisers do with all entries of an event or a section at once, and whom they may enter, in the API."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.serializers import QuerySerializer
from tournaments.api.access import EventApiViewSet
from tournaments.entries.checking_in import mark_absent_who_is_not_here
from tournaments.entries.limits import LONGEST_SEARCH
from tournaments.entries.ratings import refresh_ratings
from tournaments.entries.selectors import offers
from tournaments.models import Event, Section
from tournaments.policies import may_manage_entries


class NameQuery(QuerySerializer):
    q = serializers.CharField(max_length=LONGEST_SEARCH, help_text=gettext_lazy("A name, or its beginning."))


class OfferSerializer(serializers.Serializer[Any]):
    """Somebody who may be meant."""

    person = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.name")
    clubs = serializers.CharField(help_text=gettext_lazy("Those that you may know."))
    entered = serializers.CharField(
        help_text=gettext_lazy("Sections of the event where they are entered already.")
    )
    near_only = serializers.BooleanField(help_text=gettext_lazy("The name is not the same, only near."))


class CountSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField(help_text=gettext_lazy("How many entries it concerned."))


class PlayersOfEventViewSet(EventApiViewSet):
    """Addresses below an event's own."""

    queryset = Event.objects.none()

    @extend_schema(
        summary=gettext_lazy("Find whom to enter"),
        parameters=[NameQuery],
        responses=OfferSerializer(many=True),
        description=gettext_lazy(
            "People whom you see or who have played with the club before, by their names and by names that are near."
        ),
    )
    @action(detail=True, query_serializer=NameQuery, pagination_class=None)
    def candidates(self, request: Request, pk: str) -> Response:
        event = self.event(pk)
        self.ask(may_manage_entries(request.user, event))
        found = offers(self.query["q"], event=event, actor=request.user)
        return Response(OfferSerializer(found, many=True).data)

    @extend_schema(
        summary=gettext_lazy("Bring the ratings up to date"),
        request=None,
        responses=CountSerializer,
        description=gettext_lazy("From the rating lists, before the event starts. Those set by hand stay."),
    )
    @action(detail=True, methods=["post"])
    def ratings(self, request: Request, pk: str) -> Response:
        event = self.event(pk)
        self.ask(may_manage_entries(self.actor, event))
        return Response({"count": refresh_ratings(actor=self.actor, event=event)})


class PlayersOfSectionViewSet(EventApiViewSet):
    """Addresses below a section's own."""

    queryset = Section.objects.none()

    @extend_schema(
        summary=gettext_lazy("Mark absent who has not checked in"),
        request=None,
        responses=CountSerializer,
        description=gettext_lazy("They miss round 1. Who comes before it is paired and checks in plays it."),
    )
    @action(detail=True, methods=["post"], url_path="mark-absent")
    def mark_absent(self, request: Request, pk: str) -> Response:
        section = self.section(pk)
        self.ask(may_manage_entries(self.actor, section.event))
        return Response({"count": mark_absent_who_is_not_here(actor=self.actor, section=section)})
