"""Queries that Django writes once and that are asked again with other values.

    SECTION = PreparedQuery(lambda pk: Section.objects.select_related("event").filter(pk=pk), pk=int)
    section = SECTION.first(pk=7)

To write a query takes Django longer than the database needs to answer it. That matters only on pages that a hall full
of phones asks for in the same minute, and for the search, which is asked at every key. Only the values may differ from
one time to the next: what is asked for, the order and the number of rows stand in the query.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)

# No constant in our queries is like one of these, and every column of numbers has room for them: they only mark the
# places in the query as it is written.
_FIRST_MARK: Final = 31_415
_MAX_INTEGER: Final = 2**63 - 1


class _Prepared(NamedTuple):
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
        self._by_vendor: dict[str, _Prepared] = {}

    def first(self, **values: int | str) -> M | None:
        return next(iter(self.all(**values)), None)

    def all(self, **values: int | str) -> list[M]:
        """The objects, with those that `select_related` names. One query; none for numbers that no row can have."""
        if any(isinstance(value, int) and abs(value) > _MAX_INTEGER for value in values.values()):
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

    def _written(self) -> _Prepared:
        query = self._write(**self._marks).query
        compiler = query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        by_mark = {mark: name for name, mark in self._marks.items()}
        places = {place: by_mark[value] for place, value in enumerate(values) if value in by_mark}
        if missing := set(self._marks) - set(places.values()):
            raise ImproperlyConfigured(f"The prepared query does not ask for {', '.join(sorted(missing))}.")
        fields = compiler.klass_info["select_fields"]
        columns = slice(fields[0], fields[-1] + 1)
        return _Prepared(
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
    def _object(written: _Prepared, row: tuple[Any, ...]) -> Any:
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


_prepared_sql: Final[dict[Hashable, tuple[str, tuple[Any, ...]]]] = {}


def fetch_by_words(
    name: str, write: Callable[[list[str]], QuerySet[Any, Any]], words: Sequence[str]
) -> list[tuple[Any, ...]]:
    """The rows of `write(words)`, a query of values. `name` tells it from others.

    The words are folded: letters and digits, which mean nothing else to any database, in whatever pattern they stand.
    """
    marks = [f"\ue000{number}\ue001" for number in range(len(words))]
    sql, values = _prepare_once((name, len(words), connection.vendor), lambda: write(marks))
    return _fetch(sql, [_fill_in(value, marks, words) for value in values])


def fetch_by_keys(
    name: str, write: Callable[[list[int]], QuerySet[Any, Any]], keys: Sequence[int]
) -> list[tuple[Any, ...]]:
    """The same for keys of rows."""
    marks = [-1 - number for number in range(len(keys))]
    sql, values = _prepare_once((name, len(keys), connection.vendor), lambda: write(marks))
    given = dict(zip(marks, keys, strict=True))
    return _fetch(sql, [given.get(value, value) if type(value) is int else value for value in values])


def _prepare_once(key: Hashable, write: Callable[[], QuerySet[Any, Any]]) -> tuple[str, tuple[Any, ...]]:
    if key not in _prepared_sql:
        _prepared_sql[key] = write().query.sql_with_params()
    return _prepared_sql[key]


def _fill_in(value: Any, marks: list[str], words: Sequence[str]) -> Any:
    if isinstance(value, str):
        for mark, word in zip(marks, words, strict=True):
            value = value.replace(mark, word)
    return value


def _fetch(sql: str, values: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())
