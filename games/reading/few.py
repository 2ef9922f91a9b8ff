"""Lists that few games belong to, found without walking through the archive.

A database that is to give the newest of some games goes through them by date until it has enough. It cannot know that a
word is in three games of a hundred thousand, or in none. So the games are asked for first in any order, which indices
answer, and where they are few it is known which ones they are.
"""

from datetime import date
from typing import Any, Final

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet

from games.models import Game

FEW: Final = 1500
# So many keys are handed to and fro before the database is asked otherwise.
MOST_KEYS: Final = 1000
Place = tuple[date, int]
"""Of a game in a list by date: its day and its key."""


def count_and_keys(
    games: QuerySet[Game], *, newer_than: Place | None, older_than: Place | None, at_most: int
) -> tuple[int, list[int]]:
    """How many there are, `FEW + 1` if they are not few; and the keys of those next to a place, the nearest first.

    Without a place, of the newest. If they are not few, these are of any of them. One query: they are found once, and
    only what is asked for leaves the database.
    """
    try:
        found, values = games.order_by().values("sort_date", "pk")[: FEW + 1].query.sql_with_params()
    except EmptyResultSet:
        return 0, []
    place = newer_than or older_than
    beyond = f"WHERE (day, id) {'>' if newer_than else '<'} (%s, %s)" if place else ""
    order = "ORDER BY day, id" if newer_than else "ORDER BY day DESC, id DESC"
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH found (day, id) AS MATERIALIZED ({found}), "  # noqa: S608  written by Django and by us
            f"near AS (SELECT day, id FROM found {beyond} {order} LIMIT %s) "
            f"SELECT counted.number, near.id FROM (SELECT COUNT(*) AS number FROM found) AS counted "
            f"LEFT JOIN near ON 1 = 1 {order}",
            [*values, *_as_values(place), at_most],
        )
        rows = cursor.fetchall()
    return rows[0][0], [key for _, key in rows if key is not None]


def _as_values(place: Place | None) -> list[Any]:
    if place is None:
        return []
    day, key = place
    return [connection.ops.adapt_datefield_value(day), key]


def by_keys_if_few(games: QuerySet[Game, Any]) -> QuerySet[Game, Any]:
    """The same games; by their keys if they are few. One query beforehand."""
    keys = list(games.order_by().values_list("pk", flat=True)[: MOST_KEYS + 1])
    return games.filter(pk__in=keys) if len(keys) <= MOST_KEYS else games
