"""Entries in the API: who plays where, as far as whoever asks may know."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.serializers import LARGEST_ID, ListQuery, QuerySerializer
from players.models import Person, User
from players.permissions import Actor
from tournaments.api import entry_change_shapes as shapes
from tournaments.api.access import EventApiViewSet, told_of_field
from tournaments.api.entry_change_shapes import (
    AbsenceChangeSerializer,
    EntryChangesSerializer,
    EntryStepSerializer,
    NewEntrySerializer,
)
from tournaments.api.entry_shapes import EntrySerializer
from tournaments.api.versions import VersionQuery
from tournaments.entries import absences, checking_in, entering, withdrawing
from tournaments.entries.known import people_to_choose_from
from tournaments.entries.limits import LONGEST_SEARCH
from tournaments.entries.selectors import with_words_in_name
from tournaments.entries.visibility import managed_events, visible_entries
from tournaments.models import AbsenceKind, Entry, EntryState, Event
from tournaments.policies import may_act_for_entry, may_manage_entries


class EntryQuery(ListQuery):
    event = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    section = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    person = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    state = serializers.ChoiceField(EntryState.choices, required=False)
    q = serializers.CharField(
        required=False, max_length=LONGEST_SEARCH, help_text=gettext_lazy("Words of the name.")
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
            "In the order in which they were made. Who waits or has asked for a place is seen by the organisers and by "
            "the players themselves."
        ),
    )
    def list(self, request: Request) -> Response:
        fields = {"event": "section__event", "section": "section", "person": "person", "state": "state"}
        wanted: dict[str, Any] = {
            field: self.query[name] for name, field in fields.items() if name in self.query
        }
        entries = with_words_in_name(self._entries().filter(**wanted), self.query.get("q", ""))
        page = self.paginate_queryset(entries) or []
        return self.get_paginated_response(told(request.user, page))

    @extend_schema(summary=gettext_lazy("Read an entry"))
    def retrieve(self, request: Request, pk: str) -> Response:
        return self._answer(pk)

    @extend_schema(
        summary=gettext_lazy("Enter a player"),
        request=NewEntrySerializer,
        responses={201: EntrySerializer},
        description=gettext_lazy(
            "Somebody whom you see or who has played with the club, or somebody new. Without room they wait; after the "
            "start they are a late entry."
        ),
    )
    def create(self, request: Request) -> Response:
        actor = self.actor
        sent = self.sent(NewEntrySerializer)
        section = self.sent_section(sent.pop("section"))
        self.ask(may_manage_entries(actor, section.event))
        details = _as_noted(sent)
        if "person" in details:
            details["person"] = self._sent_player(details["person"], section.event)
            entry = entering.enter_person(actor=actor, section=section, **details)
        else:
            entry = entering.enter_new_person(actor=actor, section=section, **details)
        return self._answer(entry.pk, status=201)

    @extend_schema(
        summary=gettext_lazy("Change an entry"),
        request=EntryChangesSerializer,
        responses=EntrySerializer,
        description=gettext_lazy(
            "What is noted about it: rating, club, categories, note, and whether the fee is paid."
        ),
    )
    def partial_update(self, request: Request, pk: str) -> Response:
        entry = self._managed(pk)
        sent = self.sent(EntryChangesSerializer)
        seen = sent.pop("version", None)
        entering.change_entry(actor=self.actor, entry=entry, seen=seen, **_as_noted(sent))
        return self._answer(pk)

    @extend_schema(
        summary=gettext_lazy("Remove an entry"),
        parameters=[VersionQuery],
        responses={204: None},
        description=gettext_lazy("One made by mistake, before the event starts. Later, players withdraw."),
    )
    def destroy(self, request: Request, pk: str) -> Response:
        entry = self._managed(pk)
        entering.remove_entry(actor=self.actor, entry=entry, seen=self.query.get("version"))
        return Response(status=204)

    @extend_schema(
        summary=gettext_lazy("Confirm, withdraw, return, check in"),
        request=EntryStepSerializer,
        responses=EntrySerializer,
        description=gettext_lazy(
            "Players may withdraw and check in themselves; all else is the organisers'."
        ),
    )
    @action(detail=True, methods=["post"])
    def step(self, request: Request, pk: str) -> Response:
        entry = self._entry(pk)
        sent = self.sent(EntryStepSerializer)
        manages = may_manage_entries(self.actor, entry.section.event)
        by_player = sent["step"] in (shapes.WITHDRAW, shapes.CHECK_IN)
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
        with told_of_field("person", _("There is no such person.")):
            return get_object_or_404(people_to_choose_from(self.request.user, event), pk=pk)

    def _managed(self, pk: str) -> Entry:
        entry = self._entry(pk)
        self.ask(may_manage_entries(self.actor, entry.section.event))
        return entry

    def _entry(self, pk: str | int) -> Entry:
        return get_object_or_404(self._entries(), pk=pk)

    def _entries(self) -> QuerySet[Entry]:
        related = ("person", "section__event__club")
        return visible_entries(self.request.user).select_related(*related).prefetch_related("absences")

    def _answer(self, pk: str | int, *, status: int = 200) -> Response:
        return Response(told(self.request.user, [self._entry(pk)])[0], status=status)


def told(actor: Actor, entries: Sequence[Entry]) -> list[Any]:
    """One query for whose entries are managed."""
    events = {entry.section.event_id for entry in entries}
    managed = set(managed_events(actor).filter(pk__in=events).values_list("pk", flat=True))
    context = {"managed": managed, "account": actor.pk}
    return list(EntrySerializer(entries, many=True, context=context).data)


def _take_step(actor: User, entry: Entry, sent: dict[str, Any], *, manages: bool) -> None:
    seen, over_limit = sent.get("version"), sent.get("over_limit", False)
    match sent["step"]:
        case shapes.CONFIRM:
            entering.confirm_entry(actor=actor, entry=entry, seen=seen, over_limit=over_limit)
        case shapes.WITHDRAW:
            withdrawing.withdraw(actor=actor, entry=entry, seen=seen, reason=sent.get("reason", ""))
        case shapes.RETURN:
            withdrawing.come_back(actor=actor, entry=entry, seen=seen, over_limit=over_limit)
        case shapes.UNDO_CHECK_IN:
            checking_in.undo_check_in(actor=actor, entry=entry)
        case _ if manages:
            checking_in.check_in(actor=actor, entry=entry)
        case _:
            checking_in.check_in_by_player(actor=actor, entry=entry)


def _note_absence(actor: User, entry: Entry, sent: dict[str, Any], *, manages: bool) -> None:
    """An arbiter says what it brings; the player's word brings what the event's rules say."""
    number, seen = sent["round"], sent.get("version")
    match manages, sent.get("cancel", False):
        case True, True:
            absences.cancel_absence(actor=actor, entry=entry, round_number=number, seen=seen)
        case True, False:
            kind = AbsenceKind(sent.get("kind", AbsenceKind.ZERO_POINT))
            absences.announce_absence(actor=actor, entry=entry, round_number=number, kind=kind, seen=seen)
        case False, True:
            absences.cancel_own_absence(actor=actor, entry=entry, round_number=number)
        case _:
            absences.announce_own_absence(actor=actor, entry=entry, round_number=number)


def _as_noted(sent: dict[str, Any]) -> dict[str, Any]:
    """By the names that the services know."""
    return {"club_name" if name == "club" else name: value for name, value in sent.items()}
