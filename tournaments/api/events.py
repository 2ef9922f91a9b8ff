"""Events in the API: the list with the filters of the page, and one with all that its page shows."""

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import GameKind
from players.api.problems import WrongQuery
from players.api.serializers import ListQuery
from players.models import Club
from tournaments.api.access import EventApiViewSet
from tournaments.api.conditional import NOT_MODIFIED, unless_unchanged
from tournaments.api.event_shapes import EventSerializer, WholeEventSerializer
from tournaments.events.list_form import LONGEST_TEXT, EventFilterForm
from tournaments.events.selectors import arbiters_of, sections_of, visible_events, with_entry_counts
from tournaments.models import Event, EventState

LAST_YEAR = 9999


class EventQuery(ListQuery):
    """The filters of the page with the list, by the same names."""

    q = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=LONGEST_TEXT,
        help_text=gettext_lazy("Words of the name or the place."),
    )
    game = serializers.ChoiceField(GameKind.choices, required=False)
    club = serializers.SlugField(required=False, max_length=80)
    state = serializers.ChoiceField(EventState.choices, required=False)
    year = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LAST_YEAR,
        help_text=gettext_lazy("In which the event begins."),
    )


class EventViewSet(EventApiViewSet):
    queryset = Event.objects.none()
    serializer_class = EventSerializer
    list_query = EventQuery
    ordering = ("-starts_on", "-pk")

    @extend_schema(
        summary=gettext_lazy("List events"),
        parameters=[EventQuery],
        description=gettext_lazy(
            "Those that you may see, the latest first. Filters combine. Drafts are seen by arbiters."
        ),
    )
    def list(self, request: Request) -> Response:
        # A year without events finds nothing; it is no mistake.
        years = [self.query["year"]] if "year" in self.query else []
        filters = EventFilterForm(self.query, years=years, clubs=Club.objects.all())
        if not filters.is_valid():
            raise WrongQuery(
                {name: [str(error) for error in errors] for name, errors in filters.errors.items()}
            )
        page = self.paginate_queryset(with_entry_counts(filters.narrowed(visible_events(request.user))))
        return self.get_paginated_response(EventSerializer(page, many=True).data)

    @extend_schema(
        summary=gettext_lazy("Read an event"), responses={200: WholeEventSerializer, **NOT_MODIFIED}
    )
    def retrieve(self, request: Request, pk: str) -> Response:
        event = self.event(pk)
        return unless_unchanged(request, event, lambda: Response(told(event)))


def told(event: Event) -> dict[str, object]:
    """An event as its page shows it: three queries."""
    sections = sections_of(event)
    event.players = sum(section.players for section in sections)  # type: ignore[attr-defined]
    context = {"sections": sections, "arbiters": arbiters_of(event)}
    return dict(WholeEventSerializer(event, context=context).data)
