"""Ways into a section in the API: players sign themselves up, organisers send a whole table."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.access import EventApiViewSet
from tournaments.api.entries import told
from tournaments.api.entry_change_shapes import (
    EntryTableSerializer,
    ReadTableSerializer,
    SignUpSerializer,
    TableLineSerializer,
)
from tournaments.api.entry_shapes import EntrySerializer
from tournaments.api.sent_values import by_number
from tournaments.entries.importing import import_entries
from tournaments.entries.limits import SIGN_UPS_BY_ACCOUNT
from tournaments.entries.signing_up import sign_up
from tournaments.entries.table import read_entries
from tournaments.entries.visibility import visible_entries
from tournaments.models import Section
from tournaments.policies import may_manage_entries


class EnteringViewSet(EventApiViewSet):
    """Addresses below a section's own."""

    queryset = Section.objects.none()

    @extend_schema(
        summary=gettext_lazy("Sign oneself up"),
        request=SignUpSerializer,
        responses={201: EntrySerializer},
        description=gettext_lazy(
            "Confirmed at once if there is room, else on the waiting list; asked for if organisers confirm each entry."
        ),
    )
    @action(detail=True, methods=["post"], url_path="sign-up")
    def sign_up(self, request: Request, pk: str) -> Response:
        actor = self.actor
        section = self.section(pk)
        sent = self.sent(SignUpSerializer)
        if wait := SIGN_UPS_BY_ACCOUNT.seconds_to_wait(str(actor.pk)):
            raise Throttled(wait=wait)
        entry = sign_up(actor=actor, section=section, club_name=sent.get("club"), note=sent.get("note", ""))
        return Response(_told(request, [entry.pk])[0], status=201)

    @extend_schema(
        summary=gettext_lazy("Enter a table of players"),
        request=EntryTableSerializer,
        responses=ReadTableSerializer,
        description=gettext_lazy(
            "All lines of which it is clear whom they mean. With “dry_run”, only what each line would do."
        ),
    )
    @action(detail=True, methods=["post"], url_path="entry-table")
    def entry_table(self, request: Request, pk: str) -> Response:
        actor = self.actor
        section = self.section(pk)
        self.ask(may_manage_entries(actor, section.event))
        sent = self.sent(EntryTableSerializer)
        choices = by_number(sent.get("choices", {}))
        if sent.get("dry_run", False):
            table, entries = read_entries(sent["text"], section=section, actor=actor, choices=choices), []
        else:
            over_limit = sent.get("over_limit", False)
            done = import_entries(
                actor=actor, section=section, text=sent["text"], choices=choices, over_limit=over_limit
            )
            table, entries = done.table, done.entries
        return Response(
            {
                "lines": TableLineSerializer(table.rows, many=True).data,
                "not_read": table.unread,
                "entries": _told(request, [entry.pk for entry in entries]),
            }
        )


def _told(request: Request, pks: list[int]) -> list[Any]:
    entries = visible_entries(request.user).filter(pk__in=pks).order_by("pk")
    related = entries.select_related("person", "section__event__club").prefetch_related("absences")
    return told(request.user, list(related))
