"""Looking for rows by hundreds of values at once: `Game.objects.filter(pk__any_of=keys)`."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field
from django.db.models.lookups import In
from django.db.models.sql.compiler import SQLCompiler


@Field.register_lookup
class AnyOf(In):
    """Like `in`. PostgreSQL gets the values as one and not one by one."""

    lookup_name = "any_of"
    prepare_rhs = False

    def get_prep_lookup(self) -> list[Any]:
        return list(self.rhs)

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        column, parameters = self.process_lhs(compiler, connection)
        return f"{column} = ANY(%s)", (*parameters, list(self.rhs))
