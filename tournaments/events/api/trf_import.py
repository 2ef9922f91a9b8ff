"""Importing events from report files in the API: look at what would be written, and write it."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import (
    ClubSlugField,
    GameField,
    StrictBooleanField,
    StrictSerializer,
    StrictTextField,
)
from players.accounts.selectors import find_time_zone
from players.models import Club
from tournaments.api import CommaSeparatedField, EventApiViewSet, decode_base64, number_keys
from tournaments.events.api.events import WholeEventSerializer, event_data
from tournaments.events.services.imported_people import PlannedPlayer
from tournaments.events.services.trf_import import import_report, lost_settings, section_values
from tournaments.events.services.trf_plan import MAX_FILE_SIZE, ImportPlan, plan_import
from tournaments.models import Event, FirstColour, PairingSystem
from tournaments.policies import may_create_event


class PlannedSectionSerializer(serializers.Serializer[Any]):
    """How the file says it is played."""

    name = serializers.CharField()
    system = serializers.ChoiceField(PairingSystem.choices)
    planned_rounds = serializers.IntegerField()
    cycles = serializers.IntegerField()
    accelerated = serializers.BooleanField()
    first_colour = serializers.ChoiceField(FirstColour.choices, allow_blank=True)
    tie_breaks = CommaSeparatedField()
    rated = serializers.BooleanField()
    point_unit = serializers.IntegerField()
    win_points = serializers.IntegerField()
    draw_points = serializers.IntegerField()
    loss_points = serializers.IntegerField()
    pairing_bye_points = serializers.IntegerField()


class PlannedPlayerSerializer(serializers.Serializer[Any]):
    """A player line, and who that may be."""

    number = serializers.IntegerField(help_text=gettext_lazy("The starting rank."))
    name = serializers.CharField()
    rating = serializers.IntegerField()
    finding = serializers.CharField(
        source="match",
        help_text=gettext_lazy(
            "known, similar to somebody, new or refused; choose the person where names are similar."
        ),
    )
    person = serializers.IntegerField(
        source="known.pk", allow_null=True, default=None, help_text=gettext_lazy("The person who is known.")
    )
    candidates = serializers.SerializerMethodField(help_text=gettext_lazy("Ids of people who may be meant."))
    problem = serializers.CharField()

    def get_candidates(self, player: PlannedPlayer) -> list[int]:
        return [person.pk for person in player.candidates]


class PlannedRoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    boards = serializers.SerializerMethodField(help_text=gettext_lazy("How many."))
    byes = serializers.SerializerMethodField(help_text=gettext_lazy("How many."))
    complete = serializers.BooleanField(
        source="is_complete", help_text=gettext_lazy("Whether every game has a result.")
    )

    def get_boards(self, planned: Any) -> int:
        return len(planned.boards)

    def get_byes(self, planned: Any) -> int:
        return len(planned.byes)


class ImportPlanSerializer(serializers.Serializer[Any]):
    """What a report file would become."""

    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    section = PlannedSectionSerializer()
    players = PlannedPlayerSerializer(many=True)
    rounds = PlannedRoundSerializer(many=True)
    arbiters = serializers.SerializerMethodField(help_text=gettext_lazy("Ids of people who are known."))
    problems = serializers.ListField(
        child=serializers.CharField(), help_text=gettext_lazy("With any of them, nothing is imported.")
    )
    remarks = serializers.ListField(child=serializers.CharField())
    not_kept = serializers.ListField(
        child=serializers.CharField(), help_text=gettext_lazy("What is in the file and cannot be imported.")
    )

    def get_arbiters(self, plan: dict[str, Any]) -> list[int]:
        return [person.pk for person in plan["arbiters"]]


class ReportSerializer(StrictSerializer):
    """A report file, and what it does not say."""

    club = ClubSlugField()
    content = StrictTextField(
        max_length=2 * MAX_FILE_SIZE, help_text=gettext_lazy("The report file (TRF16 or TRF26), in base64.")
    )
    game = GameField()
    rated = StrictBooleanField(required=False, help_text=gettext_lazy("true if left out."))


class ImportSerializer(ReportSerializer):
    choices = serializers.DictField(
        child=StrictTextField(max_length=20),
        required=False,
        help_text=gettext_lazy("By starting ranks, where names are similar: a person's id, or “new”."),
    )


class ImportViewSet(EventApiViewSet):
    queryset = Event.objects.none()

    @extend_schema(
        summary=gettext_lazy("Import an event"),
        request=ImportSerializer,
        responses={201: WholeEventSerializer},
        description=gettext_lazy(
            "From a report file. With rounds, it is running; without, a draft. Players of the same name are the same."
        ),
    )
    @action(detail=False, methods=["post"], url_path="import")
    def report(self, request: Request) -> Response:
        actor = self.actor
        sent = self.sent(ImportSerializer)
        event = import_report(
            actor=actor,
            club=self._club(sent["club"]),
            data=decode_base64(sent["content"]),
            game=sent["game"],
            rated=sent.get("rated", True),
            time_zone=find_time_zone(actor.time_zone) or timezone.get_default_timezone_name(),
            choices=number_keys(sent.get("choices", {})),
        )
        return Response(event_data(event), status=201)

    @extend_schema(
        summary=gettext_lazy("Look at what an import would write"),
        request=ReportSerializer,
        responses=ImportPlanSerializer,
        description=gettext_lazy("Nothing is written."),
    )
    @action(detail=False, methods=["post"], url_path="import-preview")
    def preview(self, request: Request) -> Response:
        actor = self.actor
        sent = self.sent(ReportSerializer)
        club = self._club(sent["club"])
        plan = plan_import(decode_base64(sent["content"]), actor=actor, club=club, today=timezone.localdate())
        return Response(_plan_data(plan, rated=sent.get("rated", True)))

    def _club(self, slug: str) -> Club:
        club = self.sent_club(slug)
        self.ask(may_create_event(self.actor, club))
        return club


def _plan_data(plan: ImportPlan, *, rated: bool) -> dict[str, Any]:
    content = {
        "name": plan.name,
        "starts_on": plan.starts_on,
        "ends_on": plan.ends_on,
        "section": section_values(plan, rated=rated),
        "players": plan.players,
        "rounds": plan.rounds,
        "arbiters": plan.arbiters,
        "problems": plan.problems,
        "remarks": plan.remarks,
        "not_kept": lost_settings(plan),
    }
    return dict(ImportPlanSerializer(content).data)
