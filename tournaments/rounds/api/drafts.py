"""Drafts in the API: what is sent to order a round, change it by hand or take it further, and what a draft shows."""

from collections.abc import Mapping
from enum import StrEnum
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
from tournaments.pairing import Board
from tournaments.policies import may_pair
from tournaments.rounds.presenters.draft import present_draft
from tournaments.rounds.selectors.pairing_input import ABSENCE_OUTCOMES
from tournaments.rounds.selectors.visibility import get_visible_round_or_404
from tournaments.rounds.services.clock import MAX_MINUTES, ClockStep
from tournaments.rounds.services.draft import (
    REQUIRED_VALUES,
    ChangeKind,
    DraftChange,
    boards_as_text,
    make_change,
)
from tournaments.tables.api.rows import PointsField

MAX_BOARDS: Final = 1000
# What the API calls the values of a change.
_SENT_NAMES: Final = {"outcome": "kind", "text": "boards"}


class RoundStep(StrEnum):
    PUBLISH = "publish"
    UNPUBLISH = "unpublish"
    CLOSE = "close"
    REOPEN = "reopen"
    PAIR_AGAIN = "pair_again"
    GIVE_UP = "give_up"
    ADD_GAMES = "add_games"
    TAKE_BACK_SCHEDULE = "take_back_schedule"


class OrderSerializer(StrictSerializer):
    section = IdField()
    number = StrictIntegerField(
        min_value=1, max_value=MAX_NUMBER, help_text=gettext_lazy("That of the round that comes next.")
    )
    despite_warning = StrictBooleanField(
        required=False, help_text=gettext_lazy("Even if games of earlier rounds have no result yet.")
    )
    all_rounds = StrictBooleanField(
        required=False,
        help_text=gettext_lazy("In a round robin: publish this round and all that follow at once."),
    )


class StepSerializer(StrictSerializer):
    step = serializers.ChoiceField(
        [step.value for step in RoundStep],
        help_text=gettext_lazy(
            "pair_again pairs an unpublished round again; give_up drops what prevents a pairing; "
            "add_games adds the games that level matches of a knockout need; take_back_schedule deletes the last "
            "published rounds of a round robin in which nothing was entered."
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
    do = serializers.ChoiceField([step.value for step in ClockStep])
    minutes = StrictIntegerField(
        required=False,
        min_value=1,
        max_value=MAX_MINUTES,
        help_text=gettext_lazy("To start: how long; as the event says if left out."),
    )


class ChangeSerializer(StrictSerializer):
    """Players by their starting ranks. Which fields are needed depends on the change."""

    change = serializers.ChoiceField(
        [kind.value for kind in ChangeKind],
        help_text=gettext_lazy(
            "swap_players: “one” and “other” take each other's places. swap_colours: on “board”. give_bye, "
            "take_out (with “kind”) and put_in: “player”. rewrite: all “boards”, and the “bye”."
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
        AbsenceKind.choices,
        required=False,
        help_text=gettext_lazy("What the round counts as for who is taken out."),
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
        required = REQUIRED_VALUES[ChangeKind(attrs["change"])]
        missing = [name for name in (_SENT_NAMES.get(name, name) for name in required) if name not in attrs]
        if missing:
            raise serializers.ValidationError({name: [_("This change needs it.")] for name in missing})
        return attrs


def parse_change(sent: Mapping[str, Any]) -> DraftChange:
    values = dict(sent)
    if "kind" in sent:
        values["outcome"] = ABSENCE_OUTCOMES[sent["kind"]]
    if "boards" in sent:
        values["text"] = boards_as_text(
            [Board(first, second) for first, second in sent["boards"]], sent.get("bye")
        )
    return make_change(ChangeKind(sent["change"]), values)


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
        source="is_locked", help_text=gettext_lazy("Fixed before the round was paired.")
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
        many=True, help_text=gettext_lazy("Without a board or bye, although they can play now.")
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
