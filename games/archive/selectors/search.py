"""Games by words: lookups in their folded texts, and games as a source of the search.

`Game.objects.filter(search_text__has_words=folded_words("møller agn"))`

PostgreSQL keeps the words of a game in one column, with one index, and letters beside them that say where each stands.
The index knows the words and not the letters: `has_kept_words` asks it once for all words wanted, and of what it finds
`has_words` sees whether they stand in the right places.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Lookup, QuerySet
from django.db.models.expressions import Col
from django.db.models.sql.compiler import SQLCompiler
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.db.prepared_queries import fetch_by_words
from core.game_types import game_label
from core.permissions.actors import Actor
from core.search.matching import search_words
from core.search.sources import SearchResult, SearchSource, url_builder
from games.archive.selectors.pages import MAX_KEYS
from games.models import Game
from games.visibility.selectors import visible_games

SEARCH_COLUMN: Final = "search_words"

# What PostgreSQL calls weights. The words of the whole text have none of their own.
WEIGHTS: Final = {"search_text": "", "first_key": "A", "second_key": "B", "event_key": "C"}
OPEN_COLUMNS: Final = ("first_key", "second_key", "event_key")
OPEN_WEIGHTS: Final = "".join(WEIGHTS[column] for column in OPEN_COLUMNS)
_COLUMNS: Final = ("sort_date", "pk", "kind", "first_name", "second_name", "event", "date")


class _WordLookup(Lookup[Any]):
    prepare_rhs = False
    lhs: Col  # a field, not something computed

    def get_prep_lookup(self) -> list[str]:
        return [str(word) for word in self.rhs]

    def column(self, connection: BaseDatabaseWrapper, name: str) -> str:
        return f"{connection.ops.quote_name(self.lhs.alias)}.{connection.ops.quote_name(name)}"

    def kept(self, connection: BaseDatabaseWrapper, letters: str = "") -> tuple[str, tuple[Any, ...]]:
        """On PostgreSQL, in the words with one of these letters; in all if there are none."""
        if not self.rhs:
            return "TRUE", ()
        query = " & ".join(f"'{word.replace(chr(39), chr(39) * 2)}':*{letters}" for word in self.rhs)
        return f"{self.column(connection, SEARCH_COLUMN)} @@ to_tsquery('simple', %s)", (query,)


class HasKeptWords(_WordLookup):
    """True for games that have all these words, wherever they stand. Ask it beside `has_words` of names and events.

    It only shortens the way where the database keeps words: elsewhere it is true of every game.
    """

    lookup_name = "has_kept_words"

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        return "1 = 1", ()

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        return self.kept(connection)


class HasWords(_WordLookup):
    """True for text that has, for each word asked for, one that begins with it. The text is folded already."""

    lookup_name = "has_words"

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        column = self.column(connection, self.lhs.target.name)
        tests = " AND ".join([_begins_a_word(column)] * len(self.rhs)) or "1 = 1"
        return f"({tests})", tuple(_pattern(word) for word in self.rhs)

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        letter = WEIGHTS[self.lhs.target.name]
        test, values = self.kept(connection, letter)
        # A case, so that PostgreSQL neither goes through the index once more for each place nor takes it for rare.
        return (f"CASE WHEN {test} THEN TRUE ELSE FALSE END" if letter else test), values


class HasOpenWords(_WordLookup):
    """Of a game's text: the same, but only in what everybody may read of it, the names of its players and event."""

    lookup_name = "has_open_words"

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        columns = [self.column(connection, name) for name in OPEN_COLUMNS]
        somewhere = f"({' OR '.join(_begins_a_word(column) for column in columns)})"
        tests = " AND ".join([somewhere] * len(self.rhs)) or "1 = 1"
        return f"({tests})", tuple(_pattern(word) for word in self.rhs for _ in columns)

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        return self.kept(connection, OPEN_WEIGHTS)


def _begins_a_word(column: str) -> str:
    return f"' ' || {column} LIKE %s ESCAPE '!'"


def _pattern(word: str) -> str:
    literal = word.replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"% {literal}%"


def find_games(actor: Actor, text: str, at_most: int) -> Sequence[SearchResult]:
    """Each word begins one of the names or the event's: at most four queries."""

    def with_words(given: Sequence[str]) -> QuerySet[Game, Any]:
        games = visible_games(actor).filter(search_text__has_open_words=given)
        return games.values_list(*_COLUMNS)

    def some(given: Sequence[str]) -> QuerySet[Game, Any]:
        return with_words(given).order_by()[: MAX_KEYS + 1]

    def newest(given: Sequence[str]) -> QuerySet[Game, Any]:
        return with_words(given).order_by("-sort_date", "-pk")[:at_most]

    wanted = search_words(text)
    rows = sorted(_rows(actor, f"games by words, {MAX_KEYS}", some, wanted), reverse=True)
    if len(rows) > MAX_KEYS:
        rows = _rows(actor, f"newest games by words, {at_most}", newest, wanted)
    address_of = url_builder("game")
    return [
        SearchResult(
            f"{first} – {second}",
            address_of(pk),
            " · ".join(filter(None, [game_label(kind), event, date])),
        )
        for _day, pk, kind, first, second, event, date in rows[:at_most]
    ]


def _rows(
    actor: Actor, name: str, write: Callable[[Sequence[str]], QuerySet[Game, Any]], wanted: Sequence[str]
) -> list[tuple[Any, ...]]:
    """All visitors see the same games, so their query is written once."""
    return list(write(wanted)) if actor.is_authenticated else fetch_by_words(name, write, wanted)


def _list_url(text: str) -> str:
    return f"{reverse('games')}?{urlencode({'q': text})}"


GAME_SOURCE: Final = SearchSource(title=_("Games"), find=find_games, all_url=_list_url)
