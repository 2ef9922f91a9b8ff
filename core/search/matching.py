"""When a text finds a folded column: each of its words begins a word of the column, without accents, order or case."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Lookup, Q
from django.db.models.sql.compiler import SQLCompiler

from core.db import folding

MAX_WORDS: Final = 8
MAX_TEXT_LENGTH: Final = 100


def text_matches(column: str, text: str) -> Q:
    """A text without words finds everything."""
    return words_match(column, search_words(text))


def search_words(text: str) -> list[str]:
    """The folded words of a text that are looked for."""
    return folding.folded_words(text[:MAX_TEXT_LENGTH])[:MAX_WORDS]


def words_match(column: str, words: Sequence[str]) -> Q:
    condition = Q()
    for word in words:
        condition &= Q(**{f"{column}__begins_word": word})
    return condition


class BeginsWord(Lookup[Any]):
    """Folded words have no sign that means something to GLOB or to a query of words.

    PostgreSQL is asked twice: to look for a place is quick where rows are gone through, and the other form is the one
    of an index (`person_words`), by which few people among millions are found.
    """

    lookup_name = "begins_word"

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        column, parameters = self.process_lhs(compiler, connection)
        sql = f"({column} GLOB %s OR {column} GLOB %s)"
        return sql, (*parameters, f"{self.rhs}*", *parameters, f"* {self.rhs}*")

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        column, parameters = self.process_lhs(compiler, connection)
        place = f"strpos(' ' || {column}, %s) > 0"
        words = f"array_to_tsvector(string_to_array({column}, ' ')) @@ %s::tsquery"
        return f"({place} AND {words})", (*parameters, f" {self.rhs}", *parameters, f"'{self.rhs}':*")
