"""Hundreds of values at once: `Game.objects.filter(pk__any_of=keys)`, and columns of values for a statement."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field
from django.db.models.lookups import In
from django.db.models.sql.compiler import SQLCompiler


class ManyValues(NamedTuple):
    """Whole numbers or words as PostgreSQL reads an array: one text instead of a parameter for each."""

    type: str
    text: str

    @classmethod
    def of(cls, values: Iterable[int | str]) -> "ManyValues":
        values = list(values)
        if all(type(value) is int for value in values):
            return cls("bigint[]", f"{{{','.join(map(str, values))}}}")
        words = ",".join([f'"{_escaped(str(value))}"' for value in values])
        return cls("text[]", f"{{{words}}}")


@Field.register_lookup
class AnyOf(In):
    """Like `in`, for columns of numbers and of words. PostgreSQL gets the values as one and not one by one."""

    lookup_name = "any_of"
    prepare_rhs = False

    def get_prep_lookup(self) -> list[Any]:
        return list(self.rhs)

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        if not self.rhs:
            raise EmptyResultSet
        column, parameters = self.process_lhs(compiler, connection)
        values = ManyValues.of(self.rhs)
        return f"{column} = ANY(%s::{values.type})", (*parameters, values.text)


def _escaped(word: str) -> str:
    if "\\" not in word and '"' not in word:
        return word
    return word.replace("\\", "\\\\").replace('"', '\\"')
