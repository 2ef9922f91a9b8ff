"""What is sent about sections and their prizes."""

from typing import Any, Final

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from players.api.serializers import IdField, Number, StrictSerializer, Text, Truth
from tournaments.api.versions import LARGEST_NUMBER
from tournaments.events.prize_services import LARGEST_AMOUNT, MOST_PRIZES, Award
from tournaments.events.section_services import LARGEST_POINTS, MOST_GAMES_PER_MATCH, MOST_ROUNDS
from tournaments.models import FirstColour, PairingSystem, PrizeSharing
from tournaments.pairing import TieRule

LONGEST_NAME: Final = 80
MOST_TIE_BREAKS: Final = 20
UP: Final = "up"
DOWN: Final = "down"


def points() -> Number:
    return Number(required=False, min_value=0, max_value=LARGEST_POINTS)


class Codes(serializers.ListField):
    """Sent as a list, kept in one line with commas."""

    def to_internal_value(self, data: Any) -> Any:
        return ",".join(super().to_internal_value(data))


class SectionDetails(StrictSerializer):
    system = serializers.ChoiceField(PairingSystem.choices, required=False)
    planned_rounds = Number(required=False, min_value=1, max_value=MOST_ROUNDS)
    cycles = Number(required=False, min_value=1, max_value=MOST_GAMES_PER_MATCH)
    games_per_match = Number(required=False, min_value=1, max_value=MOST_GAMES_PER_MATCH)
    third_place = Truth(required=False)
    tie_rules = Codes(
        child=serializers.ChoiceField([rule.name for rule in TieRule]),
        required=False,
        max_length=len(TieRule),
    )
    accelerated = Truth(required=False)
    keep_clubs_apart = Truth(required=False)
    first_colour = serializers.ChoiceField(FirstColour.choices, required=False, allow_blank=True)
    point_unit = Number(required=False, min_value=1, max_value=LARGEST_POINTS)
    win_points = points()
    draw_points = points()
    loss_points = points()
    forfeit_win_points = points()
    forfeit_loss_points = points()
    pairing_bye_points = points()
    full_point_bye_points = points()
    half_point_bye_points = points()
    zero_point_bye_points = points()
    absent_points = points()
    tie_breaks = Codes(
        child=Text(max_length=20),
        required=False,
        max_length=MOST_TIE_BREAKS,
        help_text=gettext_lazy("In order, as in FIDE's handbook: BH-C1, SB, DE …"),
    )
    prize_sharing = serializers.ChoiceField(
        PrizeSharing.choices,
        required=False,
        help_text=gettext_lazy("How players who are level on points share the money of their places."),
    )
    rated = Truth(required=False)
    entry_limit = Number(required=False, allow_null=True, min_value=2, max_value=LARGEST_NUMBER)


class NewSectionSerializer(SectionDetails):
    event = IdField()
    name = Text(max_length=LONGEST_NAME)


class SeenSection(SectionDetails):
    name = Text(max_length=LONGEST_NAME, required=False)


class SectionChangesSerializer(SeenSection):
    move = serializers.ChoiceField(
        [UP, DOWN], required=False, help_text=gettext_lazy("One place among the event's sections.")
    )
    seen = SeenSection(
        required=False,
        help_text=gettext_lazy(
            "Fields as you have seen them: if another changed one of them too, nothing is done (409)."
        ),
    )


class AwardSerializer(StrictSerializer):
    place = Number(min_value=1, max_value=1000)
    category = Text(max_length=40, required=False, allow_blank=True)
    amount = Number(
        required=False,
        min_value=0,
        max_value=LARGEST_AMOUNT,
        help_text=gettext_lazy("In hundredths of the currency."),
    )
    currency = Text(max_length=3, required=False, allow_blank=True)
    title = Text(max_length=80, required=False, allow_blank=True)


class PrizeListSerializer(StrictSerializer):
    prizes = serializers.ListField(child=AwardSerializer(), max_length=MOST_PRIZES)
    seen = serializers.ListField(
        child=AwardSerializer(),
        required=False,
        max_length=MOST_PRIZES,
        help_text=gettext_lazy("Those that you have seen: if another changed them, nothing is done (409)."),
    )


def awards(sent: list[dict[str, Any]]) -> list[Award]:
    return [Award(**award) for award in sent]
