"""Events as a source of the search: by name and place."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from players.names import folded_words
from players.permissions import Actor
from players.search.registry import SOURCES, Found, SearchSource
from tournaments.events.list_form import MOST_WORDS
from tournaments.events.selectors import visible_events
from tournaments.models import Event


def find_events(actor: Actor, text: str, at_most: int) -> Sequence[Found]:
    """The latest first. At most two queries."""
    events = visible_events(actor).select_related("club")
    for word in folded_words(text)[:MOST_WORDS]:
        events = events.filter(search_key__contains=word)
    return [_found(event) for event in events.order_by("-starts_on", "-pk")[:at_most]]


def _found(event: Event) -> Found:
    note = " · ".join(
        filter(None, [event.get_game_display(), event.place, date_format(event.starts_on, "DATE_FORMAT")])
    )
    return Found(event.name, event.get_absolute_url(), note)


def _list_of_events(text: str) -> str:
    return f"{reverse('events')}?{urlencode({'q': text})}"


SOURCES.register(
    SearchSource(key="events", title=_("Events"), order=200, find=find_events, all_url=_list_of_events)
)
