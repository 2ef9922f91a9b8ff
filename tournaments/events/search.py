"""Events as a source of the search: by name and place."""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from games.models import GameKind
from players.names import folded_words
from players.permissions import Actor
from players.search.prepared import rows_with_words
from players.search.registry import SOURCES, Found, SearchSource, addresses
from tournaments.events.list_form import MOST_WORDS
from tournaments.events.selectors import visible_events
from tournaments.models import Event

_COLUMNS: Final = ("pk", "name", "game", "place", "starts_on")


def find_events(actor: Actor, text: str, at_most: int) -> Sequence[Found]:
    """The latest first. At most two queries."""

    def with_words(given: Sequence[str]) -> QuerySet[Event, Any]:
        events = visible_events(actor)
        for word in given:
            events = events.filter(search_key__contains=word)
        return events.order_by("-starts_on", "-pk").values_list(*_COLUMNS)[:at_most]

    wanted = folded_words(text)[:MOST_WORDS]
    # All visitors see the same events, so their query is written once.
    rows = (
        with_words(wanted)
        if actor.is_authenticated
        else rows_with_words(f"events by words, {at_most}", with_words, wanted)
    )
    address_of = addresses("event")
    return [
        Found(
            name,
            address_of(pk),
            " · ".join(filter(None, [str(GameKind(game).label), place, date_format(day, "DATE_FORMAT")])),
        )
        for pk, name, game, place, day in rows
    ]


def _list_of_events(text: str) -> str:
    return f"{reverse('events')}?{urlencode({'q': text})}"


SOURCES.register(
    SearchSource(key="events", title=_("Events"), order=200, find=find_events, all_url=_list_of_events)
)
