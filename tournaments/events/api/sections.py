"""Sections of events in the API: how they are played, and for which prizes."""

from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.schema import NOT_MODIFIED
from core.api.serializers import (
    MAX_ID,
    IdField,
    ListQuery,
    PageField,
    StrictBooleanField,
    StrictIntegerField,
    StrictSerializer,
    StrictTextField,
)
from tournaments.api import MAX_NUMBER, CommaSeparatedField, EventApiViewSet
from tournaments.conditional import conditional_response
from tournaments.events.selectors import get_section_with_counts_or_404, visible_sections_with_counts
from tournaments.events.services import sections
from tournaments.events.services.prizes import MAX_AMOUNT, MAX_PRIZES, PrizeData, set_prizes
from tournaments.events.services.sections import MAX_GAMES_PER_MATCH, MAX_POINTS, MAX_ROUNDS
from tournaments.models import FirstColour, PairingSystem, Prize, PrizeSharing, Section, TieBreakEdition
from tournaments.pairing import TieRule
from tournaments.policies import may_change_event

MAX_NAME_LENGTH: Final = 80
MAX_TIE_BREAKS: Final = 20
UP: Final = "up"
DOWN: Final = "down"


def points_field() -> StrictIntegerField:
    return StrictIntegerField(required=False, min_value=0, max_value=MAX_POINTS)


class CodesField(serializers.ListField):
    """Sent as a list, kept in one line with commas."""

    def to_internal_value(self, data: Any) -> Any:
        return ",".join(super().to_internal_value(data))


class SectionDetails(StrictSerializer):
    system = serializers.ChoiceField(PairingSystem.choices, required=False)
    planned_rounds = StrictIntegerField(required=False, min_value=1, max_value=MAX_ROUNDS)
    cycles = StrictIntegerField(required=False, min_value=1, max_value=MAX_GAMES_PER_MATCH)
    games_per_match = StrictIntegerField(required=False, min_value=1, max_value=MAX_GAMES_PER_MATCH)
    third_place = StrictBooleanField(required=False)
    tie_rules = CodesField(
        child=serializers.ChoiceField([rule.name for rule in TieRule]),
        required=False,
        max_length=len(TieRule),
    )
    accelerated = StrictBooleanField(required=False)
    keep_clubs_apart = StrictBooleanField(required=False)
    first_colour = serializers.ChoiceField(FirstColour.choices, required=False, allow_blank=True)
    point_unit = StrictIntegerField(required=False, min_value=1, max_value=MAX_POINTS)
    win_points = points_field()
    draw_points = points_field()
    loss_points = points_field()
    forfeit_win_points = points_field()
    forfeit_loss_points = points_field()
    pairing_bye_points = points_field()
    full_point_bye_points = points_field()
    half_point_bye_points = points_field()
    zero_point_bye_points = points_field()
    absent_points = points_field()
    tie_breaks = CodesField(
        child=StrictTextField(max_length=20),
        required=False,
        max_length=MAX_TIE_BREAKS,
        help_text=gettext_lazy("In order, as in FIDE's handbook: BH-C1, SB, DE …"),
    )
    tie_break_edition = serializers.ChoiceField(
        TieBreakEdition.choices,
        required=False,
        allow_null=True,
        help_text=gettext_lazy("Null: the one that is in force on the first day of the event."),
    )
    prize_sharing = serializers.ChoiceField(
        PrizeSharing.choices,
        required=False,
        help_text=gettext_lazy("How players who are level on points share the money of their places."),
    )
    rated = StrictBooleanField(required=False)
    entry_limit = StrictIntegerField(required=False, allow_null=True, min_value=2, max_value=MAX_NUMBER)


class NewSectionSerializer(SectionDetails):
    event = IdField()
    name = StrictTextField(max_length=MAX_NAME_LENGTH)


class SeenSection(SectionDetails):
    name = StrictTextField(max_length=MAX_NAME_LENGTH, required=False)


class SectionChangesSerializer(SeenSection):
    move = serializers.ChoiceField(
        [UP, DOWN], required=False, help_text=gettext_lazy("One place among the event's sections.")
    )
    seen = SeenSection(
        required=False,
        help_text=gettext_lazy(
            "Fields as you last read them: if somebody else has changed one of them, nothing is done (409)."
        ),
    )


class AwardSerializer(StrictSerializer):
    place = StrictIntegerField(min_value=1, max_value=1000)
    category = StrictTextField(max_length=40, required=False, allow_blank=True)
    amount = StrictIntegerField(
        required=False,
        min_value=0,
        max_value=MAX_AMOUNT,
        help_text=gettext_lazy("In hundredths of the currency."),
    )
    currency = StrictTextField(max_length=3, required=False, allow_blank=True)
    title = StrictTextField(max_length=80, required=False, allow_blank=True)


class PrizeListSerializer(StrictSerializer):
    prizes = serializers.ListField(child=AwardSerializer(), max_length=MAX_PRIZES)
    seen = serializers.ListField(
        child=AwardSerializer(),
        required=False,
        max_length=MAX_PRIZES,
        help_text=gettext_lazy(
            "The prizes as you last read them: if somebody else has changed them, nothing is done (409)."
        ),
    )


def prize_data(sent: list[dict[str, Any]]) -> list[PrizeData]:
    return [PrizeData(**prize) for prize in sent]


