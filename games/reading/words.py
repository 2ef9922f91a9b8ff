"""Look for words in folded text: each has to begin a word of it. PostgreSQL keeps an index of them.

`Game.objects.filter(search_text__has_words=folded_words("møller agn"))`
"""

from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, Lookup, TextField
from django.db.models.expressions import Col
from django.db.models.sql.compiler import SQLCompiler

# Columns whose words PostgreSQL keeps in another one: those of a long text are not taken apart again for each question.
KEPT_WORDS: Final = {"search_text": "search_words"}


@CharField.register_lookup
@TextField.register_lookup
class HasWords(Lookup[Any]):
    """True for text that has, for each word asked for, one that begins with it. The text is folded already."""

    lookup_name = "has_words"
    prepare_rhs = False

    def get_prep_lookup(self) -> list[str]:
        return list(self.rhs)

    def as_sql(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> tuple[str, tuple[Any, ...]]:
        column, parameters = self.process_lhs(compiler, connection)
        words = [str(word) for word in self.rhs]
        tests = " AND ".join([f"' ' || {column} LIKE %s ESCAPE '!'"] * len(words)) or "1 = 1"
        values = tuple(value for word in words for value in (*parameters, f"% {_literal(word)}%"))
        return f"({tests})", values

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        """Written as the index is, so that it is used."""
        column, parameters = self.process_lhs(compiler, connection)
        words = [str(word) for word in self.rhs]
        if not words:
            return "TRUE", ()
        kept = KEPT_WORDS.get(self.lhs.target.name) if isinstance(self.lhs, Col) else None
        vector = f"to_tsvector('simple', {column})"
        if kept:
            vector = f"{connection.ops.quote_name(self.lhs.alias)}.{connection.ops.quote_name(kept)}"
        query = " & ".join(f"'{word.replace(chr(39), chr(39) * 2)}':*" for word in words)
        return f"{vector} @@ to_tsquery('simple', %s)", (*parameters, query)


def _literal(word: str) -> str:
    return word.replace("!", "!!").replace("%", "!%").replace("_", "!_")
