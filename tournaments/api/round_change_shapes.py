"""What is sent to order a round, to change it by hand, and to take it further; and what a change would break."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from players.api.serializers import IdField, Number, QuerySerializer, StrictSerializer, Truth
from tournaments.api.round_shapes import WholeRoundSerializer
from tournaments.api.versions import LARGEST_NUMBER, Version
from tournaments.models import AbsenceKind
from tournaments.rounds.changes import (
    Change,
    GiveBye,
    PutIn,
    Rewrite,
    SwapColours,
    SwapPlayers,
    TakeOut,
)
from tournaments.rounds.clock import MOST_MINUTES
from tournaments.rounds.inputs import ABSENCES

MOST_BOARDS: Final = 1000
PUBLISH: Final = "publish"
UNPUBLISH: Final = "unpublish"
CLOSE: Final = "close"
REOPEN: Final = "reopen"
PAIR_AGAIN: Final = "pair_again"
GIVE_UP: Final = "give_up"
ADD_GAMES: Final = "add_games"
STEPS: Final = (PUBLISH, UNPUBLISH, CLOSE, REOPEN, PAIR_AGAIN, GIVE_UP, ADD_GAMES)
START: Final = "start"
STOP: Final = "stop"
RESET: Final = "reset"


class OrderSerializer(StrictSerializer):
    section = IdField()
    number = Number(
        min_value=1, max_value=LARGEST_NUMBER, help_text=gettext_lazy("That of the round that comes next.")
    )
    despite_warning = Truth(
        required=False, help_text=gettext_lazy("Even if games of earlier rounds have no result yet.")
    )


class StepSerializer(StrictSerializer):
    step = serializers.ChoiceField(
        STEPS,
        help_text=gettext_lazy(
            "pair_again pairs a round anew that is not published; give_up gives up what stands in its way; "
            "add_games lays out the further games that level matches of a knockout need."
        ),
    )
    version = Version()
    despite_adjourned = Truth(
        required=False, help_text=gettext_lazy("To close a round although games are adjourned.")
    )
    keep_boards = serializers.ListField(
        child=Number(min_value=1, max_value=LARGEST_NUMBER),
        required=False,
        max_length=MOST_BOARDS,
        help_text=gettext_lazy("To pair again: the numbers of boards that stay as they are."),
    )
    keep_bye = Truth(required=False, help_text=gettext_lazy("To pair again: the bye stays."))


class ClockStepSerializer(StrictSerializer):
    do = serializers.ChoiceField([START, STOP, RESET])
    minutes = Number(
        required=False,
        min_value=1,
        max_value=MOST_MINUTES,
        help_text=gettext_lazy("To start: how long; as the event says if left out."),
    )


class ChangeSerializer(StrictSerializer):
    """Players by their starting ranks. Which fields are needed depends on the change."""

    change = serializers.ChoiceField(
        ["swap_players", "swap_colours", "give_bye", "take_out", "put_in", "rewrite"],
        help_text=gettext_lazy(
            "swap_players: “one” and “other” take each other's places. swap_colours: on “board”. give_bye, "
            "take_out (with “kind”) and put_in: “player”. rewrite: all “boards” anew, and the “bye”."
        ),
    )
    one = Number(required=False, min_value=1, max_value=LARGEST_NUMBER)
    other = Number(required=False, min_value=1, max_value=LARGEST_NUMBER)
    board = Number(required=False, min_value=1, max_value=LARGEST_NUMBER)
    third_place = Truth(required=False, help_text=gettext_lazy("The board of the match for the third place."))
    player = Number(required=False, min_value=1, max_value=LARGEST_NUMBER)
    kind = serializers.ChoiceField(
        AbsenceKind.choices, required=False, help_text=gettext_lazy("What it brings to be taken out.")
    )
    boards = serializers.ListField(
        child=serializers.ListField(
            child=Number(min_value=1, max_value=LARGEST_NUMBER), min_length=2, max_length=2
        ),
        required=False,
        max_length=MOST_BOARDS,
        help_text=gettext_lazy("Pairs of starting ranks, the first colour first."),
    )
    bye = Number(required=False, min_value=1, max_value=LARGEST_NUMBER)
    version = Version()
    dry_run = Truth(required=False, help_text=gettext_lazy("Only say what it would break."))

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        needed = NEEDED[attrs["change"]]
        missing = [name for name in needed if name not in attrs]
        if missing:
            raise serializers.ValidationError({name: [_("This change needs it.")] for name in missing})
        return attrs


NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "swap_players": ("one", "other"),
    "swap_colours": ("board",),
    "give_bye": ("player",),
    "take_out": ("player", "kind"),
    "put_in": ("player",),
    "rewrite": ("boards",),
}
_CHANGES: Final[Mapping[str, Callable[[dict[str, Any]], Change]]] = {
    "swap_players": lambda sent: SwapPlayers(sent["one"], sent["other"]),
    "swap_colours": lambda sent: SwapColours(sent["board"], sent.get("third_place", False)),
    "give_bye": lambda sent: GiveBye(sent["player"]),
    "take_out": lambda sent: TakeOut(sent["player"], ABSENCES[sent["kind"]]),
    "put_in": lambda sent: PutIn(sent["player"]),
    "rewrite": lambda sent: Rewrite(_as_text(sent)),
}


def change_of(sent: dict[str, Any]) -> Change:
    return _CHANGES[sent["change"]](sent)


def _as_text(sent: dict[str, Any]) -> str:
    lines = [f"{first}-{second}" for first, second in sent["boards"]]
    return "\n".join([*lines, str(sent["bye"])] if "bye" in sent else lines)


class WhyQuery(QuerySerializer):
    board = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_NUMBER)


class WhySerializer(serializers.Serializer[Any]):
    """By the rules of the pairing system."""

    sentences = serializers.ListField(child=serializers.CharField())


class FindingSerializer(serializers.Serializer[Any]):
    """Something that the change breaks."""

    weight = serializers.CharField(help_text=gettext_lazy("forbidden, worse, order or colours."))
    sentence = serializers.CharField()
    article = serializers.CharField(
        help_text=gettext_lazy("Of the pairing rules; empty if none is concerned.")
    )


class ChangedRoundSerializer(serializers.Serializer[Any]):
    """What the change breaks, and the round as it is now."""

    saved = serializers.BooleanField()
    findings = FindingSerializer(many=True)
    round = WholeRoundSerializer()
