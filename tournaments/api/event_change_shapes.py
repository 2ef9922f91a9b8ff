"""What is sent about events."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from games.models import GameKind
from players.api.serializers import Number, Slug, StrictSerializer, Text, Truth
from players.models import User
from tournaments.api.round_shapes import PlayerSerializer
from tournaments.api.versions import LARGEST_NUMBER, Reason
from tournaments.events import state_services
from tournaments.events.trf_plan import LARGEST_FILE
from tournaments.finishing import services as finishing
from tournaments.models import Event, PlayerAbsences, RecordsPublic, SetupRule

LONGEST_NAME: Final = 120
LONGEST_ANNOUNCEMENT: Final = 20_000


def optional_number(**kwargs: Any) -> Number:
    """Null where there is no limit."""
    return Number(required=False, allow_null=True, min_value=0, max_value=LARGEST_NUMBER, **kwargs)


class EventDetails(StrictSerializer):
    place = Text(max_length=200, required=False, allow_blank=True)
    time_zone = Text(max_length=64, required=False, help_text=gettext_lazy("Such as Europe/Berlin."))
    about = Text(max_length=LONGEST_ANNOUNCEMENT, required=False, allow_blank=True)
    setup = serializers.ChoiceField(SetupRule.choices, required=False)
    first_express = Number(required=False, min_value=0, max_value=2)
    second_express = Number(required=False, min_value=0, max_value=2)
    two_squares_limit = optional_number()
    no_capture_limit = optional_number()
    thinking_time = Text(max_length=120, required=False, allow_blank=True)
    round_minutes = optional_number()
    records_due_hours = optional_number(help_text=gettext_lazy("After a round is closed; null: not due."))
    records_public = serializers.ChoiceField(RecordsPublic.choices, required=False)
    self_entry = Truth(required=False, help_text=gettext_lazy("Whether players may sign themselves up."))
    confirm_entries = Truth(required=False, help_text=gettext_lazy("Whether organisers confirm each entry."))
    player_absences = serializers.ChoiceField(
        PlayerAbsences.choices,
        required=False,
        allow_blank=True,
        help_text=gettext_lazy(
            "What a round brings that a player announces to miss; empty: they tell the arbiters."
        ),
    )
    entries_until = serializers.DateTimeField(required=False, allow_null=True)
    fee = Text(max_length=60, required=False, allow_blank=True)
    players_report = Truth(
        required=False, help_text=gettext_lazy("Whether players may report their results.")
    )


class NewEventSerializer(EventDetails):
    club = Slug()
    name = Text(max_length=LONGEST_NAME)
    game = serializers.ChoiceField(GameKind.choices)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()


class SeenEvent(EventDetails):
    name = Text(max_length=LONGEST_NAME, required=False)
    game = serializers.ChoiceField(GameKind.choices, required=False)
    starts_on = serializers.DateField(required=False)
    ends_on = serializers.DateField(required=False)


class EventChangesSerializer(SeenEvent):
    reason = Reason()
    seen = SeenEvent(
        required=False,
        help_text=gettext_lazy(
            "Fields as you have seen them: if another changed one of them too, nothing is done (409)."
        ),
    )


class CopySerializer(StrictSerializer):
    name = Text(max_length=LONGEST_NAME)
    starts_on = serializers.DateField(help_text=gettext_lazy("The other dates keep their distance from it."))


class ReportSerializer(StrictSerializer):
    """A report file, and what it does not say."""

    club = Slug()
    content = Text(
        max_length=2 * LARGEST_FILE, help_text=gettext_lazy("The report file (TRF16 or TRF26), in base64.")
    )
    game = serializers.ChoiceField(GameKind.choices)
    rated = Truth(required=False, help_text=gettext_lazy("true if left out."))


class ImportSerializer(ReportSerializer):
    choices = serializers.DictField(
        child=Text(max_length=20),
        required=False,
        help_text=gettext_lazy("By starting ranks, where names are near: a person's id, or “new”."),
    )


Step = Callable[[User, Event, dict[str, Any]], Event]
STEPS: Final[Mapping[str, Step]] = {
    "open": lambda actor, event, sent: state_services.open_event(actor=actor, event=event),
    "take_back_opening": lambda actor, event, sent: state_services.take_back_opening(
        actor=actor, event=event
    ),
    "start": lambda actor, event, sent: state_services.start_event(
        actor=actor, event=event, seen=sent.get("seen")
    ),
    "take_back_start": lambda actor, event, sent: state_services.take_back_start(actor=actor, event=event),
    "finish": lambda actor, event, sent: finishing.finish(
        actor=actor, event=event, reason=sent.get("reason", "")
    ),
    "reopen": lambda actor, event, sent: finishing.reopen(
        actor=actor, event=event, reason=sent.get("reason", "")
    ),
    "archive": lambda actor, event, sent: finishing.archive(actor=actor, event=event),
    "take_out_of_archive": lambda actor, event, sent: finishing.take_out_of_archive(actor=actor, event=event),
}


class EventStepSerializer(StrictSerializer):
    step = serializers.ChoiceField(list(STEPS))
    reason = Reason(help_text=gettext_lazy("To reopen, and to finish before all rounds were played."))
    seen = Text(
        required=False,
        max_length=64,
        help_text=gettext_lazy(
            "To start: the mark of the starting order. If it has changed, nothing is done (409)."
        ),
    )


class OrderOfSectionSerializer(serializers.Serializer[Any]):
    section = serializers.IntegerField(source="section.pk")
    players = PlayerSerializer(many=True, source="entries")
    left_out = serializers.IntegerField(help_text=gettext_lazy("Entries that nobody has confirmed."))
    problem = serializers.CharField()


class StartingOrderSerializer(serializers.Serializer[Any]):
    """How a start would number the players."""

    mark = serializers.CharField(help_text=gettext_lazy("Send it as “seen” to start."))
    sections = OrderOfSectionSerializer(many=True)
