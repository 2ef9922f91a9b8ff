"""What is sent about results, and what is told of another one's consequences."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from players.api.serializers import IdField, QuerySerializer, StrictSerializer, Truth
from tournaments.api.round_shapes import PlayerSerializer
from tournaments.api.table_shapes import PointsField
from tournaments.api.versions import Reason, Version
from tournaments.models import PairingResult
from tournaments.results.states import REPORTED_RESULTS

TAKE: Final = "take"
KEEP: Final = "keep"
PART: Final = "part"
ATTACH: Final = "attach"


class ResultSerializer(StrictSerializer):
    result = serializers.ChoiceField(
        PairingResult.choices, allow_blank=True, help_text=gettext_lazy("Empty clears it.")
    )
    version = Version()
    reason = Reason(
        help_text=gettext_lazy("Of a decision, and where others have built on the result before.")
    )
    decision = Truth(
        required=False, help_text=gettext_lazy("Whether it is an arbiter's decision; it needs a reason.")
    )


class ReportedResultSerializer(StrictSerializer):
    result = serializers.ChoiceField(REPORTED_RESULTS)


class RecordDecisionSerializer(StrictSerializer):
    do = serializers.ChoiceField(
        [TAKE, KEEP, PART, ATTACH],
        help_text=gettext_lazy(
            "Take the record's result, keep the result although the record says otherwise, part the record from the "
            "board, or attach one that was sent for the board and waits."
        ),
    )
    reason = Reason()
    game = IdField(required=False, help_text=gettext_lazy("To attach: the game whose record it is."))

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["do"] == ATTACH and "game" not in attrs:
            raise serializers.ValidationError({"game": [_("Which one?")]})
        return attrs


class WantedResultQuery(QuerySerializer):
    result = serializers.ChoiceField(
        [value for value in PairingResult.values if value], help_text=gettext_lazy("What it would be.")
    )


class MovementSerializer(serializers.Serializer[Any]):
    """A player whose line of the table would change."""

    player = PlayerSerializer(source="entry")
    points_before = PointsField()
    points_after = PointsField()
    rank_before = serializers.IntegerField()
    rank_after = serializers.IntegerField()


class ConsequencesSerializer(serializers.Serializer[Any]):
    """What another result would change."""

    movements = MovementSerializer(many=True)
    later_rounds = serializers.SerializerMethodField(
        help_text=gettext_lazy("The numbers of rounds that were paired while the old result stood.")
    )
    needs_reason = serializers.BooleanField()

    def get_later_rounds(self, consequences: Any) -> list[int]:
        return [round_.number for round_ in consequences.later_rounds]