class PrizeSerializer(serializers.ModelSerializer[Prize]):
    """Money, a cup or both."""

    class Meta:
        model = Prize
        fields = ("category", "place", "amount", "currency", "title")
        read_only_fields = fields
        extra_kwargs = {
            "category": {"help_text": gettext_lazy("Empty: all players of the section.")},
            "amount": {"help_text": gettext_lazy("In hundredths of the currency.")},
        }


class SectionSerializer(serializers.ModelSerializer[Section]):
    """How a section is played. Points are whole numbers in the section's unit."""

    event = serializers.IntegerField(source="event_id")
    tie_rules = CommaSeparatedField(
        help_text=gettext_lazy("What settles level matches of a knockout, in order.")
    )
    tie_breaks = CommaSeparatedField(
        help_text=gettext_lazy("In order, as in FIDE's handbook: BH-C1, SB, DE …")
    )
    players = serializers.IntegerField(help_text=gettext_lazy("Who plays, or withdrew after the start."))
    waiting = serializers.IntegerField(help_text=gettext_lazy("Entries on the waiting list."))
    prizes = PrizeSerializer(many=True)
    url = PageField(source="get_absolute_url", help_text=gettext_lazy("Its page on this site."))

    class Meta:
        model = Section
        fields = (
            "id", "event", "position", "name", "system", "planned_rounds", "cycles", "games_per_match", "third_place",
            "tie_rules", "accelerated", "keep_clubs_apart", "first_colour", "point_unit", "win_points", "draw_points",
            "loss_points", "forfeit_win_points", "forfeit_loss_points", "pairing_bye_points", "full_point_bye_points",
            "half_point_bye_points", "zero_point_bye_points", "absent_points", "tie_breaks", "tie_break_edition",
            "prize_sharing", "rated", "entry_limit", "players", "waiting", "prizes", "url",
        )  # fmt: skip
        read_only_fields = fields
        extra_kwargs = {
            "point_unit": {"help_text": gettext_lazy("How many make one point: 2, where a draw is 1.")}
        }


class SectionQuery(ListQuery):
    event = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ID)


class SectionViewSet(EventApiViewSet):
    queryset = Section.objects.none()
    serializer_class = SectionSerializer
    list_query = SectionQuery
    ordering = ("pk",)

    @extend_schema(
        summary=gettext_lazy("List sections"),
        parameters=[SectionQuery],
        description=gettext_lazy("Those of events that you may see."),
    )
    def list(self, request: Request) -> Response:
        page = self.paginate_queryset(
            visible_sections_with_counts(request.user, event=self.query.get("event"))
        )
        return self.get_paginated_response(SectionSerializer(page, many=True).data)

    @extend_schema(summary=gettext_lazy("Read a section"), responses={200: SectionSerializer, **NOT_MODIFIED})
    def retrieve(self, request: Request, pk: str) -> Response:
        section = self.section(pk)
        return conditional_response(request, section.event, lambda: self._answer(section))

    @extend_schema(
        summary=gettext_lazy("Add a section"),
        request=NewSectionSerializer,
        responses={201: SectionSerializer},
        description=gettext_lazy("Before the event starts. What is left out has sensible defaults."),
    )
    def create(self, request: Request) -> Response:
        actor = self.actor
        sent = self.sent(NewSectionSerializer)
        event = self.sent_event(sent.pop("event"))
        self.ask(may_change_event(actor, event))
        return self._answer(sections.add_section(actor=actor, event=event, **sent), status=201)

    @extend_schema(
        summary=gettext_lazy("Change a section"),
        request=SectionChangesSerializer,
        responses=SectionSerializer,
        description=gettext_lazy("How pairings and points are made is fixed by the first round."),
    )
    def partial_update(self, request: Request, pk: str) -> Response:
        actor, section = self.actor, self._section_to_change(pk)
        changes = self.sent(SectionChangesSerializer)
        move = changes.pop("move", None)
        with transaction.atomic():
            section = sections.change_section(actor=actor, section=section, **changes)
            if move is not None:
                sections.move_section(actor=actor, section=section, up=move == UP)
        return self._answer(section)

    @extend_schema(
        summary=gettext_lazy("Delete a section"),
        responses={204: None},
        description=gettext_lazy("Only an empty one, before the event starts."),
    )
    def destroy(self, request: Request, pk: str) -> Response:
        sections.delete_section(actor=self.actor, section=self._section_to_change(pk))
        return Response(status=204)

    @extend_schema(
        summary=gettext_lazy("Set the prizes"),
        request=PrizeListSerializer,
        responses=SectionSerializer,
        description=gettext_lazy("All prizes of the section at once: those that are not sent are removed."),
    )
    @action(detail=True, methods=["post"])
    def prizes(self, request: Request, pk: str) -> Response:
        section = self._section_to_change(pk)
        sent = self.sent(PrizeListSerializer)
        seen = prize_data(sent["seen"]) if "seen" in sent else None
        set_prizes(actor=self.actor, section=section, prizes=prize_data(sent["prizes"]), seen=seen)
        return self._answer(section)

    def _section_to_change(self, pk: str) -> Section:
        section = self.section(pk)
        self.ask(may_change_event(self.actor, section.event))
        return section

    def _answer(self, section: Section, *, status: int = 200) -> Response:
        now = get_section_with_counts_or_404(self.request.user, section.pk)
        return Response(SectionSerializer(now).data, status=status)
