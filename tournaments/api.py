"""What the API of events shares: a viewset that looks things up for the caller, and fields that go with changes."""

import base64
import binascii
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from audit.services import MAX_REASON_LENGTH
from core.api.serializers import QuerySerializer, StrictIntegerField, StrictTextField
from core.api.views import ApiViewSet
from core.web.numbers import parse_whole_number
from players.models import Club, Person
from players.people.selectors.people import people_visible_to
from tournaments.access import get_event_or_404, may_see
from tournaments.models import Entry, Event, Section
from tournaments.selectors import get_entry_or_404, get_section_or_404

MAX_VERSION: Final = 2**31 - 1
MAX_NUMBER: Final = 32767


class EventApiViewSet(ApiViewSet):
    """Looks things up for the caller: by the address (404), or by what was sent (400)."""

    def event(self, pk: str | int) -> Event:
        return get_event_or_404(self.request, int(pk))

    def section(self, pk: str | int) -> Section:
        found = get_section_or_404(pk)
        self._refuse_unseen(found.event)
        return found

    def sent_event(self, pk: int) -> Event:
        with field_error_if_missing("event", _("There is no such event.")):
            return self.event(pk)

    def sent_club(self, slug: str) -> Club:
        with field_error_if_missing("club", _("There is no such club.")):
            return get_object_or_404(Club, slug=slug)

    def sent_section(self, pk: int) -> Section:
        with field_error_if_missing("section", _("There is no such section.")):
            return self.section(pk)

    def sent_person(self, pk: int) -> Person:
        with field_error_if_missing("person", _("There is no such person.")):
            return get_object_or_404(people_visible_to(self.request.user), pk=pk)

    def sent_entry(self, pk: int, section: Section, *, field: str) -> Entry:
        with field_error_if_missing(field, _("There is no such entry in this section.")):
            return get_entry_or_404(section, pk)

    def _refuse_unseen(self, event: Event) -> None:
        if not may_see(self.request, event):
            raise Http404


@contextmanager
def field_error_if_missing(field: str, sentence: str) -> Iterator[None]:
    """What was sent names something that is not there."""
    try:
        yield
    except Http404:
        raise serializers.ValidationError({field: [sentence]}) from None


class VersionField(StrictIntegerField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            **{
                "required": False,
                "min_value": 1,
                "max_value": MAX_VERSION,
                "help_text": gettext_lazy(
                    "As you last read it. If it has changed since, nothing is done (409)."
                ),
                **kwargs,
            }
        )


class ReasonField(StrictTextField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            **{
                "required": False,
                "allow_blank": True,
                "max_length": MAX_REASON_LENGTH,
                "help_text": gettext_lazy("Shown in the event's log."),
                **kwargs,
            }
        )


class VersionQuery(QuerySerializer):
    version = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_VERSION,
        help_text=gettext_lazy("As you last read it. If it has changed since, nothing is done (409)."),
    )


class CommaSeparatedField(serializers.ListField):
    child = serializers.CharField()

    def to_representation(self, data: Any) -> list[str]:
        return [code for code in data.split(",") if code]


def decode_base64(content: str) -> bytes:
    """From base64, sent as `content`."""
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError) as error:
        raise serializers.ValidationError({"content": [_("This is not base64.")]}) from error


def number_keys(choices: Mapping[str, str]) -> dict[int, str]:
    """Keys of objects are text in JSON. Anything but a number is refused."""
    wrong = [key for key in choices if parse_whole_number(key) is None]
    if wrong:
        raise serializers.ValidationError({"choices": {key: [_("This is not a number.")] for key in wrong}})
    return {int(key): choice for key, choice in choices.items()}
