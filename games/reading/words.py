"""Look for words in the folded texts of games: each has to begin a word there.

`Game.objects.filter(search_text__has_words=folded_words("møller agn"))`

PostgreSQL keeps the words of a game in one column, with one index, and letters beside them that say where each stands.
The index knows the words and not the letters: `has_kept_words` asks it once for all words wanted, and of what it finds
`has_words` sees whether they stand in the right places.
"""

from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, Lookup, TextField
from django.db.models.expressions import Col
from django.db.models.sql.compiler import SQLCompiler

KEPT_WORDS: Final = "search_words"
# What PostgreSQL calls weights. The words of the whole text have none of their own.
LETTERS: Final = {"search_text": "", "first_key": "A", "second_key": "B", "event_key": "C"}
OPEN_COLUMNS: Final = ("first_key", "second_key", "event_key")
OPEN_LETTERS: Final = "".join(LETTERS[column] for column in OPEN_COLUMNS)


class _Words(Lookup[Any]):
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
        return f"{self.column(connection, KEPT_WORDS)} @@ to_tsquery('simple', %s)", (query,)


@TextField.register_lookup
class HasKeptWords(_Words):
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


@CharField.register_lookup
@TextField.register_lookup
class HasWords(_Words):
    """True for text that has, for each word asked for, one that begins with it. The text is folded already."""

    lookup_name = "has_words"

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        column = self.column(connection, self.lhs.target.name)
        tests = " AND ".join([_begins_a_word(column)] * len(self.rhs)) or "1 = 1"
        return f"({tests})", tuple(_pattern(word) for word in self.rhs)

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        letter = LETTERS[self.lhs.target.name]
        test, values = self.kept(connection, letter)
        # A case, so that PostgreSQL neither goes through the index once more for each place nor takes it for rare.
        return (f"CASE WHEN {test} THEN TRUE ELSE FALSE END" if letter else test), values


@TextField.register_lookup
class HasOpenWords(_Words):
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
        return self.kept(connection, OPEN_LETTERS)


def _begins_a_word(column: str) -> str:
    return f"' ' || {column} LIKE %s ESCAPE '!'"


def _pattern(word: str) -> str:
    literal = word.replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"% {literal}%"
