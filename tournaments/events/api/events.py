"""Events in the API: the list with the page's filters, one event with all its page shows, and changes to it."""

from typing import Any, Final

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.problems import InvalidQuery
from core.api.schema import NOT_MODIFIED
from core.api.serializers import (
    ClubSlugField,
    GameField,
    ListQuery,
    PageField,
    StrictBooleanField,
    StrictIntegerField,
    StrictSerializer,
    StrictTextField,
)
from engine.description import OptionValue
from games.models import LiveMode
from games.models.live import MAX_LIVE_DELAY
from tournaments.api import MAX_NUMBER, EventApiViewSet, ReasonField
from tournaments.conditional import conditional_response
from tournaments.events.api.arbiters import ArbiterSerializer
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
from tournaments.events.services.options import find_option, option_choices
from tournaments.models import Event, EventState, PlayerAbsences, PlayerRecording, RecordsPublic, Section
from tournaments.policies import may_change_event, may_conduct_event, may_create_event, may_enter_results
from tournaments.results.api.pairings import WholePairingSerializer, serialize_pairings
from tournaments.results.selectors import boards_needing_decision
from tournaments.selectors import visible_events

MAX_NAME_LENGTH: Final = 120
MAX_ANNOUNCEMENT_LENGTH: Final = 20_000
MAX_YEAR = 9999


