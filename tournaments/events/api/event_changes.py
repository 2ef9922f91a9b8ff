"""What is sent about an event: its fields when it is made, changed or copied."""

from typing import Any, Final

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from core.api.serializers import (
    ClubSlugField,
    GameField,
    StrictBooleanField,
    StrictIntegerField,
    StrictSerializer,
    StrictTextField,
)
from games.models import LiveMode
from games.models.live import MAX_LIVE_DELAY
from tournaments.api import MAX_NUMBER, ReasonField
from tournaments.events.services.options import find_option, option_choices
from tournaments.models import PlayerAbsences, PlayerRecording, RecordsPublic

MAX_NAME_LENGTH: Final = 120
MAX_ANNOUNCEMENT_LENGTH: Final = 20_000


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
        required=False, help_text=gettext_lazy("Whether players may enter themselves.")
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
