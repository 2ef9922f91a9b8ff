"""What is sent about entries."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from players.api.serializers import CountryField, IdField, Number, StrictSerializer, Text, Truth
from players.models.person import LONGEST_NAME
from tournaments.api.entry_shapes import EntrySerializer
from tournaments.api.versions import LARGEST_NUMBER, Reason, Version
from tournaments.entries.limits import (
    HIGHEST_RATING,
    LONGEST_CATEGORIES,
    LONGEST_CLUB,
    LONGEST_NOTE,
    MOST_BYTES_OF_A_TABLE,
)
from tournaments.models import AbsenceKind

CONFIRM: Final = "confirm"
WITHDRAW: Final = "withdraw"
RETURN: Final = "return"
CHECK_IN: Final = "check_in"
UNDO_CHECK_IN: Final = "undo_check_in"


class DetailsSerializer(StrictSerializer):
    rating = Number(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=HIGHEST_RATING,
        help_text=gettext_lazy("Null: that of the rating lists."),
    )
    club = Text(
        required=False,
        allow_blank=True,
        max_length=LONGEST_CLUB,
        help_text=gettext_lazy("For which the player plays."),
    )
    categories = Text(
        required=False,
        allow_blank=True,
        max_length=LONGEST_CATEGORIES,
        help_text=gettext_lazy("For prizes, with commas."),
    )
    note = Text(required=False, allow_blank=True, max_length=LONGEST_NOTE)
    fee_paid = Truth(required=False)


class NewEntrySerializer(DetailsSerializer):
    """Either a `person` who is known, or the `name` of somebody new."""

    section = IdField()
    person = IdField(required=False)
    name = Text(required=False, max_length=LONGEST_NAME)
    country = CountryField(required=False, allow_blank=True)
    year_of_birth = Number(required=False, allow_null=True, min_value=1800, max_value=9999)
    listed = Truth(required=False, help_text=gettext_lazy("Whether the person has agreed to be listed."))
    over_limit = Truth(required=False, help_text=gettext_lazy("Even if the section is full."))

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("person" in attrs) == ("name" in attrs):
            raise serializers.ValidationError(_("Send either “person”, or “name”."))
        of_somebody_new = [name for name in ("country", "year_of_birth", "listed") if name in attrs]
        if "person" in attrs and of_somebody_new:
            raise serializers.ValidationError(
                {name: [_("Only of somebody new.")] for name in of_somebody_new}
            )
        return attrs


class EntryChangesSerializer(DetailsSerializer):
    version = Version()


class SignUpSerializer(StrictSerializer):
    club = Text(
        required=False,
        allow_blank=True,
        max_length=LONGEST_CLUB,
        help_text=gettext_lazy("For which you play; the usual one if left out."),
    )
    note = Text(required=False, allow_blank=True, max_length=LONGEST_NOTE)


class EntryStepSerializer(StrictSerializer):
    step = serializers.ChoiceField([CONFIRM, WITHDRAW, RETURN, CHECK_IN, UNDO_CHECK_IN])
    version = Version()
    reason = Reason(max_length=300, help_text=gettext_lazy("Of a withdrawal."))
    over_limit = Truth(
        required=False, help_text=gettext_lazy("To confirm or to return: even if the section is full.")
    )


class AbsenceChangeSerializer(StrictSerializer):
    round = Number(min_value=1, max_value=LARGEST_NUMBER)
    kind = serializers.ChoiceField(
        AbsenceKind.choices,
        required=False,
        help_text=gettext_lazy(
            "What it brings, said by an arbiter. The player's own word brings what the event's rules say."
        ),
    )
    cancel = Truth(required=False, help_text=gettext_lazy("The player plays after all."))
    version = Version()


class EntryTableSerializer(StrictSerializer):
    text = Text(
        trim_whitespace=False,
        max_length=MOST_BYTES_OF_A_TABLE,
        help_text=gettext_lazy("Cells of a spreadsheet, or lines with semicolons or commas, with a heading."),
    )
    choices = serializers.DictField(
        child=Text(max_length=20),
        required=False,
        help_text=gettext_lazy("By line numbers, where names are near: a person's id, “new” or “out”."),
    )
    over_limit = Truth(required=False, help_text=gettext_lazy("Even if the section is full."))
    dry_run = Truth(required=False, help_text=gettext_lazy("Only say what would be done."))


class TableLineSerializer(serializers.Serializer[Any]):
    """What a line of the table would do, or has done."""

    line = serializers.IntegerField()
    name = serializers.CharField()
    finding = serializers.CharField(
        help_text=gettext_lazy("Whether the person is known, near to somebody, or new.")
    )
    enters = serializers.BooleanField(source="is_entered")
    person = serializers.IntegerField(source="person.pk", allow_null=True, default=None)
    candidates = serializers.SerializerMethodField(help_text=gettext_lazy("Ids of people who may be meant."))
    problem = serializers.CharField()

    def get_candidates(self, row: Any) -> list[int]:
        return [person.pk for person in row.candidates]


class ReadTableSerializer(serializers.Serializer[Any]):
    lines = TableLineSerializer(many=True)
    not_read = serializers.ListField(
        child=serializers.CharField(), help_text=gettext_lazy("Columns that nothing is known about.")
    )
    entries = EntrySerializer(many=True, help_text=gettext_lazy("What was entered."))
