"""Arbiters of events in the API."""

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import MAX_ID, IdField, ListQuery, StrictSerializer
from tournaments.api import EventApiViewSet
from tournaments.events.selectors import get_visible_arbiter_or_404, visible_arbiters
from tournaments.events.services.events import appoint_arbiter, dismiss_arbiter
from tournaments.models import EventArbiter
from tournaments.policies import may_change_event


class ArbiterQuery(ListQuery):
    event = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ID)


class NewArbiterSerializer(StrictSerializer):
    event = IdField()
    person = IdField()


class ArbiterSerializer(serializers.ModelSerializer[EventArbiter]):
    """Somebody who is arbiter in an event, whatever they are in the club."""

    event = serializers.IntegerField(source="event_id")
    person = serializers.IntegerField(source="person_id")
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("The person's name."))

    may_act = serializers.BooleanField(
        source="is_entitled",
        help_text=gettext_lazy(
            "Whether they may act: who got an account, or the profile, after being named has to be named again."
        ),
    )

    class Meta:
        model = EventArbiter
        fields = ("id", "event", "person", "name", "may_act")
        read_only_fields = fields


class ArbiterViewSet(EventApiViewSet):
    queryset = EventArbiter.objects.none()
    serializer_class = ArbiterSerializer
    list_query = ArbiterQuery
    ordering = ("pk",)

    @extend_schema(summary=gettext_lazy("List arbiters of events"), parameters=[ArbiterQuery])
    def list(self, request: Request) -> Response:
        page = self.paginate_queryset(visible_arbiters(request.user, event=self.query.get("event")))
        return self.get_paginated_response(ArbiterSerializer(page, many=True).data)

    @extend_schema(summary=gettext_lazy("Read who is arbiter"))
    def retrieve(self, request: Request, pk: str) -> Response:
        return Response(ArbiterSerializer(get_visible_arbiter_or_404(request.user, pk)).data)

    @extend_schema(
        summary=gettext_lazy("Name an arbiter"),
        request=NewArbiterSerializer,
        responses={201: ArbiterSerializer},
        description=gettext_lazy("Nothing changes for somebody who already is one and may act."),
    )
    def create(self, request: Request) -> Response:
        actor = self.actor
        sent = self.sent(NewArbiterSerializer)
        event = self.sent_event(sent["event"])
        self.ask(may_change_event(actor, event))
        named = appoint_arbiter(actor=actor, event=event, person=self.sent_person(sent["person"]))
        return Response(ArbiterSerializer(named).data, status=201)

    @extend_schema(summary=gettext_lazy("Dismiss an arbiter"), responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        arbiter = get_visible_arbiter_or_404(request.user, pk)
        self.ask(may_change_event(self.actor, arbiter.event))
        dismiss_arbiter(actor=self.actor, event=arbiter.event, person=arbiter.person)
        return Response(status=204)
