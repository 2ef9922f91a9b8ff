"""Queries that Django writes once and that are asked again with other values.

    SECTION = PreparedQuery(lambda pk: Section.objects.select_related("event").filter(pk=pk), pk=int)
    section = SECTION.first(pk=7)

To write a query takes Django longer than the database needs to answer it. That matters only where hundreds ask in the
same minute, so this is used there and nowhere else: the session and the seats of every request that is signed in, the
pages of an event and the player's own board (`bench/tournament.py` measures them), the steps of games that are being
recorded (`bench/recorder.py`), and the search, which is asked at every key (`bench/search.py`).
docs/decisions/0007-quick-under-load.md has the reasons.

Only the values may differ from one time to the next: what is asked for, the order and the number of rows stand in the
query. It reaches into Django's query compiler; the tests compare the objects with Django's own.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar
from uuid import UUID

from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

from core.db.replica import reading_connection

M = TypeVar("M", bound=Model)
Mark = int | str | UUID

# Marks stand for the values while a query is written. No constant in our queries is like one of these numbers, and
# every column of numbers has room for them. The letters are for private use: no text has them, and a mark can be found
# inside the pattern that a lookup makes of it.
_FIRST_MARK: Final = 31_415
_TEXT_MARK: Final = "\ue000"
_MAX_INTEGER: Final = 2**63 - 1


def _mark(number: int, kind: type[Mark]) -> Mark:
    if kind is UUID:
        return UUID(int=_FIRST_MARK - number)
    return _FIRST_MARK - number if kind is int else f"{_TEXT_MARK}{number}\ue001"


class _Statement(NamedTuple):
    """A query in the words of one database."""

    sql: str
    values: tuple[Any, ...]

    def fetch(self, given: Mapping[Mark, Mark], database: BaseDatabaseWrapper) -> list[tuple[Any, ...]]:
        """The rows, with what is given in the place of each mark."""
        with database.cursor() as cursor:
            cursor.execute(self.sql, [_fill_in(value, given) for value in self.values])
            return list(cursor.fetchall())


def _as_stored(value: Mark) -> Mark:
    """As the database takes it: not every one knows UUIDs."""
    is_unknown = isinstance(value, UUID) and not connection.features.has_native_uuid_field
    return value.hex if isinstance(value, UUID) and is_unknown else value


def _fill_in(value: Any, given: Mapping[Mark, Mark]) -> Any:
    if isinstance(value, (int, UUID)):  # also the kinds of numbers that PostgreSQL's driver tells apart
        return given.get(value, value)
    if isinstance(value, str) and value in given:
        return given[value]
    if isinstance(value, str) and _TEXT_MARK in value:
        for mark, text in given.items():
            value = value.replace(str(mark), str(text))
    return value


class _Prepared(NamedTuple):
    """A statement, and how its rows become objects."""

    statement: _Statement
    converters: dict[int, tuple[list[Any], Any]]
    model: type[Model]
    columns: slice
    names: list[str]
    related: list[Any]


class PreparedQuery(Generic[M]):
    """For objects. `write` makes the query from the values, whose types are given by their names."""

    def __init__(self, write: Callable[..., QuerySet[M]], **types: type[Mark]) -> None:
        self._write = write
        self._marks = {name: _mark(number, kind) for number, (name, kind) in enumerate(types.items())}
        self._by_vendor: dict[str, _Prepared] = {}

    def first(self, **values: Mark) -> M | None:
        return next(iter(self.all(**values)), None)

    def all(self, **values: Mark) -> list[M]:
        """The objects, with those that `select_related` names. One query; none for numbers that no row can have."""
        if any(isinstance(value, int) and abs(value) > _MAX_INTEGER for value in values.values()):
            return []
        prepared = self._by_vendor.get(connection.vendor)
        if prepared is None:
            prepared = self._by_vendor[connection.vendor] = self._prepare()
        given = {_as_stored(mark): _as_stored(values[name]) for name, mark in self._marks.items()}
        database = reading_connection()
        return [self._object(prepared, row, database) for row in prepared.statement.fetch(given, database)]

    def _prepare(self) -> _Prepared:
        query = self._write(**self._marks).query
        compiler = query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        if missing := [name for name, mark in self._marks.items() if _as_stored(mark) not in values]:
            raise ImproperlyConfigured(f"The prepared query does not ask for {', '.join(sorted(missing))}.")
        fields = compiler.klass_info["select_fields"]
        columns = slice(fields[0], fields[-1] + 1)
        return _Prepared(
            statement=_Statement(sql, tuple(values)),
            converters=compiler.get_converters([column[0] for column in compiler.select]),
            model=compiler.klass_info["model"],
            columns=columns,
            names=[column[0].target.attname for column in compiler.select[columns]],
            related=get_related_populators(compiler.klass_info, compiler.select, connection.alias),  # type: ignore[call-arg]  # the stubs are of a later Django
        )

    @staticmethod
    def _object(prepared: _Prepared, row: tuple[Any, ...], database: BaseDatabaseWrapper) -> Any:
        """As Django's own iteration over a query makes it."""
        if prepared.converters:
            converted = list(row)
            for place, (converters, column) in prepared.converters.items():
                for convert in converters:
                    converted[place] = convert(converted[place], column, database)
            row = tuple(converted)
        found = prepared.model.from_db(database.alias, prepared.names, row[prepared.columns])
        for populator in prepared.related:
            populator.populate(row, found)
        return found


_statements: Final[dict[Hashable, _Statement]] = {}


def fetch_by_words(
    name: str, write: Callable[[list[str]], QuerySet[Any, Any]], words: Sequence[str]
) -> list[tuple[Any, ...]]:
    """The rows of `write(words)`, a query of values. `name` tells it from others.

    The words are folded: letters and digits, which mean nothing else to any database, in whatever pattern they stand.
    """
    return _fetch_values(name, write, words, str)


def fetch_by_keys(
    name: str, write: Callable[[list[int]], QuerySet[Any, Any]], keys: Sequence[int]
) -> list[tuple[Any, ...]]:
    """The same for keys of rows."""
    return _fetch_values(name, write, keys, int)


def _fetch_values(
    name: str,
    write: Callable[[list[Any]], QuerySet[Any, Any]],
    values: Sequence[Mark],
    kind: type[Mark],
) -> list[tuple[Any, ...]]:
    """One statement for each number of values."""
    marks = [_mark(number, kind) for number in range(len(values))]
    key = (name, len(values), connection.vendor)
    if key not in _statements:
        _statements[key] = _Statement(*write(marks).query.sql_with_params())
    return _statements[key].fetch(dict(zip(marks, values, strict=True)), reading_connection())
