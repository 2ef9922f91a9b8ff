"""Registration for a section in the API: players sign up, organisers send a table or act on all entries at once."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import QuerySerializer, StrictBooleanField, StrictSerializer, StrictTextField
from tournaments.api import EventApiViewSet, number_keys
from tournaments.entries.api.entries import EntrySerializer, entry_data
from tournaments.entries.selectors.candidates import MAX_QUERY_LENGTH, suggest_players
from tournaments.entries.selectors.entries import visible_entries_with_ids
from tournaments.entries.services.attendance import mark_missing_as_absent
from tournaments.entries.services.details import MAX_CLUB_LENGTH, MAX_NOTE_LENGTH
from tournaments.entries.services.registration import count_sign_up, refresh_ratings, sign_up
from tournaments.entries.services.table_import import MAX_TABLE_BYTES, import_players, read_player_table
from tournaments.models import Event, Section
from tournaments.policies import may_manage_entries


class EntryTableSerializer(StrictSerializer):
    text = StrictTextField(
        trim_whitespace=False,
        max_length=MAX_TABLE_BYTES,
        help_text=gettext_lazy("Cells of a spreadsheet, or lines with semicolons or commas, with a heading."),
    )
    choices = serializers.DictField(
        child=StrictTextField(max_length=20),
        required=False,
        help_text=gettext_lazy("By line numbers, where names are similar: a person's id, “new” or “out”."),
    )
    over_limit = StrictBooleanField(required=False, help_text=gettext_lazy("Even if the section is full."))
    dry_run = StrictBooleanField(required=False, help_text=gettext_lazy("Only say what would be done."))


class TableLineSerializer(serializers.Serializer[Any]):
    """What a line of the table would do, or has done."""

    line = serializers.IntegerField()
    name = serializers.CharField()
    finding = serializers.CharField(
        source="match",
        help_text=gettext_lazy("Whether the person is known, has a similar name to somebody, or is new."),
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
        child=serializers.CharField(), help_text=gettext_lazy("Columns that are ignored.")
    )
    entries = EntrySerializer(many=True, help_text=gettext_lazy("What was entered."))


class SignUpSerializer(StrictSerializer):
    club = StrictTextField(
        required=False,
        allow_blank=True,
        max_length=MAX_CLUB_LENGTH,
        help_text=gettext_lazy("For which you play; the usual one if left out."),
    )
    note = StrictTextField(required=False, allow_blank=True, max_length=MAX_NOTE_LENGTH)


class RegistrationViewSet(EventApiViewSet):
    """Addresses below a section's own."""

    queryset = Section.objects.none()

    @extend_schema(
        summary=gettext_lazy("Enter an event oneself"),
        request=SignUpSerializer,
        responses={201: EntrySerializer},
        description=gettext_lazy(
            "Confirmed at once if there is room, otherwise on the waiting list; to be confirmed if "
            "organisers confirm each entry."
        ),
    )
    @action(detail=True, methods=["post"], url_path="sign-up")
    def sign_up(self, request: Request, pk: str) -> Response:
        actor = self.actor
        section = self.section(pk)
        sent = self.sent(SignUpSerializer)
        count_sign_up(actor)
        entry = sign_up(actor=actor, section=section, club_name=sent.get("club"), note=sent.get("note", ""))
        return Response(_data_of_entries(request, [entry.pk])[0], status=201)

    @extend_schema(
        summary=gettext_lazy("Enter a table of players"),
        request=EntryTableSerializer,
        responses=ReadTableSerializer,
        description=gettext_lazy(
            "All lines that clearly mean one person. With “dry_run”, only the answer: what each "
            "line would do."
        ),
    )
    @action(detail=True, methods=["post"], url_path="entry-table")
    def entry_table(self, request: Request, pk: str) -> Response:
        actor = self.actor
        section = self.section(pk)
        self.ask(may_manage_entries(actor, section.event))
        sent = self.sent(EntryTableSerializer)
        choices = number_keys(sent.get("choices", {}))
        if sent.get("dry_run", False):
            table, entries = (
                read_player_table(sent["text"], section=section, actor=actor, choices=choices),
                [],
            )
        else:
            over_limit = sent.get("over_limit", False)
            done = import_players(
                actor=actor, section=section, text=sent["text"], choices=choices, over_limit=over_limit
            )
            table, entries = done.table, done.entries
        return Response(
            {
                "lines": TableLineSerializer(table.rows, many=True).data,
                "not_read": table.unread,
                "entries": _data_of_entries(request, [entry.pk for entry in entries]),
            }
        )


def _data_of_entries(request: Request, pks: list[int]) -> list[Any]:
    return entry_data(request.user, visible_entries_with_ids(request.user, pks))


class NameQuery(QuerySerializer):
    q = serializers.CharField(
        max_length=MAX_QUERY_LENGTH, help_text=gettext_lazy("A name, or its beginning.")
    )


class OfferSerializer(serializers.Serializer[Any]):
    """Somebody who may be meant."""

    person = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.name")
    clubs = serializers.CharField(help_text=gettext_lazy("Those that you may see."))
    entered = serializers.CharField(
        help_text=gettext_lazy("Sections of the event in which they are already entered.")
    )
    near_only = serializers.BooleanField(help_text=gettext_lazy("The name is similar, not the same."))


class CountSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField(help_text=gettext_lazy("How many entries were changed."))


class PlayersOfEventViewSet(EventApiViewSet):
    """Addresses below an event's own."""

    queryset = Event.objects.none()

    @extend_schema(
        summary=gettext_lazy("Find whom to enter"),
        parameters=[NameQuery],
        responses=OfferSerializer(many=True),
        description=gettext_lazy(
            "People you may see or who have played with the club before, by the same or a similar name."
        ),
    )
    @action(detail=True, query_serializer=NameQuery, pagination_class=None)
    def candidates(self, request: Request, pk: str) -> Response:
        event = self.event(pk)
        self.ask(may_manage_entries(request.user, event))
        found = suggest_players(self.query["q"], event=event, actor=request.user)
        return Response(OfferSerializer(found, many=True).data)

    @extend_schema(
        summary=gettext_lazy("Update ratings"),
        request=None,
        responses=CountSerializer,
        description=gettext_lazy("From the rating lists, before the event starts. Those set by hand stay."),
    )
    @action(detail=True, methods=["post"])
    def ratings(self, request: Request, pk: str) -> Response:
        event = self.event(pk)
        self.ask(may_manage_entries(self.actor, event))
        return Response({"count": refresh_ratings(actor=self.actor, event=event)})


class PlayersOfSectionViewSet(EventApiViewSet):
    """Addresses below a section's own."""

    queryset = Section.objects.none()

    @extend_schema(
        summary=gettext_lazy("Mark players who have not checked in as absent"),
        request=None,
        responses=CountSerializer,
        description=gettext_lazy("They miss round 1. Those who check in before it is paired play after all."),
    )
    @action(detail=True, methods=["post"], url_path="mark-absent")
    def mark_absent(self, request: Request, pk: str) -> Response:
        section = self.section(pk)
        self.ask(may_manage_entries(self.actor, section.event))
        return Response({"count": mark_missing_as_absent(actor=self.actor, section=section)})
