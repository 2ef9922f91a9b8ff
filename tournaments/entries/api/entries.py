"""Entries in the API: who plays where, as far as the caller may know, and changes."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import (
    MAX_ID,
    CountryField,
    IdField,
    ListQuery,
    QuerySerializer,
    StrictBooleanField,
    StrictIntegerField,
    StrictSerializer,
    StrictTextField,
)
from core.permissions.actors import Actor
from players.models import Person, User
from players.models.people import MAX_NAME_LENGTH
from tournaments.api import (
    MAX_NUMBER,
    EventApiViewSet,
    ReasonField,
    VersionField,
    VersionQuery,
    field_error_if_missing,
)
from tournaments.entries.selectors.candidates import MAX_QUERY_LENGTH, get_selectable_person_or_404
from tournaments.entries.selectors.entries import (
    entries_with_details,
    get_visible_entry_or_404,
    managed_among,
)
from tournaments.entries.services import attendance, places, registration
from tournaments.entries.services.details import (
    MAX_CATEGORIES_LENGTH,
    MAX_CLUB_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_RATING,
)
from tournaments.entries.services.places import EntryStep
from tournaments.models import Absence, AbsenceKind, Entry, EntryState, Event
from tournaments.policies import may_act_for_entry, may_manage_entries


class AbsenceSerializer(serializers.ModelSerializer[Absence]):
    """A round that a player misses, and what it brings."""

    round = serializers.IntegerField(source="round_number")

    class Meta:
        model = Absence
        fields = ("round", "kind")
        read_only_fields = fields


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """Who plays in a section. What only players and organisers know is null for others."""

    event = serializers.IntegerField(source="section.event_id")
    section = serializers.IntegerField(source="section_id")
    person = serializers.IntegerField(source="person_id")
    name = serializers.CharField(source="person.name", help_text=gettext_lazy("The person's name."))
    club = serializers.CharField(source="club_name", help_text=gettext_lazy("For which the player plays."))
    absences = AbsenceSerializer(many=True)
    fee_paid = serializers.SerializerMethodField()
    fee_waived = serializers.SerializerMethodField()
    checked_in_at = serializers.SerializerMethodField()
    note = serializers.SerializerMethodField()
    code = serializers.SerializerMethodField(
        help_text=gettext_lazy("Of the QR code: it checks this player in.")
    )

    class Meta:
        model = Entry
        fields = (
            "id", "event", "section", "person", "name", "state", "starting_rank", "rating", "rating_is_own",
            "rating_is_provisional", "club", "categories", "first_round", "withdrawn_after", "absences",
            "fee_paid", "fee_waived", "checked_in_at", "note", "code", "entered_at", "version",
        )  # fmt: skip
        read_only_fields = fields
        extra_kwargs = {
            "version": {
                "help_text": gettext_lazy(
                    "Send it with a change: if it has changed since, nothing is done (409)."
                )
            }
        }

    @extend_schema_field({"type": ["boolean", "null"]})
    def get_fee_paid(self, entry: Entry) -> bool | None:
        return entry.fee_paid if self._knows(entry) else None

    def get_fee_waived(self, entry: Entry) -> bool | None:
        return entry.fee_waived if self._knows(entry) else None

    @extend_schema_field({"type": ["string", "null"], "format": "date-time"})
    def get_checked_in_at(self, entry: Entry) -> Any:
        if entry.checked_in_at is None or not self._knows(entry):
            return None
        return serializers.DateTimeField().to_representation(entry.checked_in_at)

    @extend_schema_field({"type": ["string", "null"]})
    def get_note(self, entry: Entry) -> str | None:
        return entry.note if self._knows(entry) else None

    @extend_schema_field({"type": ["string", "null"]})
    def get_code(self, entry: Entry) -> str | None:
        return entry.code if self._knows(entry) else None

    def _knows(self, entry: Entry) -> bool:
        """`managed` are the ids of the events whose entries the caller manages, `account` is the caller’s id."""
        own = entry.person.account_id is not None and entry.person.account_id == self.context["account"]
        return own or entry.section.event_id in self.context["managed"]


class DetailsSerializer(StrictSerializer):
    rating = StrictIntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MAX_RATING,
        help_text=gettext_lazy("Null: that of the rating lists."),
    )
    club = StrictTextField(
        required=False,
        allow_blank=True,
        max_length=MAX_CLUB_LENGTH,
        help_text=gettext_lazy("For which the player plays."),
    )
    categories = StrictTextField(
        required=False,
        allow_blank=True,
        max_length=MAX_CATEGORIES_LENGTH,
        help_text=gettext_lazy("For prizes, with commas."),
    )
    note = StrictTextField(required=False, allow_blank=True, max_length=MAX_NOTE_LENGTH)
    fee_paid = StrictBooleanField(required=False)
    fee_waived = StrictBooleanField(required=False)


class NewEntrySerializer(DetailsSerializer):
    """Either a `person` who is known, or the `name` of somebody new."""

    section = IdField()
    person = IdField(required=False)
    name = StrictTextField(required=False, max_length=MAX_NAME_LENGTH)
    country = CountryField(required=False, allow_blank=True)
    year_of_birth = StrictIntegerField(required=False, allow_null=True, min_value=1800, max_value=9999)
    listed = StrictBooleanField(
        required=False, help_text=gettext_lazy("Whether the person has agreed to be listed.")
    )
    over_limit = StrictBooleanField(required=False, help_text=gettext_lazy("Even if the section is full."))

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("person" in attrs) == ("name" in attrs):
            raise serializers.ValidationError(_("Send either “person”, or “name”."))
        of_somebody_new = [name for name in ("country", "year_of_birth", "listed") if name in attrs]
        if "person" in attrs and of_somebody_new:
            raise serializers.ValidationError(
                {name: [_("Only for a new person.")] for name in of_somebody_new}
            )
        return attrs


class EntryChangesSerializer(DetailsSerializer):
    version = VersionField()


class EntryStepSerializer(StrictSerializer):
    step = serializers.ChoiceField([step.value for step in EntryStep])
    version = VersionField()
    reason = ReasonField(max_length=300, help_text=gettext_lazy("Of a withdrawal."))
    over_limit = StrictBooleanField(
        required=False, help_text=gettext_lazy("To confirm or to return: even if the section is full.")
    )


class AbsenceChangeSerializer(StrictSerializer):
    round = StrictIntegerField(min_value=1, max_value=MAX_NUMBER)
    kind = serializers.ChoiceField(
        AbsenceKind.choices,
        required=False,
        help_text=gettext_lazy(
            "What the round counts as, if an arbiter says so. If the player does, the event's rules decide."
        ),
    )
    cancel = StrictBooleanField(required=False, help_text=gettext_lazy("The player plays after all."))
    version = VersionField()


class EntryQuery(ListQuery):
    event = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    section = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    person = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    state = serializers.ChoiceField(EntryState.choices, required=False)
    q = serializers.CharField(
        required=False, max_length=MAX_QUERY_LENGTH, help_text=gettext_lazy("Words of the name.")
    )


class EntryViewSet(EventApiViewSet):
    queryset = Entry.objects.none()
    serializer_class = EntrySerializer
    list_query = EntryQuery
    ordering = ("pk",)

    @extend_schema(
        summary=gettext_lazy("List entries"),
        parameters=[EntryQuery],
        description=gettext_lazy(
            "In the order in which they were made. Entries without a place yet are shown to the "
            "organisers and to the players themselves."
        ),
    )
    def list(self, request: Request) -> Response:
        fields = {"event": "section__event", "section": "section", "person": "person", "state": "state"}
        wanted: dict[str, Any] = {
            field: self.query[name] for name, field in fields.items() if name in self.query
        }
        entries = entries_with_details(request.user, name=self.query.get("q", ""), **wanted)
        page = self.paginate_queryset(entries) or []
        return self.get_paginated_response(entry_data(request.user, page))

    @extend_schema(summary=gettext_lazy("Read an entry"))
    def retrieve(self, request: Request, pk: str) -> Response:
        return self._answer(pk)

    @extend_schema(
        summary=gettext_lazy("Enter a player"),
        request=NewEntrySerializer,
        responses={201: EntrySerializer},
        description=gettext_lazy(
            "A person you may see or who has played with the club, or a new one. If the section is "
            "full, they go on the waiting list; after the start they are a late entry."
        ),
    )
    def create(self, request: Request) -> Response:
        actor = self.actor
        sent = self.sent(NewEntrySerializer)
        section = self.sent_section(sent.pop("section"))
        self.ask(may_manage_entries(actor, section.event))
        details = _entry_details(sent)
        if "person" in details:
            details["person"] = self._sent_player(details["person"], section.event)
            entry = registration.enter_person(actor=actor, section=section, **details)
        else:
            entry = registration.enter_new_person(actor=actor, section=section, **details)
        return self._answer(entry.pk, status=201)

    @extend_schema(
        summary=gettext_lazy("Change an entry"),
        request=EntryChangesSerializer,
        responses=EntrySerializer,
        description=gettext_lazy("Its rating, club, categories and note, and whether the fee is paid."),
    )
    def partial_update(self, request: Request, pk: str) -> Response:
        entry = self._managed(pk)
        sent = self.sent(EntryChangesSerializer)
        seen = sent.pop("version", None)
        registration.change_entry(actor=self.actor, entry=entry, seen=seen, **_entry_details(sent))
        return self._answer(pk)

    @extend_schema(
        summary=gettext_lazy("Remove an entry"),
        parameters=[VersionQuery],
        responses={204: None},
        description=gettext_lazy("One made by mistake, before the event starts. Later, players withdraw."),
    )
    def destroy(self, request: Request, pk: str) -> Response:
        entry = self._managed(pk)
        registration.remove_entry(actor=self.actor, entry=entry, seen=self.query.get("version"))
        return Response(status=204)

    @extend_schema(
        summary=gettext_lazy("Confirm, withdraw, return, check in"),
        request=EntryStepSerializer,
        responses=EntrySerializer,
        description=gettext_lazy(
            "Players may withdraw and check in themselves; organisers may do everything."
        ),
    )
    @action(detail=True, methods=["post"])
    def step(self, request: Request, pk: str) -> Response:
        entry = self._entry(pk)
        sent = self.sent(EntryStepSerializer)
        manages = may_manage_entries(self.actor, entry.section.event)
        by_player = sent["step"] in (EntryStep.WITHDRAW, EntryStep.CHECK_IN)
        self.ask(manages or (by_player and may_act_for_entry(self.actor, entry)))
        _take_step(self.actor, entry, sent, manages=manages)
        return self._answer(pk)

    @extend_schema(
        summary=gettext_lazy("Announce an absence"),
        request=AbsenceChangeSerializer,
        responses=EntrySerializer,
        description=gettext_lazy(
            "From a round that is not paired yet, or take it back. By the player, or by arbiters."
        ),
    )
    @action(detail=True, methods=["post"])
    def absences(self, request: Request, pk: str) -> Response:
        entry = self._entry(pk)
        sent = self.sent(AbsenceChangeSerializer)
        manages = may_manage_entries(self.actor, entry.section.event)
        self.ask(manages or may_act_for_entry(self.actor, entry))
        _note_absence(self.actor, entry, sent, manages=manages)
        return self._answer(pk)

    def get_query_serializer(self) -> type[QuerySerializer]:
        return VersionQuery if self.action == "destroy" else super().get_query_serializer()

    def _sent_player(self, pk: int, event: Event) -> Person:
        with field_error_if_missing("person", _("There is no such person.")):
            return get_selectable_person_or_404(self.request.user, event, pk)

    def _managed(self, pk: str) -> Entry:
        entry = self._entry(pk)
        self.ask(may_manage_entries(self.actor, entry.section.event))
        return entry

    def _entry(self, pk: str | int) -> Entry:
        return get_visible_entry_or_404(self.request.user, pk)

    def _answer(self, pk: str | int, *, status: int = 200) -> Response:
        return Response(entry_data(self.request.user, [self._entry(pk)])[0], status=status)


def entry_data(actor: Actor, entries: Sequence[Entry]) -> list[Any]:
    """One query for whose entries are managed."""
    events = {entry.section.event_id for entry in entries}
    context = {"managed": managed_among(actor, events), "account": actor.pk}
    return list(EntrySerializer(entries, many=True, context=context).data)


def _take_step(actor: User, entry: Entry, sent: dict[str, Any], *, manages: bool) -> None:
    seen, over_limit = sent.get("version"), sent.get("over_limit", False)
    match sent["step"]:
        case EntryStep.CONFIRM:
            registration.confirm_entry(actor=actor, entry=entry, seen=seen, over_limit=over_limit)
        case EntryStep.WITHDRAW:
            places.withdraw_entry(actor=actor, entry=entry, seen=seen, reason=sent.get("reason", ""))
        case EntryStep.RETURN:
            places.reinstate_entry(actor=actor, entry=entry, seen=seen, over_limit=over_limit)
        case EntryStep.LATE_BYES:
            attendance.grant_late_byes(actor=actor, entry=entry, seen=seen)
        case EntryStep.TAKE_BACK_LATE_BYES:
            attendance.take_back_late_byes(actor=actor, entry=entry, seen=seen)
        case EntryStep.UNDO_CHECK_IN:
            attendance.undo_check_in(actor=actor, entry=entry)
        case _ if manages:
            attendance.check_in(actor=actor, entry=entry)
        case _:
            attendance.check_in_by_player(actor=actor, entry=entry)


def _note_absence(actor: User, entry: Entry, sent: dict[str, Any], *, manages: bool) -> None:
    """An arbiter says what it brings; the player's word brings what the event's rules say."""
    number, seen = sent["round"], sent.get("version")
    match manages, sent.get("cancel", False):
        case True, True:
            attendance.cancel_absence(actor=actor, entry=entry, round_number=number, seen=seen)
        case True, False:
            kind = AbsenceKind(sent.get("kind", AbsenceKind.ZERO_POINT))
            attendance.announce_absence(actor=actor, entry=entry, round_number=number, kind=kind, seen=seen)
        case False, True:
            attendance.cancel_own_absence(actor=actor, entry=entry, round_number=number)
        case _:
            attendance.announce_own_absence(actor=actor, entry=entry, round_number=number)


def _entry_details(sent: dict[str, Any]) -> dict[str, Any]:
    """By the names that the services know."""
    return {"club_name" if name == "club" else name: value for name, value in sent.items()}


class PlayerSerializer(serializers.ModelSerializer[Entry]):
    """A player at a board or in a table."""

    entry = serializers.IntegerField(source="pk")
    person = serializers.IntegerField(source="person_id")
    name = serializers.CharField(source="person.name")
    number = serializers.IntegerField(
        source="starting_rank", allow_null=True, help_text=gettext_lazy("The starting rank.")
    )
    club = serializers.CharField(source="club_name")

    class Meta:
        model = Entry
        fields = ("entry", "person", "name", "number", "rating", "rating_is_provisional", "club")
        read_only_fields = fields
