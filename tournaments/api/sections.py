"""Sections of events in the API: how they are played, and for which prizes."""

from django.db import transaction
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.serializers import LARGEST_ID, ListQuery, PageField
from tournaments.api.access import EventApiViewSet
from tournaments.api.comma_separated import CommaSeparated
from tournaments.api.conditional import NOT_MODIFIED, unless_unchanged
from tournaments.api.section_change_shapes import (
    UP,
    NewSectionSerializer,
    PrizeListSerializer,
    SectionChangesSerializer,
    awards,
)
from tournaments.events import section_services
from tournaments.events.prize_services import set_prizes
from tournaments.events.selectors import visible_sections, with_numbers
from tournaments.models import Prize, Section
from tournaments.policies import may_change_event


class PrizeSerializer(serializers.ModelSerializer[Prize]):
    """Money, a cup or both."""

    class Meta:
        model = Prize
        fields = ("category", "place", "amount", "currency", "title")
        read_only_fields = fields
        extra_kwargs = {  # noqa: RUF012  the framework's way to write it
            "category": {"help_text": gettext_lazy("Empty: all players of the section.")},
            "amount": {"help_text": gettext_lazy("In hundredths of the currency.")},
        }


class SectionSerializer(serializers.ModelSerializer[Section]):
    """How a section is played. Points are whole numbers in the section's unit."""

    event = serializers.IntegerField(source="event_id")
    tie_rules = CommaSeparated(help_text=gettext_lazy("What settles level matches of a knockout, in order."))
    tie_breaks = CommaSeparated(help_text=gettext_lazy("In order, as in FIDE's handbook: BH-C1, SB, DE …"))
    players = serializers.IntegerField(help_text=gettext_lazy("Confirmed entries."))
    waiting = serializers.IntegerField(help_text=gettext_lazy("Entries on the waiting list."))
    prizes = PrizeSerializer(many=True)
    url = PageField(source="get_absolute_url", help_text=gettext_lazy("Its page on this site."))

    class Meta:
        model = Section
        fields = (
            "id", "event", "position", "name", "system", "planned_rounds", "cycles", "games_per_match", "third_place",
            "tie_rules", "accelerated", "keep_clubs_apart", "first_colour", "point_unit", "win_points", "draw_points",
            "loss_points", "forfeit_win_points", "forfeit_loss_points", "pairing_bye_points", "full_point_bye_points",
            "half_point_bye_points", "zero_point_bye_points", "absent_points", "tie_breaks", "prize_sharing",
            "rated", "entry_limit", "players", "waiting", "prizes", "url",
        )  # fmt: skip
        read_only_fields = fields
        extra_kwargs = {  # noqa: RUF012
            "point_unit": {"help_text": gettext_lazy("How many make one point: 2, where a draw is 1.")}
        }


class SectionQuery(ListQuery):
    event = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)


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
        wanted = {"event": self.query["event"]} if "event" in self.query else {}
        page = self.paginate_queryset(self._sections().filter(**wanted))
        return self.get_paginated_response(SectionSerializer(page, many=True).data)

    @extend_schema(summary=gettext_lazy("Read a section"), responses={200: SectionSerializer, **NOT_MODIFIED})
    def retrieve(self, request: Request, pk: str) -> Response:
        section = self.section(pk)
        return unless_unchanged(request, section.event, lambda: self._answer(section))

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
        return self._answer(section_services.add_section(actor=actor, event=event, **sent), status=201)

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
            section = section_services.change_section(actor=actor, section=section, **changes)
            if move is not None:
                section_services.move_section(actor=actor, section=section, up=move == UP)
        return self._answer(section)

    @extend_schema(
        summary=gettext_lazy("Delete a section"),
        responses={204: None},
        description=gettext_lazy("Only an empty one, before the event starts."),
    )
    def destroy(self, request: Request, pk: str) -> Response:
        section_services.delete_section(actor=self.actor, section=self._section_to_change(pk))
        return Response(status=204)

    @extend_schema(
        summary=gettext_lazy("Set the prizes"),
        request=PrizeListSerializer,
        responses=SectionSerializer,
        description=gettext_lazy("All prizes of the section at once: what is not sent is no prize any more."),
    )
    @action(detail=True, methods=["post"])
    def prizes(self, request: Request, pk: str) -> Response:
        section = self._section_to_change(pk)
        sent = self.sent(PrizeListSerializer)
        seen = awards(sent["seen"]) if "seen" in sent else None
        set_prizes(actor=self.actor, section=section, awards=awards(sent["prizes"]), seen=seen)
        return self._answer(section)

    def _section_to_change(self, pk: str) -> Section:
        section = self.section(pk)
        self.ask(may_change_event(self.actor, section.event))
        return section

    def _answer(self, section: Section, *, status: int = 200) -> Response:
        now = get_object_or_404(self._sections(), pk=section.pk)
        return Response(SectionSerializer(now).data, status=status)

    def _sections(self) -> QuerySet[Section]:
        return with_numbers(visible_sections(self.request.user))
