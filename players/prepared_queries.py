"""Queries that Django writes once and that are asked again with other values.

    SECTION = PreparedQuery(lambda pk: Section.objects.select_related("event").filter(pk=pk), pk=int)
    section = SECTION.first(pk=7)

To write a query takes Django longer than the database needs to answer it. That does not matter on most pages; on those
that a hall full of phones asks for in the same minute it does. Only the values may differ from one time to the next:
what is asked for, the order and the number of rows stand in the query.
"""

from collections.abc import Callable
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)

# No constant in our queries is like one of these, and every column of numbers has room for them: they only mark the
# places in the query as it is written.
_FIRST_MARK: Final = 31_415
_LARGEST: Final = 2**63 - 1


class _Written(NamedTuple):
    """A query in the words of one database, and how its rows become objects."""

    sql: str
    values: tuple[Any, ...]
    places: dict[int, str]
    """Which of the values are asked for by which name."""
    converters: dict[int, tuple[list[Any], Any]]
    model: type[Model]
    columns: slice
    names: list[str]
    related: list[Any]


class PreparedQuery(Generic[M]):
    """`write` makes the query from the values, whose types are given by their names: `int` or `str`."""

    def __init__(self, write: Callable[..., QuerySet[M]], **types: type[int] | type[str]) -> None:
        self._write = write
        self._marks: dict[str, int | str] = {
            name: _FIRST_MARK - number if kind is int else f"\ue000{number}\ue001"
            for number, (name, kind) in enumerate(types.items())
        }
        self._by_vendor: dict[str, _Written] = {}

    def first(self, **values: int | str) -> M | None:
        return next(iter(self.all(**values)), None)

    def all(self, **values: int | str) -> list[M]:
        """The objects, with those that `select_related` names. One query; none for numbers that no row can have."""
        if any(isinstance(value, int) and abs(value) > _LARGEST for value in values.values()):
            return []
        written = self._by_vendor.get(connection.vendor)
        if written is None:
            written = self._by_vendor[connection.vendor] = self._written()
        asked = list(written.values)
        for place, name in written.places.items():
            asked[place] = values[name]
        with connection.cursor() as cursor:
            cursor.execute(written.sql, asked)
            rows = cursor.fetchall()
        return [self._object(written, row) for row in rows]

    def _written(self) -> _Written:
        query = self._write(**self._marks).query
        compiler = query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        by_mark = {mark: name for name, mark in self._marks.items()}
        places = {place: by_mark[value] for place, value in enumerate(values) if value in by_mark}
        if missing := set(self._marks) - set(places.values()):
            raise ImproperlyConfigured(f"The prepared query does not ask for {', '.join(sorted(missing))}.")
        fields = compiler.klass_info["select_fields"]
        columns = slice(fields[0], fields[-1] + 1)
        return _Written(
            sql=sql,
            values=tuple(values),
            places=places,
            converters=compiler.get_converters([column[0] for column in compiler.select]),
            model=compiler.klass_info["model"],
            columns=columns,
            names=[column[0].target.attname for column in compiler.select[columns]],
            related=get_related_populators(compiler.klass_info, compiler.select, connection.alias),  # type: ignore[call-arg]  # the stubs are of a later Django
        )

    @staticmethod
    def _object(written: _Written, row: tuple[Any, ...]) -> Any:
        """As Django's own iteration over a query makes it."""
        if written.converters:
            converted = list(row)
            for place, (converters, column) in written.converters.items():
                for convert in converters:
                    converted[place] = convert(converted[place], column, connection)
            row = tuple(converted)
        found = written.model.from_db(connection.alias, written.names, row[written.columns])
        for populator in written.related:
            populator.populate(row, found)
        return found
