"""Folded text: without accents, capitals and punctuation, so that what is looked for is found however it is spelt.

Plain functions on text, the database function `Folded`, and `FoldedField`, a column to search and sort by.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func, TextField
from django.db.models.sql.compiler import SQLCompiler

# Letters that Unicode does not take apart into a plain letter and an accent.
PLAIN_LETTERS: Final = {
    "æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "đ": "d", "þ": "th", "ł": "l", "ħ": "h", "ŧ": "t", "ŋ": "n", "ı": "i",
    "ə": "e", "ĸ": "k", "ƀ": "b", "ɓ": "b", "ɖ": "d", "ɗ": "d", "ɛ": "e", "ɣ": "g", "ɨ": "i", "ɔ": "o", "ʉ": "u",
}  # fmt: skip

_TO_PLAIN_LETTERS: Final = str.maketrans(PLAIN_LETTERS)

# The accents of Latin, Greek and Cyrillic letters. Marks of other scripts are vowels, which distinguish names.
ACCENTS: Final = dict.fromkeys(range(0x0300, 0x0370))
MAX_KEY_LENGTH = 600  # folding takes some letters apart

# Written inside a word or left out, as people like: O'Neill, O’Neill, ONeill; Amal'a; Hawaiʻi.
APOSTROPHES: Final = frozenset("'’‘ʼʻ`´ʹ′")


# Control characters, lone surrogates, and those that change the direction of the text.
INVISIBLE_CHARACTERS: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def fold_text(text: str) -> str:
    """Small letters without accents; all else stays as it is."""
    if text.isascii():
        return text.lower()
    # Small letters may be composed again (ǰ), and so have to be taken apart once more.
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return apart.translate(_TO_PLAIN_LETTERS).translate(ACCENTS)


_ONE_LETTER: Final = {letter: plain for letter, plain in PLAIN_LETTERS.items() if len(plain) == 1}

_TWO_LETTERS: Final = {letter: plain for letter, plain in PLAIN_LETTERS.items() if len(plain) == 2} | {
    "ß": "ss"
}


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


def add_sqlite_function(*, connection: BaseDatabaseWrapper, **_: object) -> None:
    """For every new connection."""
    if connection.vendor == "sqlite":
        connection.connection.create_function("folded", 1, _fold_or_null, deterministic=True)


def _fold_or_null(text: str | None) -> str | None:
    return None if text is None else fold_text(text)


class FoldedField(models.CharField[str, str]):
    """Follows the fields it is made of whenever the row is saved, one by one or many at once.

    With one field it sorts as an alphabet without accents would; with several it is for finding words in them.
    """

    def __init__(self, *, of: Sequence[str], **options: Any) -> None:
        self.of = tuple(of)
        super().__init__(**{"max_length": MAX_KEY_LENGTH, "editable": False, "blank": True, **options})

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, path, arguments, options = super().deconstruct()
        return name, path, arguments, {**options, "of": self.of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        texts = [str(getattr(model_instance, field)) for field in self.of]
        key = sort_key(texts[0]) if len(texts) == 1 else comparison_key(" ".join(texts))
        setattr(model_instance, self.attname, key[: self.max_length])
        return key[: self.max_length]


def folded_words(text: str) -> list[str]:
    """The words without accents, case and punctuation, in their order."""
    return "".join(_fold_name(text)).split()


def comparison_key(name: str) -> str:
    """What is equal for two spellings of one name: folded words in alphabetical order. Empty if nothing is left."""
    return " ".join(sorted(folded_words(name)))


def sort_key(sorted_name: str) -> str:
    """Puts names into the order of an alphabet without accents: Ölmez stands before Pyl, in every database."""
    return " , ".join(" ".join(folded_words(part)) for part in sorted_name.split(","))


def _fold_name(name: str) -> Iterator[str]:
    for character in fold_text(name):
        if character in APOSTROPHES:
            continue
        yield character if unicodedata.category(character)[0] in "LMN" else " "
