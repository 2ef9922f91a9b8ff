"""Games as a source of the search: by the names of players and events."""

from collections.abc import Sequence
from urllib.parse import urlencode

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.reading import words  # noqa: F401  teaches the fields to look for words
from games.reading.visible import visible_games
from players.names import folded_words
from players.permissions import Actor
from players.search.registry import SOURCES, Found, SearchSource


def find_games(actor: Actor, text: str, at_most: int) -> Sequence[Found]:
    """Each word begins one of the names or the event's: at most three queries."""
    games = visible_games(actor)
    for word in folded_words(text):
        games = games.filter(
            Q(first_key__has_words=[word]) | Q(second_key__has_words=[word]) | Q(event_key__has_words=[word])
        )
    return [_found(game) for game in games.order_by("-sort_date", "-pk")[:at_most]]


def _found(game: Game) -> Found:
    note = " · ".join(filter(None, [game.get_kind_display(), game.event, game.date]))
    return Found(f"{game.first_name} – {game.second_name}", game.get_absolute_url(), note)


def _list_of_games(text: str) -> str:
    return f"{reverse('games')}?{urlencode({'q': text})}"


SOURCES.register(
    SearchSource(key="games", title=_("Games"), order=300, find=find_games, all_url=_list_of_games)
)
