"""Entries as the API tells them: to everybody, and to the player and the organisers with what is theirs to know."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.models import Absence, Entry


class AbsenceSerializer(serializers.ModelSerializer[Absence]):
    """A round that a player misses, and what it brings."""

    round = serializers.IntegerField(source="round_number")

    class Meta:
        model = Absence
        fields = ("round", "kind")
        read_only_fields = fields


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """Who plays in a section. What only players and organisers know is null for others."""

    event = serializers.IntegerField(source="section.event_id")
    section = serializers.IntegerField(source="section_id")
    person = serializers.IntegerField(source="person_id")
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("The person's name."))
    club = serializers.CharField(source="club_name", help_text=gettext_lazy("For which the player plays."))
    absences = AbsenceSerializer(many=True)
    fee_paid = serializers.SerializerMethodField()
    checked_in_at = serializers.SerializerMethodField()
    note = serializers.SerializerMethodField()
    code = serializers.SerializerMethodField(
        help_text=gettext_lazy("Of the QR code: whoever has it checks in as this player.")
    )

    class Meta:
        model = Entry
        fields = (
            "id", "event", "section", "person", "name", "state", "starting_rank", "rating", "rating_is_own", "club",
            "categories", "first_round", "withdrawn_after", "absences", "fee_paid", "checked_in_at", "note",
            "code", "entered_at", "version",
        )  # fmt: skip
        read_only_fields = fields
        extra_kwargs = {  # noqa: RUF012  the framework's way to write it
            "version": {
                "help_text": gettext_lazy("Send it along with a change: who is second is told (409).")
            }
        }

    @extend_schema_field({"type": ["boolean", "null"]})
    def get_fee_paid(self, entry: Entry) -> bool | None:
        return entry.fee_paid if self._knows(entry) else None

    @extend_schema_field({"type": ["string", "null"], "format": "date-time"})
    def get_checked_in_at(self, entry: Entry) -> Any:
        if entry.checked_in_at is None or not self._knows(entry):
            return None
        return serializers.DateTimeField().to_representation(entry.checked_in_at)

    @extend_schema_field({"type": ["string", "null"]})
    def get_note(self, entry: Entry) -> str | None:
        return entry.note if self._knows(entry) else None

    @extend_schema_field({"type": ["string", "null"]})
    def get_code(self, entry: Entry) -> str | None:
        return entry.code if self._knows(entry) else None

    def _knows(self, entry: Entry) -> bool:
        """`managed` are the ids of the events whose entries whoever asks manages, `account` is theirs."""
        own = entry.person.account_id is not None and entry.person.account_id == self.context["account"]
        return own or entry.section.event_id in self.context["managed"]
