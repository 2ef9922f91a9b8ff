"""Check-in by the code that only the player has, in the API: nobody has to sign in."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.serializers import StrictSerializer, StrictTextField
from core.web.rate_limits import by_address, longest_wait
from players.models import Scope
from tournaments.api import EventApiViewSet, field_error_if_missing
from tournaments.entries.api.entries import EntrySerializer
from tournaments.entries.selectors.entries import entry_by_code
from tournaments.entries.services.attendance import CHECK_INS_BY_ADDRESS, check_in_by_code
from tournaments.models import Entry, EventState

MAX_CODE_LENGTH = 40


class CodeSerializer(StrictSerializer):
    code = StrictTextField(max_length=MAX_CODE_LENGTH, help_text=gettext_lazy("Of the player's QR code."))


class CheckInViewSet(EventApiViewSet):
    """The code proves that it is the player."""

    queryset = Entry.objects.none()
    lookup_field = "code"
    lookup_value_regex = "[A-Za-z0-9_-]{1,40}"
    scope_to_write = Scope.SUBMIT
    visitors_may_write = True

    @extend_schema(
        summary=gettext_lazy("Read whose code it is"),
        parameters=[OpenApiParameter("code", OpenApiTypes.STR, OpenApiParameter.PATH)],
        responses=EntrySerializer,
    )
    def retrieve(self, request: Request, code: str) -> Response:
        return Response(_data_for_player(self._entry(code)))

    @extend_schema(
        summary=gettext_lazy("Check in by code"),
        request=CodeSerializer,
        responses={200: EntrySerializer},
        description=gettext_lazy("On the days of the event. A second time changes nothing."),
    )
    def create(self, request: Request) -> Response:
        code = self.sent(CodeSerializer)["code"]
        with field_error_if_missing("code", _("Nobody has this code.")):
            entry = self._entry(code)
        check_in_by_code(entry=entry)
        return Response(_data_for_player(self._entry(entry.code)))

    def _entry(self, code: str) -> Entry:
        too_many = longest_wait(by_address(CHECK_INS_BY_ADDRESS, self.request))
        entry = None if too_many else entry_by_code(code)
        if entry is None or entry.section.event.state == EventState.DRAFT:
            raise Http404
        return entry


def _data_for_player(entry: Entry) -> dict[str, Any]:
    """With what the player knows."""
    context = {"managed": {entry.section.event_id}, "account": None}
    return dict(EntrySerializer(entry, context=context).data)
