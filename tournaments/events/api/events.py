"""Events in the API: the list with the page's filters, one event with all its page shows, and changes to it."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.problems import InvalidQuery
from core.api.schema import NOT_MODIFIED
from core.api.serializers import (
    GameField,
    ListQuery,
    PageField,
)
from engine.description import OptionValue
from tournaments.api import EventApiViewSet
from tournaments.conditional import conditional_response
from tournaments.events.api.arbiters import ArbiterSerializer
from tournaments.events.api.event_changes import (
    CopySerializer,
    EventChangesSerializer,
    NewEventSerializer,
    option_field,
)
from tournaments.events.api.lifecycle import STEPS, EventStepSerializer, StartingOrderSerializer
from tournaments.events.forms.events import MAX_QUERY_LENGTH, EventFilterForm
from tournaments.events.selectors import (
    event_arbiters,
    filter_events,
    sections_with_counts,
    starting_order_digest,
    starting_orders,
    with_player_counts,
)
from tournaments.events.services import events
from tournaments.events.services.events import copy_event
from tournaments.models import Event, EventState, Section
from tournaments.policies import may_change_event, may_conduct_event, may_create_event, may_enter_results
from tournaments.results.api.pairings import WholePairingSerializer, serialize_pairings
from tournaments.results.selectors import boards_needing_decision
from tournaments.selectors import visible_events

MAX_YEAR = 9999


class SectionHeadSerializer(serializers.ModelSerializer[Section]):
    """A section in a few words."""

    players = serializers.IntegerField(help_text=gettext_lazy("Who plays, or withdrew after the start."))

    class Meta:
        model = Section
        fields = ("id", "name", "system", "players")
        read_only_fields = fields


class EventSerializer(serializers.ModelSerializer[Event]):
    """The head of an event."""

    club = serializers.SlugField(source="club.slug")
    game = serializers.CharField(help_text=gettext_lazy("A game of this site, or the slug of a club's own."))
    refereed = serializers.BooleanField(
        source="is_refereed",
        help_text=gettext_lazy("Whether records are checked; else they are kept as text."),
    )
    players = serializers.IntegerField(help_text=gettext_lazy("Who plays, or withdrew after the start."))
    url = PageField(source="get_absolute_url", help_text=gettext_lazy("Its page on this site."))

    class Meta:
        model = Event
        fields: tuple[str, ...] = (
            "id", "club", "name", "game", "refereed", "state", "place", "starts_on", "ends_on", "time_zone",
            "players", "url",
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields


class WholeEventSerializer(EventSerializer):
    """An event with its regulations, sections and arbiters."""

    # Each option that had a field of its own before there were `options`, and its value without a decision.
    setup = serializers.SerializerMethodField()
    first_express = serializers.SerializerMethodField()
    second_express = serializers.SerializerMethodField()
    two_squares_limit = serializers.SerializerMethodField()
    options = serializers.SerializerMethodField(
        help_text=gettext_lazy("What was decided of the game's own options, by their keys.")
    )
    payee = serializers.SerializerMethodField(
        help_text=gettext_lazy("Whose account fees are paid to; empty unless you may change the event.")
    )
    iban = serializers.SerializerMethodField(
        help_text=gettext_lazy("Of that account; empty unless you may change the event.")
    )
    sections = serializers.SerializerMethodField()
    arbiters = serializers.SerializerMethodField()

    class Meta(EventSerializer.Meta):
        fields = (
            *EventSerializer.Meta.fields,
            "about", "options", "setup", "first_express", "second_express", "two_squares_limit", "no_capture_limit",
            "thinking_time", "round_minutes", "records_due_hours", "records_public", "self_entry",
            "confirm_entries", "player_absences", "entries_until", "fee", "players_report", "player_recording",
            "timetable", "payee", "iban", "live_boards", "live_delay",
            "change_number", "changed_at", "sections", "arbiters",
        )  # fmt: skip
        read_only_fields = fields
        extra_kwargs = {
            "change_number": {"help_text": gettext_lazy("Grows with every change of anything in the event.")}
        }

    @extend_schema_field(option_field("setup"))
    def get_setup(self, event: Event) -> str:
        return str(event.option_values.get("setup", "closed"))

    def get_first_express(self, event: Event) -> int:
        return int(event.option_values.get("first_express") or 0)

    def get_second_express(self, event: Event) -> int:
        return int(event.option_values.get("second_express") or 0)

    def get_two_squares_limit(self, event: Event) -> int | None:
        limit = event.option_values.get("two_squares_limit")
        return None if limit is None else int(limit)

    @extend_schema_field(serializers.DictField(child=serializers.JSONField(allow_null=True)))
    def get_options(self, event: Event) -> dict[str, OptionValue]:
        return event.option_values

    def get_payee(self, event: Event) -> str:
        return event.payee if self.context["with_payment"] else ""

    def get_iban(self, event: Event) -> str:
        return event.iban if self.context["with_payment"] else ""

    @extend_schema_field(SectionHeadSerializer(many=True))
    def get_sections(self, event: Event) -> list[dict[str, Any]]:
        return list(SectionHeadSerializer(self.context["sections"], many=True).data)

    @extend_schema_field(ArbiterSerializer(many=True))
    def get_arbiters(self, event: Event) -> list[dict[str, Any]]:
        return list(ArbiterSerializer(self.context["arbiters"], many=True).data)


class EventQuery(ListQuery):
    """The filters of the page with the list, by the same names."""

    q = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=MAX_QUERY_LENGTH,
        help_text=gettext_lazy("Words of the name or the place."),
    )
    game = GameField(required=False)
    club = serializers.SlugField(required=False, max_length=80)
    state = serializers.ChoiceField(EventState.choices, required=False)
    year = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_YEAR,
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
        filters = EventFilterForm(self.query, years=years)
        if not filters.is_valid():
            raise InvalidQuery(
                {name: [str(error) for error in errors] for name, errors in filters.errors.items()}
            )
        page = self.paginate_queryset(
            with_player_counts(filter_events(visible_events(request.user), filters.cleaned_data))
        )
        return self.get_paginated_response(EventSerializer(page, many=True).data)

    @extend_schema(
        summary=gettext_lazy("Read an event"), responses={200: WholeEventSerializer, **NOT_MODIFIED}
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        event = self.event(pk)
        return conditional_response(request, event, lambda: Response(self._shown(event)))

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
        return Response(self._shown(events.create_event(actor=actor, club=club, **sent)), status=201)

    @extend_schema(
        summary=gettext_lazy("Change an event"),
        request=EventChangesSerializer,
        responses=WholeEventSerializer,
    )
    def partial_update(self, request: Request, pk: str) -> Response:
        event = self._event_to_change(pk)
        changes = self.sent(EventChangesSerializer)
        return Response(self._shown(events.change_event(actor=self.actor, event=event, **changes)))

    @extend_schema(
        summary=gettext_lazy("Delete an event"),
        responses={204: None},
        description=gettext_lazy("A draft, or what was only imported."),
    )
    def destroy(self, request: Request, pk: str) -> Response:
        events.delete_event(actor=self.actor, event=self._event_to_change(pk))
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
        return Response(event_data(STEPS[sent["step"]](self.actor, event, sent)))

    @extend_schema(
        summary=gettext_lazy("Read the starting order"),
        responses=StartingOrderSerializer,
        description=gettext_lazy("As a start would fix it, for those who may start the event."),
    )
    @action(detail=True, url_path="starting-order")
    def starting_order(self, request: Request, pk: str) -> Response:
        orders = starting_orders(self._event_to_conduct(pk))
        return Response(
            StartingOrderSerializer({"mark": starting_order_digest(orders), "sections": orders}).data
        )

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
            event_data(copy_event(actor=self.actor, event=event, **self.sent(CopySerializer))), status=201
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
        pairings = [line.pairing for line in boards_needing_decision(event)]
        return Response(serialize_pairings(request.user, pairings))

    def _shown(self, event: Event) -> dict[str, object]:
        """Bank details are for those who have to keep them right."""
        return event_data(event, with_payment=may_change_event(self.request.user, event))

    def _event_to_change(self, pk: str) -> Event:
        event = self.event(pk)
        self.ask(may_change_event(self.actor, event))
        return event

    def _event_to_conduct(self, pk: str) -> Event:
        event = self.event(pk)
        self.ask(may_conduct_event(self.actor, event))
        return event


def event_data(event: Event, *, with_payment: bool = False) -> dict[str, object]:
    """An event as its page shows it: three queries."""
    sections = sections_with_counts(event)
    event.players = sum(section.players for section in sections)  # type: ignore[attr-defined]
    context = {"sections": sections, "arbiters": event_arbiters(event), "with_payment": with_payment}
    return dict(WholeEventSerializer(event, context=context).data)