class SectionHeadSerializer(serializers.ModelSerializer[Section]):
    """A section in a few words."""

    players = serializers.IntegerField(help_text=gettext_lazy("Confirmed entries."))

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
    players = serializers.IntegerField(help_text=gettext_lazy("Confirmed entries."))
    url = PageField(source="get_absolute_url", help_text=gettext_lazy("Its page on this site."))

    class Meta:
        model = Event
        fields: tuple[str, ...] = (
            "id", "club", "name", "game", "refereed", "state", "place", "starts_on", "ends_on", "time_zone",
            "players", "url",
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields


def optional_number(**kwargs: Any) -> StrictIntegerField:
    """Null where there is no limit."""
    return StrictIntegerField(required=False, allow_null=True, min_value=0, max_value=MAX_NUMBER, **kwargs)


def option_field(key: str) -> serializers.Field[Any, Any, Any, Any]:
    """An option that had a field of its own before there were `options`, and keeps it."""
    option = find_option(key)
    if option is None:
        raise LookupError(f"no game has the option {key}")
    if not option.choices:
        return optional_number()
    values = [choice.value for choice in option.choices]
    numbers = [value for value in values if isinstance(value, int)]
    if numbers:
        return StrictIntegerField(required=False, min_value=min(numbers), max_value=max(numbers))
    return serializers.ChoiceField(option_choices(key), required=False)


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
    sections = serializers.SerializerMethodField()
    arbiters = serializers.SerializerMethodField()

    class Meta(EventSerializer.Meta):
        fields = (
            *EventSerializer.Meta.fields,
            "about", "options", "setup", "first_express", "second_express", "two_squares_limit", "no_capture_limit",
            "thinking_time", "round_minutes", "records_due_hours", "records_public", "self_entry",
            "confirm_entries", "player_absences", "entries_until", "fee", "players_report", "player_recording",
            "timetable", "live_boards", "live_delay",
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

    @extend_schema_field(SectionHeadSerializer(many=True))
    def get_sections(self, event: Event) -> list[dict[str, Any]]:
        return list(SectionHeadSerializer(self.context["sections"], many=True).data)

    @extend_schema_field(ArbiterSerializer(many=True))
    def get_arbiters(self, event: Event) -> list[dict[str, Any]]:
        return list(ArbiterSerializer(self.context["arbiters"], many=True).data)


class EventDetails(StrictSerializer):
    place = StrictTextField(max_length=200, required=False, allow_blank=True)
    time_zone = StrictTextField(
        max_length=64, required=False, help_text=gettext_lazy("Such as Europe/Berlin.")
    )
    about = StrictTextField(max_length=MAX_ANNOUNCEMENT_LENGTH, required=False, allow_blank=True)
    options = serializers.DictField(
        child=serializers.JSONField(allow_null=True),
        required=False,
        help_text=gettext_lazy(
            "Options of the game by their keys; those that are left out stay as they are."
        ),
    )
    setup = option_field("setup")
    first_express = option_field("first_express")
    second_express = option_field("second_express")
    two_squares_limit = option_field("two_squares_limit")
    no_capture_limit = optional_number()
    thinking_time = StrictTextField(max_length=120, required=False, allow_blank=True)
    round_minutes = optional_number()
    records_due_hours = optional_number(help_text=gettext_lazy("After a round is closed; null: not due."))
    records_public = serializers.ChoiceField(RecordsPublic.choices, required=False)
    self_entry = StrictBooleanField(
        required=False, help_text=gettext_lazy("Whether players may sign themselves up.")
    )
    confirm_entries = StrictBooleanField(
        required=False, help_text=gettext_lazy("Whether organisers confirm each entry.")
    )
    player_absences = serializers.ChoiceField(
        PlayerAbsences.choices,
        required=False,
        allow_blank=True,
        help_text=gettext_lazy(
            "What a round counts as that a player announces to miss; empty: players tell the arbiters."
        ),
    )
    entries_until = serializers.DateTimeField(required=False, allow_null=True)
    fee = StrictTextField(max_length=60, required=False, allow_blank=True)
    player_recording = serializers.ChoiceField(
        PlayerRecording.choices,
        required=False,
        help_text=gettext_lazy("Which modes of the recorder players may use at their boards."),
    )
    payee = StrictTextField(
        max_length=70,
        required=False,
        allow_blank=True,
        help_text=gettext_lazy(
            "Whose account fees are paid to. With the IBAN it is shown to those who enter."
        ),
    )
    iban = StrictTextField(max_length=34, required=False, allow_blank=True)
    timetable = StrictTextField(
        max_length=2000,
        required=False,
        allow_blank=True,
        help_text=gettext_lazy("One line for each thing that has a time."),
    )
    players_report = StrictBooleanField(
        required=False, help_text=gettext_lazy("Whether players may report their results.")
    )
    live_boards = serializers.ChoiceField(
        LiveMode.choices,
        required=False,
        help_text=gettext_lazy("Who may follow boards that are being recorded, and when."),
    )
    live_delay = StrictIntegerField(
        required=False,
        min_value=0,
        max_value=MAX_LIVE_DELAY,
        help_text=gettext_lazy("How many plies or minutes later; otherwise 0."),
    )


class NewEventSerializer(EventDetails):
    club = ClubSlugField()
    name = StrictTextField(max_length=MAX_NAME_LENGTH)
    game = GameField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()


class SeenEvent(EventDetails):
    name = StrictTextField(max_length=MAX_NAME_LENGTH, required=False)
    game = GameField(required=False)
    starts_on = serializers.DateField(required=False)
    ends_on = serializers.DateField(required=False)


class EventChangesSerializer(SeenEvent):
    reason = ReasonField()
    seen = SeenEvent(
        required=False,
        help_text=gettext_lazy(
            "Fields as you last read them: if somebody else has changed one of them, nothing is done (409)."
        ),
    )


class CopySerializer(StrictSerializer):
    name = StrictTextField(max_length=MAX_NAME_LENGTH)
    starts_on = serializers.DateField(help_text=gettext_lazy("The other dates keep their distance from it."))


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
        return conditional_response(request, event, lambda: Response(event_data(event)))

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
        return Response(event_data(events.create_event(actor=actor, club=club, **sent)), status=201)

    @extend_schema(
        summary=gettext_lazy("Change an event"),
        request=EventChangesSerializer,
        responses=WholeEventSerializer,
    )
    def partial_update(self, request: Request, pk: str) -> Response:
        event = self._event_to_change(pk)
        changes = self.sent(EventChangesSerializer)
        return Response(event_data(events.change_event(actor=self.actor, event=event, **changes)))

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

    def _event_to_change(self, pk: str) -> Event:
        event = self.event(pk)
        self.ask(may_change_event(self.actor, event))
        return event

    def _event_to_conduct(self, pk: str) -> Event:
        event = self.event(pk)
        self.ask(may_conduct_event(self.actor, event))
        return event


def event_data(event: Event) -> dict[str, object]:
    """An event as its page shows it: three queries."""
    sections = sections_with_counts(event)
    event.players = sum(section.players for section in sections)  # type: ignore[attr-defined]
    context = {"sections": sections, "arbiters": event_arbiters(event)}
    return dict(WholeEventSerializer(event, context=context).data)
