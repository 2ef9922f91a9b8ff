"""Queries that Django writes once: the search is asked at every key, and writing takes longer than answering.

Only for what every visitor may ask alike, since nothing but the values differs from one time to the next.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

from django.db import connection
from django.db.models import QuerySet

_written: Final[dict[Hashable, tuple[str, tuple[Any, ...]]]] = {}


def rows_with_words(
    name: str, write: Callable[[list[str]], QuerySet[Any, Any]], words: Sequence[str]
) -> list[tuple[Any, ...]]:
    """The rows of `write(words)`, a query of values. `name` tells it from others.

    The words are folded: letters and digits, which mean nothing else to any database, in whatever pattern they stand.
    """
    marks = [f"\ue000{number}\ue001" for number in range(len(words))]
    sql, values = _once((name, len(words), connection.vendor), lambda: write(marks))
    return _rows(sql, [_filled(value, marks, words) for value in values])


def rows_with_keys(
    name: str, write: Callable[[list[int]], QuerySet[Any, Any]], keys: Sequence[int]
) -> list[tuple[Any, ...]]:
    """The same for keys of rows."""
    marks = [-1 - number for number in range(len(keys))]
    sql, values = _once((name, len(keys), connection.vendor), lambda: write(marks))
    given = dict(zip(marks, keys, strict=True))
    return _rows(sql, [given.get(value, value) if type(value) is int else value for value in values])


def _once(key: Hashable, write: Callable[[], QuerySet[Any, Any]]) -> tuple[str, tuple[Any, ...]]:
    if key not in _written:
        _written[key] = write().query.sql_with_params()
    return _written[key]


def _filled(value: Any, marks: list[str], words: Sequence[str]) -> Any:
    if isinstance(value, str):
        for mark, word in zip(marks, words, strict=True):
            value = value.replace(mark, word)
    return value


def _rows(sql: str, values: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())
