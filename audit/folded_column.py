"""A column folded by the database, to look for words in it."""

from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func, TextField
from django.db.models.sql.compiler import SQLCompiler

from audit.folding import ACCENTS, PLAIN, folded

_ONE_LETTER: Final = {letter: plain for letter, plain in PLAIN.items() if len(plain) == 1}
_TWO_LETTERS: Final = {letter: plain for letter, plain in PLAIN.items() if len(plain) == 2} | {"ß": "ss"}


class Folded(Func):
    """SQLite calls `folded`; PostgreSQL knows enough of Unicode by itself."""

    function = "folded"
    arity = 1
    output_field = TextField()

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Any]:
        sql = "lower(normalize(%(expressions)s, NFKD))"
        for letter, plain in _TWO_LETTERS.items():
            sql = f"replace({sql}, '{letter}', '{plain}')"
        sql = f"translate({sql}, '{''.join(_ONE_LETTER)}', '{''.join(_ONE_LETTER.values())}')"
        accents = f"[{chr(min(ACCENTS))}-{chr(max(ACCENTS))}]"
        template = f"regexp_replace({sql}, '{accents}', '', 'g')"
        return self.as_sql(compiler, connection, template=template, **context)


def teach_sqlite(*, connection: BaseDatabaseWrapper, **_: object) -> None:
    """For every new connection."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("folded", 1, _folded_or_null, deterministic=True)


def _folded_or_null(text: str | None) -> str | None:
    return None if text is None else folded(text)
