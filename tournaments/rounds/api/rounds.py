"""Rounds in the API. What is not published is seen by those who may pair."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.schema import NOT_MODIFIED
from core.api.serializers import MAX_ID, ListQuery, QuerySerializer
from core.permissions.actors import Actor
from tournaments.api import EventApiViewSet, VersionQuery
from tournaments.conditional import conditional_response
from tournaments.entries.api.entries import PlayerSerializer
from tournaments.models import Bye, Pairing, PairingSystem, Round, RoundState
from tournaments.policies import may_pair
from tournaments.rounds.api.drafts import (
    ChangeSerializer,
    ClockStepSerializer,
    FindingSerializer,
    OrderSerializer,
    RoundStep,
    StepSerializer,
    WhyQuery,
    WhySerializer,
    parse_change,
)
from tournaments.rounds.presenters.draft import load_board_explanation, load_bye_explanation
from tournaments.rounds.presenters.preview import preview_change
from tournaments.rounds.selectors.clock import read_clock
from tournaments.rounds.selectors.constraints import load_relaxations
from tournaments.rounds.selectors.lists import failed_order, round_exists
from tournaments.rounds.selectors.visibility import (
    boards_with_players,
    byes_with_players,
    get_visible_round_or_404,
    search_rounds,
    visible_parts_of_boards,
)
from tournaments.rounds.services.clock import ClockStep, reset_clock, start_clock, stop_clock
from tournaments.rounds.services.draft import change_draft
from tournaments.rounds.services.knockout import add_games
from tournaments.rounds.services.order import delete_draft, order_round, pair_again, relax_constraints
from tournaments.rounds.services.publication import close_round, publish_round, reopen_round, unpublish_round
from tournaments.rounds.services.schedule import publish_schedule, take_back_schedule


class ByeSerializer(serializers.ModelSerializer[Bye]):
    """A player without an opponent."""

    player = PlayerSerializer(source="entry")

    class Meta:
        model = Bye
        fields = ("player", "kind")
        read_only_fields = fields


class PairingSerializer(serializers.ModelSerializer[Pairing]):
    """One game of a round."""

    round = serializers.IntegerField(source="round_id")
    first = PlayerSerializer(help_text=gettext_lazy("Who moves first: White, or Red."))
    second = PlayerSerializer()
    game = serializers.SerializerMethodField(
        help_text=gettext_lazy("The game in the archive whose record it is; null if you may not see it.")
    )
    record_contradicts = serializers.SerializerMethodField(
        help_text=gettext_lazy("Whether the record says otherwise; null if you are no arbiter of the event.")
    )

    copies_differ = serializers.SerializerMethodField(
        help_text=gettext_lazy(
            "Whether records that were sent for the board end differently; null if you are no arbiter of the event."
        )
    )

    class Meta:
        model = Pairing
        fields: tuple[str, ...] = (
            "id", "round", "board", "leg", "third_place", "first", "second", "result", "origin", "result_at", "reason",
            "game", "record_contradicts", "copies_differ", "version",
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields
        extra_kwargs = {
            "leg": {"help_text": gettext_lazy("Which game of the match, from 1.")},
            "version": {
                "help_text": gettext_lazy(
                    "Send it with a result: if it has changed since, nothing is done (409)."
                )
            },
        }

    @extend_schema_field({"type": ["integer", "null"]})
    def get_game(self, pairing: Pairing) -> int | None:
        return pairing.game_id if pairing.game_id in self.context["games"] else None

    @extend_schema_field({"type": ["boolean", "null"]})
    def get_record_contradicts(self, pairing: Pairing) -> bool | None:
        return pairing.record_contradicts if pairing.round_id in self.context["rounds_as_arbiter"] else None

    @extend_schema_field({"type": ["boolean", "null"]})
    def get_copies_differ(self, pairing: Pairing) -> bool | None:
        return pairing.copies_differ if pairing.round_id in self.context["rounds_as_arbiter"] else None


class ClockSerializer(serializers.Serializer[Any]):
    """One time for the whole hall."""

    seconds = serializers.IntegerField(
        help_text=gettext_lazy(
            "While it is stopped: the time left. While it runs: the time left when it was started."
        )
    )
    ends_at = serializers.DateTimeField(allow_null=True, help_text=gettext_lazy("Null while it is stopped."))


class RoundSerializer(serializers.ModelSerializer[Round]):
    """How far a round is."""

    event = serializers.IntegerField(source="section.event_id")
    section = serializers.IntegerField(source="section_id")
    clock = serializers.SerializerMethodField(help_text=gettext_lazy("Null if there is none."))

    class Meta:
        model = Round
        fields: tuple[str, ...] = (
            "id", "event", "section", "number", "state", "changed_by_hand", "problem", "published_at", "closed_at",
            "clock", "version",
        )  # fmt: skip
        read_only_fields: tuple[str, ...] = fields
        extra_kwargs = {
            "problem": {"help_text": gettext_lazy("Why it could not be paired; empty if it could.")},
            "version": {
                "help_text": gettext_lazy(
                    "Send it with a change: if it has changed since, nothing is done (409)."
                )
            },
        }

    @extend_schema_field(ClockSerializer(allow_null=True))
    def get_clock(self, round_: Round) -> dict[str, Any] | None:
        """Nothing in it changes by itself: a program counts, the answer stays the same."""
        clock = read_clock(round_.section.event, round_)
        if clock is None:
            return None
        seconds = round_.clock_seconds if clock.is_running else clock.seconds
        return dict(ClockSerializer({"seconds": seconds, "ends_at": clock.ends}).data)


class WholeRoundSerializer(RoundSerializer):
    """A round with its boards, and who has none."""

    failed = serializers.SerializerMethodField(
        help_text=gettext_lazy("Whether pairing it ended with an error; it can be deleted.")
    )
    relaxations = serializers.SerializerMethodField(
        help_text=gettext_lazy("What would have to be given up so that it can be paired, as sentences.")
    )
    boards = serializers.SerializerMethodField()
    byes = serializers.SerializerMethodField()

    class Meta(RoundSerializer.Meta):
        fields = (*RoundSerializer.Meta.fields, "failed", "relaxations", "boards", "byes")
        read_only_fields = fields

    def get_failed(self, round_: Round) -> bool:
        return bool(self.context["failed"])

    @extend_schema_field({"type": "array", "items": {"type": "string"}})
    def get_relaxations(self, round_: Round) -> list[str]:
        return list(self.context["relaxations"])

    @extend_schema_field(PairingSerializer(many=True))
    def get_boards(self, round_: Round) -> list[Any]:
        return list(PairingSerializer(self.context["boards"], many=True, context=self.context).data)

    @extend_schema_field(ByeSerializer(many=True))
    def get_byes(self, round_: Round) -> list[Any]:
        return list(ByeSerializer(self.context["byes"], many=True).data)


class RoundQuery(ListQuery):
    event = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    section = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    number = serializers.IntegerField(required=False, min_value=1, max_value=32767)
    state = serializers.ChoiceField(RoundState.choices, required=False)


class ChangedRoundSerializer(serializers.Serializer[Any]):
    """What the change breaks, and the round as it is now."""

    saved = serializers.BooleanField()
    findings = FindingSerializer(many=True)
    round = WholeRoundSerializer()


class RoundViewSet(EventApiViewSet):
    queryset = Round.objects.none()
    serializer_class = RoundSerializer
    list_query = RoundQuery
    ordering = ("pk",)

    @extend_schema(
        summary=gettext_lazy("List rounds"),
        parameters=[RoundQuery],
        description=gettext_lazy(
            "In the order in which they were made. Arbiters also see those that are not published."
        ),
    )
    def list(self, request: Request) -> Response:
        page = self.paginate_queryset(search_rounds(request.user, self.query))
        return self.get_paginated_response(RoundSerializer(page, many=True).data)

    @extend_schema(
        summary=gettext_lazy("Read a round"),
        responses={200: WholeRoundSerializer, **NOT_MODIFIED},
        description=gettext_lazy("With all its boards and byes."),
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        round_ = self._round(pk)
        return conditional_response(request, round_.section.event, lambda: self._answer(round_))

    @extend_schema(
        summary=gettext_lazy("Order a round"),
        request=OrderSerializer,
        responses={201: WholeRoundSerializer},
        description=gettext_lazy(
            "It is paired in the background: read it until its state is “paired”, or “problem” says why it cannot be."
        ),
    )
    def create(self, request: Request) -> Response:
        actor = self.actor
        sent = self.sent(OrderSerializer)
        section = self.sent_section(sent.pop("section"))
        self.ask(may_pair(actor, section.event))
        if sent.pop("all_rounds", False):
            rounds = publish_schedule(actor=actor, section=section, number=sent["number"])
            return self._answer(self._round(rounds[0].pk), status=201)
        return self._answer(order_round(actor=actor, section=section, **sent), status=201)

    @extend_schema(
        summary=gettext_lazy("Delete a round"),
        parameters=[VersionQuery],
        responses={204: None},
        description=gettext_lazy("One that is not published. It can be ordered again."),
    )
    def destroy(self, request: Request, pk: str) -> Response:
        round_ = self._round_to_pair(pk)
        delete_draft(actor=self.actor, round=round_, seen=self.query.get("version"))
        return Response(status=204)

    @extend_schema(
        summary=gettext_lazy("Publish, close, or take back"),
        request=StepSerializer,
        responses={200: WholeRoundSerializer, 204: None},
        description=gettext_lazy("One step on the round's way, or back while nothing depends on it."),
    )
    @action(detail=True, methods=["post"])
    def step(self, request: Request, pk: str) -> Response:
        round_ = self._round_to_pair(pk)
        sent = self.sent(StepSerializer)
        actor, seen = self.actor, sent.get("version")
        match sent["step"]:
            case RoundStep.PUBLISH:
                publish_round(actor=actor, round=round_, seen=seen)
            case RoundStep.UNPUBLISH:
                unpublish_round(actor=actor, round=round_)
            case RoundStep.CLOSE:
                despite = sent.get("despite_adjourned", False)
                close_round(actor=actor, round=round_, despite_adjourned=despite)
            case RoundStep.REOPEN:
                reopen_round(actor=actor, round=round_)
            case RoundStep.PAIR_AGAIN:
                kept = sent.get("keep_boards", []), sent.get("keep_bye", False)
                pair_again(actor=actor, round=round_, seen=seen, keep_boards=kept[0], keep_bye=kept[1])
            case RoundStep.GIVE_UP:
                relax_constraints(actor=actor, round=round_, seen=seen)
            case RoundStep.TAKE_BACK_SCHEDULE:
                take_back_schedule(actor=actor, section=round_.section)
                if not round_exists(round_):
                    return Response(status=204)
            case _:
                add_games(actor=actor, round=round_)
        return self._answer(self._round(pk))

    @extend_schema(
        summary=gettext_lazy("Change a round by hand"),
        request=ChangeSerializer,
        responses=ChangedRoundSerializer,
        description=gettext_lazy(
            "One that is paired and not published. The answer says what the change breaks."
        ),
    )
    @action(detail=True, methods=["post"])
    def change(self, request: Request, pk: str) -> Response:
        round_ = self._round_to_pair(pk)
        sent = self.sent(ChangeSerializer)
        change = parse_change(sent)
        # The tree of a knockout says who meets: nothing can break.
        by_tree = round_.section.system == PairingSystem.KNOCKOUT
        findings = [] if by_tree else preview_change(round_, change).breaches
        if saved := not sent.get("dry_run", False):
            change_draft(actor=self.actor, round=round_, change=change, seen=sent.get("version"))
        content = {"saved": saved, "findings": FindingSerializer(findings, many=True).data}
        return Response({**content, "round": serialize_round(request.user, self._round(pk))})

    @extend_schema(
        summary=gettext_lazy("Read why a board is as it is"),
        parameters=[WhyQuery],
        responses=WhySerializer,
        description=gettext_lazy("For those who may pair; without a board, why somebody has the bye."),
    )
    @action(detail=True, query_serializer=WhyQuery)
    def why(self, request: Request, pk: str) -> Response:
        round_ = self._round_to_pair(pk)
        found = None
        if round_.state != RoundState.ORDERED:
            found = (
                load_board_explanation(round_, self.query["board"])
                if "board" in self.query
                else load_bye_explanation(round_)
            )
        if found is None:
            raise Http404
        return Response({"sentences": found})

    @extend_schema(
        summary=gettext_lazy("Set the round clock"),
        request=ClockStepSerializer,
        responses=WholeRoundSerializer,
    )
    @action(detail=True, methods=["post"])
    def clock(self, request: Request, pk: str) -> Response:
        round_ = self._round_to_pair(pk)
        sent = self.sent(ClockStepSerializer)
        match sent["do"]:
            case ClockStep.START:
                start_clock(actor=self.actor, round=round_, minutes=sent.get("minutes"))
            case ClockStep.STOP:
                stop_clock(actor=self.actor, round=round_)
            case _:
                reset_clock(actor=self.actor, round=round_)
        return self._answer(self._round(pk))

    def get_query_serializer(self) -> type[QuerySerializer]:
        return VersionQuery if self.action == "destroy" else super().get_query_serializer()

    def _round_to_pair(self, pk: str) -> Round:
        round_ = self._round(pk)
        self.ask(may_pair(self.actor, round_.section.event))
        return round_

    def _round(self, pk: str | int) -> Round:
        return get_visible_round_or_404(self.request.user, pk)

    def _answer(self, round_: Round, *, status: int = 200) -> Response:
        return Response(serialize_round(self.request.user, round_), status=status)


def serialize_round(actor: Actor, round_: Round) -> dict[str, Any]:
    """Six queries at most."""
    boards = boards_with_players(round_)
    context = {
        **visible_parts_of_boards(actor, boards),
        "failed": round_.state == RoundState.ORDERED and failed_order(round_) is not None,
        "relaxations": load_relaxations(round_),
        "boards": boards,
        "byes": byes_with_players(round_),
    }
    return dict(WholeRoundSerializer(round_, context=context).data)
