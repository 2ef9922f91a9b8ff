"""What an operation is about, and whether whoever asks sees it: what one may not see is not found."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework import serializers

from players.api.views import ApiViewSet
from players.models import Club, Person
from players.people.selectors import people_visible_to
from tournaments.events.access import get_event_or_404, may_see
from tournaments.models import Entry, Event, Section


class EventApiViewSet(ApiViewSet):
    """Looks things up for whoever asks: by the address (404), or by what was sent (400)."""

    # Several people work on one event: whoever is second is told (409).
    tells_of_other_changes = True

    def event(self, pk: str | int) -> Event:
        return get_event_or_404(self.request, int(pk))

    def section(self, pk: str | int) -> Section:
        found = get_object_or_404(Section.objects.select_related("event__club"), pk=pk)
        self._refuse_unseen(found.event)
        return found

    def sent_event(self, pk: int) -> Event:
        with told_of_field("event", _("There is no such event.")):
            return self.event(pk)

    def sent_club(self, slug: str) -> Club:
        with told_of_field("club", _("There is no such club.")):
            return get_object_or_404(Club, slug=slug)

    def sent_section(self, pk: int) -> Section:
        with told_of_field("section", _("There is no such section.")):
            return self.section(pk)

    def sent_person(self, pk: int) -> Person:
        with told_of_field("person", _("There is no such person.")):
            return get_object_or_404(people_visible_to(self.request.user), pk=pk)

    def sent_entry(self, pk: int, section: Section, *, field: str) -> Entry:
        with told_of_field(field, _("There is no such entry in this section.")):
            return get_object_or_404(section.entries.select_related("person"), pk=pk)

    def _refuse_unseen(self, event: Event) -> None:
        if not may_see(self.request, event):
            raise Http404


@contextmanager
def told_of_field(field: str, sentence: str) -> Iterator[None]:
    """What was sent names something that is not there."""
    try:
        yield
    except Http404:
        raise serializers.ValidationError({field: [sentence]}) from None
