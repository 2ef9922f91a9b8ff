"""Drafts in the API: what is sent to order a round, change it by hand or take it further, and what a draft shows."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import (
    IdField,
    QuerySerializer,
    StrictBooleanField,
    StrictIntegerField,
    StrictSerializer,
)
from tournaments.api import MAX_NUMBER, EventApiViewSet, VersionField
from tournaments.entries.api.entries import PlayerSerializer
from tournaments.models import AbsenceKind, Round, RoundState
from tournaments.policies import may_pair
from tournaments.rounds.presenters.draft import present_draft
from tournaments.rounds.selectors.pairing_input import ABSENCE_OUTCOMES
from tournaments.rounds.selectors.visibility import get_visible_round_or_404
from tournaments.rounds.services.clock import MAX_MINUTES
from tournaments.rounds.services.draft import (
    DraftChange,
    GiveBye,
    PutIn,
    Rewrite,
    SwapColours,
    SwapPlayers,
    TakeOut,
)
from tournaments.tables.api import PointsField

MAX_BOARDS: Final = 1000
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

REQUIRED_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "swap_players": ("one", "other"),
    "swap_colours": ("board",),
    "give_bye": ("player",),
    "take_out": ("player", "kind"),
    "put_in": ("player",),
    "rewrite": ("boards",),
}

_CHANGES: Final[Mapping[str, Callable[[dict[str, Any]], DraftChange]]] = {
    "swap_players": lambda sent: SwapPlayers(sent["one"], sent["other"]),
    "swap_colours": lambda sent: SwapColours(sent["board"], sent.get("third_place", False)),
    "give_bye": lambda sent: GiveBye(sent["player"]),
    "take_out": lambda sent: TakeOut(sent["player"], ABSENCE_OUTCOMES[sent["kind"]]),
    "put_in": lambda sent: PutIn(sent["player"]),
    "rewrite": lambda sent: Rewrite(_boards_as_text(sent)),
}


class OrderSerializer(StrictSerializer):
    section = IdField()
    number = StrictIntegerField(
        min_value=1, max_value=MAX_NUMBER, help_text=gettext_lazy("That of the round that comes next.")
    )
    despite_warning = StrictBooleanField(
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
    version = VersionField()
    despite_adjourned = StrictBooleanField(
        required=False, help_text=gettext_lazy("To close a round although games are adjourned.")
    )
    keep_boards = serializers.ListField(
        child=StrictIntegerField(min_value=1, max_value=MAX_NUMBER),
        required=False,
        max_length=MAX_BOARDS,
        help_text=gettext_lazy("To pair again: the numbers of boards that stay as they are."),
    )
    keep_bye = StrictBooleanField(required=False, help_text=gettext_lazy("To pair again: the bye stays."))


class ClockStepSerializer(StrictSerializer):
    do = serializers.ChoiceField([START, STOP, RESET])
    minutes = StrictIntegerField(
        required=False,
        min_value=1,
        max_value=MAX_MINUTES,
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
    one = StrictIntegerField(required=False, min_value=1, max_value=MAX_NUMBER)
    other = StrictIntegerField(required=False, min_value=1, max_value=MAX_NUMBER)
    board = StrictIntegerField(required=False, min_value=1, max_value=MAX_NUMBER)
    third_place = StrictBooleanField(
        required=False, help_text=gettext_lazy("The board of the match for the third place.")
    )
    player = StrictIntegerField(required=False, min_value=1, max_value=MAX_NUMBER)
    kind = serializers.ChoiceField(
        AbsenceKind.choices, required=False, help_text=gettext_lazy("What it brings to be taken out.")
    )
    boards = serializers.ListField(
        child=serializers.ListField(
            child=StrictIntegerField(min_value=1, max_value=MAX_NUMBER), min_length=2, max_length=2
        ),
        required=False,
        max_length=MAX_BOARDS,
        help_text=gettext_lazy("Pairs of starting ranks, the first colour first."),
    )
    bye = StrictIntegerField(required=False, min_value=1, max_value=MAX_NUMBER)
    version = VersionField()
    dry_run = StrictBooleanField(required=False, help_text=gettext_lazy("Only say what it would break."))

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        needed = REQUIRED_FIELDS[attrs["change"]]
        missing = [name for name in needed if name not in attrs]
        if missing:
            raise serializers.ValidationError({name: [_("This change needs it.")] for name in missing})
        return attrs


def parse_change(sent: dict[str, Any]) -> DraftChange:
    return _CHANGES[sent["change"]](sent)


def _boards_as_text(sent: dict[str, Any]) -> str:
    lines = [f"{first}-{second}" for first, second in sent["boards"]]
    return "\n".join([*lines, str(sent["bye"])] if "bye" in sent else lines)


class WhyQuery(QuerySerializer):
    board = serializers.IntegerField(required=False, min_value=1, max_value=MAX_NUMBER)


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


class SideSerializer(serializers.Serializer[Any]):
    """A player at a board of a draft."""

    player = PlayerSerializer(source="entry")
    points = PointsField()
    colours = serializers.CharField(
        help_text=gettext_lazy("The colours so far, a letter each; a dash for a round without a game.")
    )
    float = serializers.CharField(help_text=gettext_lazy("up, down, or empty."))


class DraftLineSerializer(serializers.Serializer[Any]):
    pairing = serializers.IntegerField(source="pairing.pk")
    board = serializers.IntegerField(source="pairing.board")
    first = SideSerializer()
    second = SideSerializer()
    kept = serializers.BooleanField(
        source="is_kept", help_text=gettext_lazy("Laid down before the round was paired.")
    )


class DraftSerializer(serializers.Serializer[Any]):
    """A paired round as its arbiter looks at it."""

    lines = DraftLineSerializer(many=True)
    absent = PlayerSerializer(many=True, help_text=gettext_lazy("Out of the round without a bye."))
    out = PlayerSerializer(many=True, help_text=gettext_lazy("Everybody who could be put in."))
    away_now = PlayerSerializer(
        many=True, help_text=gettext_lazy("With a board, but withdrawn or absent since it was paired.")
    )
    could_play = PlayerSerializer(
        many=True, help_text=gettext_lazy("Without a place, although nothing says so any more.")
    )


class DraftViewSet(EventApiViewSet):
    """Addresses below a round's own."""

    queryset = Round.objects.none()

    @extend_schema(
        summary=gettext_lazy("Look at a draft"),
        responses=DraftSerializer,
        description=gettext_lazy(
            "Of a round that is paired and not published, for those who may pair: points, colours and floats, and what "
            "has changed since."
        ),
    )
    @action(detail=True)
    def draft(self, request: Request, pk: str) -> Response:
        round_ = get_visible_round_or_404(request.user, pk)
        self.ask(may_pair(request.user, round_.section.event))
        if round_.state != RoundState.PAIRED:
            raise Http404
        return Response(DraftSerializer(present_draft(round_)).data)
