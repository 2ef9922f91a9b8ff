"""Events on other pages: of clubs, of people, and in the search."""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from core.db.folding import folded_words
from core.db.prepared_queries import fetch_by_words
from core.game_types import game_label
from core.permissions.actors import Actor
from core.search.sources import SearchResult, SearchSource, url_builder
from core.web.panels import Panel
from players.models import Club, Person
from tournaments.events.selectors import MAX_WORDS, entries_of_person, with_player_counts
from tournaments.models import EntryState, Event
from tournaments.policies import may_create_event
from tournaments.selectors import visible_events

MAX_UPCOMING = 6
MAX_RECENT = 4
MAX_OF_PERSON = 10
_COLUMNS: Final = ("pk", "name", "game", "place", "starts_on")


def club_events(request: HttpRequest, club: Club) -> Panel | None:
    """What comes and what was last; with a way to a new one for those who may. Two queries, and one for the policy."""
    events = with_player_counts(visible_events(request.user).filter(club=club))
    today = timezone.localdate()
    coming = list(events.filter(ends_on__gte=today).order_by("starts_on", "pk")[:MAX_UPCOMING])
    recent = list(events.filter(ends_on__lt=today).order_by("-starts_on", "-pk")[:MAX_RECENT])
    may_create = may_create_event(request.user, club)
    if not (coming or recent or may_create):
        return None
    return Panel(
        _("Events"),
        "tournaments/parts/of_club.html",
        {"club": club, "coming": coming, "recent": recent, "may_create": may_create},
        more_url=f"{reverse('events')}?{urlencode({'club': club.slug})}" if coming or recent else "",
        more_label=_("All events of the club"),
    )


def person_events(request: HttpRequest, person: Person) -> Panel | None:
    """Where they play and played. One query beside the one for what the visitor may see."""
    entries = entries_of_person(request.user, person.pk).filter(
        state__in=(EntryState.CONFIRMED, EntryState.WITHDRAWN)
    )
    latest = list(entries[: MAX_OF_PERSON + 1])
    if not latest:
        return None
    context = {"person": person, "entries": latest[:MAX_OF_PERSON], "has_more": len(latest) > MAX_OF_PERSON}
    return Panel(_("Tournaments"), "tournaments/parts/of_person.html", context)


def find_events(actor: Actor, text: str, at_most: int) -> Sequence[SearchResult]:
    """The latest first. At most two queries."""

    def with_words(given: Sequence[str]) -> QuerySet[Event, Any]:
        events = visible_events(actor)
        for word in given:
            events = events.filter(search_key__contains=word)
        return events.order_by("-starts_on", "-pk").values_list(*_COLUMNS)[:at_most]

    wanted = folded_words(text)[:MAX_WORDS]
    # All visitors see the same events, so their query is written once.
    rows = (
        with_words(wanted)
        if actor.is_authenticated
        else fetch_by_words(f"events by words, {at_most}", with_words, wanted)
    )
    address_of = url_builder("event")
    return [
        SearchResult(
            name,
            address_of(pk),
            " · ".join(filter(None, [game_label(game), place, date_format(day, "DATE_FORMAT")])),
        )
        for pk, name, game, place, day in rows
    ]


def _event_list_url(text: str) -> str:
    return f"{reverse('events')}?{urlencode({'q': text})}"


EVENT_SOURCE: Final = SearchSource(title=_("Events"), find=find_events, all_url=_event_list_url)
