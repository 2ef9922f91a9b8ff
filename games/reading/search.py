"""Games as a source of the search: by the names of players and events."""

from collections.abc import Callable, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import Game, GameKind
from games.reading import words  # noqa: F401  teaches the fields to look for words
from games.reading.few import MOST_KEYS
from games.reading.visible import visible_games
from players.permissions import Actor
from players.search.matching import words_of
from players.search.prepared import rows_with_words
from players.search.registry import SOURCES, Found, SearchSource, addresses

_COLUMNS: Final = ("sort_date", "pk", "kind", "first_name", "second_name", "event", "date")


def find_games(actor: Actor, text: str, at_most: int) -> Sequence[Found]:
    """Each word begins one of the names or the event's: at most four queries."""

    def with_words(given: Sequence[str]) -> QuerySet[Game, Any]:
        games = visible_games(actor).filter(search_text__has_open_words=given)
        return games.values_list(*_COLUMNS)

    def some(given: Sequence[str]) -> QuerySet[Game, Any]:
        return with_words(given).order_by()[: MOST_KEYS + 1]

    def newest(given: Sequence[str]) -> QuerySet[Game, Any]:
        return with_words(given).order_by("-sort_date", "-pk")[:at_most]

    wanted = words_of(text)
    rows = sorted(_rows(actor, f"games by words, {MOST_KEYS}", some, wanted), reverse=True)
    if len(rows) > MOST_KEYS:
        rows = _rows(actor, f"newest games by words, {at_most}", newest, wanted)
    address_of = addresses("game")
    return [
        Found(
            f"{first} – {second}",
            address_of(pk),
            " · ".join(filter(None, [str(GameKind(kind).label), event, date])),
        )
        for _day, pk, kind, first, second, event, date in rows[:at_most]
    ]


def _rows(
    actor: Actor, name: str, write: Callable[[Sequence[str]], QuerySet[Game, Any]], wanted: Sequence[str]
) -> list[tuple[Any, ...]]:
    """All visitors see the same games, so their query is written once."""
    return list(write(wanted)) if actor.is_authenticated else rows_with_words(name, write, wanted)


def _list_of_games(text: str) -> str:
    return f"{reverse('games')}?{urlencode({'q': text})}"


SOURCES.register(
    SearchSource(key="games", title=_("Games"), order=300, find=find_games, all_url=_list_of_games)
)
