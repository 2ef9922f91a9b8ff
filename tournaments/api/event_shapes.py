"""Events as the API tells them."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from players.api.serializers import PageField
from tournaments.models import Event, EventArbiter, Section


class ArbiterSerializer(serializers.ModelSerializer[EventArbiter]):
    """Somebody who is arbiter in an event, whatever they are in the club."""

    event = serializers.IntegerField(source="event_id")
    person = serializers.IntegerField(source="person_id")
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("The person's name."))

    class Meta:
        model = EventArbiter
        fields = ("id", "event", "person", "name")
        read_only_fields = fields


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
    players = serializers.IntegerField(help_text=gettext_lazy("Confirmed entries."))
    url = PageField(source="get_absolute_url", help_text=gettext_lazy("Its page on this site."))

    class Meta:
        model = Event
        fields: tuple[str, ...] = (
            "id", "club", "name", "game", "state", "place", "starts_on", "ends_on", "time_zone", "players", "url",
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields


class WholeEventSerializer(EventSerializer):
    """An event with its regulations, sections and arbiters."""

    sections = serializers.SerializerMethodField()
    arbiters = serializers.SerializerMethodField()

    class Meta(EventSerializer.Meta):
        fields = (
            *EventSerializer.Meta.fields,
            "about", "setup", "first_express", "second_express", "two_squares_limit", "no_capture_limit",
            "thinking_time", "round_minutes", "records_due_hours", "records_public", "self_entry",
            "confirm_entries", "player_absences", "entries_until", "fee", "players_report",
            "change_number", "changed_at", "sections", "arbiters",
        )  # fmt: skip
        read_only_fields = fields
        extra_kwargs = {  # noqa: RUF012  the framework's way to write it
            "change_number": {"help_text": gettext_lazy("Grows with every change of anything in the event.")}
        }

    @extend_schema_field(SectionHeadSerializer(many=True))
    def get_sections(self, event: Event) -> list[dict[str, Any]]:
        return list(SectionHeadSerializer(self.context["sections"], many=True).data)

    @extend_schema_field(ArbiterSerializer(many=True))
    def get_arbiters(self, event: Event) -> list[dict[str, Any]]:
        return list(ArbiterSerializer(self.context["arbiters"], many=True).data)
