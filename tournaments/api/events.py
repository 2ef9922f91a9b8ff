"""Events in the API: the list with the filters of the page, and one with all that its page shows."""

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import GameKind
from players.api.problems import WrongQuery
from players.api.serializers import ListQuery
from players.models import Club
from tournaments.api.access import EventApiViewSet
from tournaments.api.conditional import NOT_MODIFIED, unless_unchanged
from tournaments.api.event_change_shapes import (
    STEPS,
    CopySerializer,
    EventChangesSerializer,
    EventStepSerializer,
    NewEventSerializer,
    StartingOrderSerializer,
)
from tournaments.api.event_shapes import EventSerializer, WholeEventSerializer
from tournaments.api.pairings import told as told_of_boards
from tournaments.api.round_shapes import WholePairingSerializer
from tournaments.events import services
from tournaments.events.copying import copy_event
from tournaments.events.list_form import LONGEST_TEXT, EventFilterForm
from tournaments.events.selectors import arbiters_of, sections_of, visible_events, with_entry_counts
from tournaments.events.state_services import mark_of, starting_orders
from tournaments.models import Event, EventState
from tournaments.policies import (
    may_change_event,
    may_conduct_event,
    may_create_event,
    may_enter_results,
)
from tournaments.results.boards import conflicts_of

LAST_YEAR = 9999


class EventQuery(ListQuery):
    """The filters of the page with the list, by the same names."""

    q = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=LONGEST_TEXT,
        help_text=gettext_lazy("Words of the name or the place."),
    )
    game = serializers.ChoiceField(GameKind.choices, required=False)
    club = serializers.SlugField(required=False, max_length=80)
    state = serializers.ChoiceField(EventState.choices, required=False)
    year = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LAST_YEAR,
        help_text=gettext_lazy("In which the event begins."),
    )


class EventViewSet(EventApiViewSet):
    queryset = Event.objects.none()
    serializer_class = EventSerializer
    list_query = EventQuery
    ordering = ("-starts_on", "-pk")

    @extend_schema(
        summary=gettext_lazy("List events"),
        parameters=[EventQuery],
        description=gettext_lazy(
            "Those that you may see, the latest first. Filters combine. Drafts are seen by arbiters."
        ),
    )
    def list(self, request: Request) -> Response:
        # A year without events finds nothing; it is no mistake.
        years = [self.query["year"]] if "year" in self.query else []
        filters = EventFilterForm(self.query, years=years, clubs=Club.objects.all())
        if not filters.is_valid():
            raise WrongQuery(
                {name: [str(error) for error in errors] for name, errors in filters.errors.items()}
            )
        page = self.paginate_queryset(with_entry_counts(filters.narrowed(visible_events(request.user))))
        return self.get_paginated_response(EventSerializer(page, many=True).data)

    @extend_schema(
        summary=gettext_lazy("Read an event"), responses={200: WholeEventSerializer, **NOT_MODIFIED}
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        event = self.event(pk)
        return unless_unchanged(request, event, lambda: Response(told(event)))

    @extend_schema(
        summary=gettext_lazy("Create an event"),
        request=NewEventSerializer,
        responses={201: WholeEventSerializer},
        description=gettext_lazy(
            "A draft, seen by arbiters only. Add its sections, then open it for entries."
        ),
    )
    def create(self, request: Request) -> Response:
        actor = self.actor
        sent = self.sent(NewEventSerializer)
        club = self.sent_club(sent.pop("club"))
        self.ask(may_create_event(actor, club))
        return Response(told(services.create_event(actor=actor, club=club, **sent)), status=201)

    @extend_schema(
        summary=gettext_lazy("Change an event"),
        request=EventChangesSerializer,
        responses=WholeEventSerializer,
    )
    def partial_update(self, request: Request, pk: str) -> Response:
        event = self._event_to_change(pk)
        changes = self.sent(EventChangesSerializer)
        return Response(told(services.change_event(actor=self.actor, event=event, **changes)))

    @extend_schema(
        summary=gettext_lazy("Delete an event"),
        responses={204: None},
        description=gettext_lazy("A draft, or what was only imported."),
    )
    def destroy(self, request: Request, pk: str) -> Response:
        services.delete_event(actor=self.actor, event=self._event_to_change(pk))
        return Response(status=204)

    @extend_schema(
        summary=gettext_lazy("Open, start, finish, or take back"),
        request=EventStepSerializer,
        responses=WholeEventSerializer,
        description=gettext_lazy("One step on the event's way, or back while nothing depends on it."),
    )
    @action(detail=True, methods=["post"])
    def step(self, request: Request, pk: str) -> Response:
        event = self._event_to_conduct(pk)
        sent = self.sent(EventStepSerializer)
        return Response(told(STEPS[sent["step"]](self.actor, event, sent)))

    @extend_schema(
        summary=gettext_lazy("Read the starting order"),
        responses=StartingOrderSerializer,
        description=gettext_lazy("As a start would fix it, for those who may start the event."),
    )
    @action(detail=True, url_path="starting-order")
    def starting_order(self, request: Request, pk: str) -> Response:
        orders = starting_orders(self._event_to_conduct(pk))
        return Response(StartingOrderSerializer({"mark": mark_of(orders), "sections": orders}).data)

    @extend_schema(
        summary=gettext_lazy("Copy an event"),
        request=CopySerializer,
        responses={201: WholeEventSerializer},
        description=gettext_lazy(
            "A draft with the same sections, prizes and arbiters, and nobody who played."
        ),
    )
    @action(detail=True, methods=["post"])
    def copy(self, request: Request, pk: str) -> Response:
        event = self.event(pk)
        self.ask(may_create_event(self.actor, event.club))
        return Response(
            told(copy_event(actor=self.actor, event=event, **self.sent(CopySerializer))), status=201
        )

    @extend_schema(
        summary=gettext_lazy("List conflicts"),
        responses=WholePairingSerializer(many=True),
        description=gettext_lazy(
            "Boards that wait for an arbiter: players who do not agree, and records that say otherwise."
        ),
    )
    @action(detail=True, pagination_class=None)
    def conflicts(self, request: Request, pk: str) -> Response:
        event = self.event(pk)
        self.ask(may_enter_results(request.user, event))
        pairings = [line.pairing for line in conflicts_of(event)]
        return Response(told_of_boards(request.user, pairings))

    def _event_to_change(self, pk: str) -> Event:
        event = self.event(pk)
        self.ask(may_change_event(self.actor, event))
        return event

    def _event_to_conduct(self, pk: str) -> Event:
        event = self.event(pk)
        self.ask(may_conduct_event(self.actor, event))
        return event


def told(event: Event) -> dict[str, object]:
    """An event as its page shows it: three queries."""
    sections = sections_of(event)
    event.players = sum(section.players for section in sections)  # type: ignore[attr-defined]
    context = {"sections": sections, "arbiters": arbiters_of(event)}
    return dict(WholeEventSerializer(event, context=context).data)
