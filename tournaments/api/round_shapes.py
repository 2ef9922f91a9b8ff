"""Rounds and boards as the API tells them."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.models import Bye, Entry, Pairing, ResultReport, Round
from tournaments.rounds.clock import clock_of


class PlayerSerializer(serializers.ModelSerializer[Entry]):
    """A player at a board or in a table."""

    entry = serializers.IntegerField(source="pk")
    person = serializers.IntegerField(source="person_id")
    name = serializers.CharField(source="person.name")
    number = serializers.IntegerField(
        source="starting_rank", allow_null=True, help_text=gettext_lazy("The starting rank.")
    )
    club = serializers.CharField(source="club_name")

    class Meta:
        model = Entry
        fields = ("entry", "person", "name", "number", "rating", "club")
        read_only_fields = fields


class ByeSerializer(serializers.ModelSerializer[Bye]):
    """A player without an opponent."""

    player = PlayerSerializer(source="entry")

    class Meta:
        model = Bye
        fields = ("player", "kind")
        read_only_fields = fields


class ReportSerializer(serializers.ModelSerializer[ResultReport]):
    """What a player says a game ended with."""

    entry = serializers.IntegerField(source="entry_id")

    class Meta:
        model = ResultReport
        fields = ("entry", "result", "reported_at")
        read_only_fields = fields


class PairingSerializer(serializers.ModelSerializer[Pairing]):
    """One game of a round."""

    round = serializers.IntegerField(source="round_id")
    first = PlayerSerializer(help_text=gettext_lazy("Who moves first: White, or Red."))
    second = PlayerSerializer()
    game = serializers.SerializerMethodField(
        help_text=gettext_lazy("The game in the archive whose record it is; null if you may not see it.")
    )
    record_contradicts = serializers.SerializerMethodField(
        help_text=gettext_lazy("Whether the record says otherwise; null if you are no arbiter of the event.")
    )

    class Meta:
        model = Pairing
        fields: tuple[str, ...] = (
            "id", "round", "board", "leg", "third_place", "first", "second", "result", "origin", "result_at", "reason",
            "game", "record_contradicts", "version",
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields
        extra_kwargs = {  # noqa: RUF012  the framework's way to write it
            "leg": {"help_text": gettext_lazy("Which game of the match, from 1.")},
            "version": {
                "help_text": gettext_lazy("Send it along with a result: who is second is told (409).")
            },
        }

    @extend_schema_field({"type": ["integer", "null"]})
    def get_game(self, pairing: Pairing) -> int | None:
        return pairing.game_id if pairing.game_id in self.context["games"] else None

    @extend_schema_field({"type": ["boolean", "null"]})
    def get_record_contradicts(self, pairing: Pairing) -> bool | None:
        return pairing.record_contradicts if pairing.round_id in self.context["conducted"] else None


class WholePairingSerializer(PairingSerializer):
    """A game with what its players have reported."""

    section = serializers.IntegerField(source="round.section_id")
    event = serializers.IntegerField(source="round.section.event_id")
    reports = serializers.SerializerMethodField(
        help_text=gettext_lazy("What the players said; null if it is not your game and you are no arbiter.")
    )

    class Meta(PairingSerializer.Meta):
        fields = (*PairingSerializer.Meta.fields, "section", "event", "reports")
        read_only_fields = fields

    @extend_schema_field(ReportSerializer(many=True, allow_null=True))
    def get_reports(self, pairing: Pairing) -> list[Any] | None:
        players = {pairing.first.person.account_id, pairing.second.person.account_id} - {None}
        if pairing.round_id not in self.context["conducted"] and self.context["account"] not in players:
            return None
        return list(ReportSerializer(pairing.reports.all(), many=True).data)


class ClockSerializer(serializers.Serializer[Any]):
    """One time for the whole hall."""

    seconds = serializers.IntegerField(
        help_text=gettext_lazy("Left while it stands; on the clock when it was started.")
    )
    ends_at = serializers.DateTimeField(allow_null=True, help_text=gettext_lazy("Null while it stands."))


class RoundSerializer(serializers.ModelSerializer[Round]):
    """How far a round is."""

    event = serializers.IntegerField(source="section.event_id")
    section = serializers.IntegerField(source="section_id")
    clock = serializers.SerializerMethodField(help_text=gettext_lazy("Null if there is none."))

    class Meta:
        model = Round
        fields: tuple[str, ...] = (
            "id", "event", "section", "number", "state", "changed_by_hand", "problem", "published_at", "closed_at",
            "clock", "version",
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields
        extra_kwargs = {  # noqa: RUF012
            "problem": {"help_text": gettext_lazy("Why it could not be paired; empty if it could.")},
            "version": {
                "help_text": gettext_lazy("Send it along with a change: who is second is told (409).")
            },
        }

    @extend_schema_field(ClockSerializer(allow_null=True))
    def get_clock(self, round_: Round) -> dict[str, Any] | None:
        """Nothing in it changes by itself: a program counts, the answer stays the same."""
        clock = clock_of(round_.section.event, round_)
        if clock is None:
            return None
        seconds = round_.clock_seconds if clock.runs else clock.seconds
        return dict(ClockSerializer({"seconds": seconds, "ends_at": clock.ends}).data)


class WholeRoundSerializer(RoundSerializer):
    """A round with its boards, and who has none."""

    failed = serializers.SerializerMethodField(
        help_text=gettext_lazy("Whether pairing it was given up because of an error; it can be thrown away.")
    )
    relaxations = serializers.SerializerMethodField(
        help_text=gettext_lazy("What would have to be given up so that it can be paired, as sentences.")
    )
    boards = serializers.SerializerMethodField()
    byes = serializers.SerializerMethodField()

    class Meta(RoundSerializer.Meta):
        fields = (*RoundSerializer.Meta.fields, "failed", "relaxations", "boards", "byes")
        read_only_fields = fields

    def get_failed(self, round_: Round) -> bool:
        return bool(self.context["failed"])

    @extend_schema_field({"type": "array", "items": {"type": "string"}})
    def get_relaxations(self, round_: Round) -> list[str]:
        return list(self.context["relaxations"])

    @extend_schema_field(PairingSerializer(many=True))
    def get_boards(self, round_: Round) -> list[Any]:
        return list(PairingSerializer(self.context["boards"], many=True, context=self.context).data)

    @extend_schema_field(ByeSerializer(many=True))
    def get_byes(self, round_: Round) -> list[Any]:
        return list(ByeSerializer(self.context["byes"], many=True).data)
