"""Pages of long game lists, newest first, as quick at the end as at the beginning.

A database that is to give the newest of some games goes through them by date until it has enough. It cannot know that a
word is in three games of a hundred thousand, or in none. So the games are asked for first in any order, which indices
answer, and where they are few it is known which ones they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Q, QuerySet

from core.db.replica import reading_connection
from games.models import Game

MAX_COUNTED: Final = 1500

# So many keys are handed to and fro before the database is asked otherwise.
MAX_KEYS: Final = 1000

GAMES_PER_PAGE: Final = 24
_PLACE: Final = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\.([0-9]{1,18})")


class ListPlace(NamedTuple):
    """The place of a game in a list by date."""

    day: date
    pk: int


def count_and_keys(
    games: QuerySet[Game], *, newer_than: ListPlace | None, older_than: ListPlace | None, at_most: int
) -> tuple[int, list[int]]:
    """How many there are, at most `MAX_COUNTED + 1`; and the keys of those next to a place, the nearest first.

    Without a place, of the newest. If there are more than are counted, these are of any of them. One query: they are
    found once, and only what is asked for leaves the database.
    """
    try:
        found, values = games.order_by().values("sort_date", "pk")[: MAX_COUNTED + 1].query.sql_with_params()
    except EmptyResultSet:
        return 0, []
    place = newer_than or older_than
    beyond = f"WHERE (day, id) {'>' if newer_than else '<'} (%s, %s)" if place else ""
    order = "ORDER BY day, id" if newer_than else "ORDER BY day DESC, id DESC"
    with reading_connection().cursor() as cursor:
        cursor.execute(
            f"WITH found (day, id) AS MATERIALIZED ({found}), "  # noqa: S608  written by Django and by us
            f"near AS (SELECT day, id FROM found {beyond} {order} LIMIT %s) "
            f"SELECT counted.number, near.id FROM (SELECT COUNT(*) AS number FROM found) AS counted "
            f"LEFT JOIN near ON 1 = 1 {order}",
            [*values, *_as_values(place), at_most],
        )
        rows = cursor.fetchall()
    return rows[0][0], [key for _, key in rows if key is not None]


def _as_values(place: ListPlace | None) -> list[Any]:
    if place is None:
        return []
    return [connection.ops.adapt_datefield_value(place.day), place.pk]


def narrow_to_keys(games: QuerySet[Game, Any]) -> QuerySet[Game, Any]:
    """The same games; by their keys if they are few. One query beforehand."""
    keys = list(games.order_by().values_list("pk", flat=True)[: MAX_KEYS + 1])
    return games.filter(pk__in=keys) if len(keys) <= MAX_KEYS else games


@dataclass(frozen=True)
class GamePage:
    """`newer` and `older` are places for the address, empty where the list ends."""

    games: list[Game]
    newer: str
    older: str
    count: int
    """Of the whole list, as far as it is counted."""

    @property
    def there_are_more(self) -> bool:
        return self.count > MAX_COUNTED

    @property
    def counted(self) -> int:
        return min(self.count, MAX_COUNTED)


def get_page(
    games: QuerySet[Game], *, after: str = "", before: str = "", size: int = GAMES_PER_PAGE
) -> GamePage:
    """The games older than the place `after`, or newer than `before`; the newest without them, or with nonsense.

    Also where there are none: a list may have become shorter since somebody was led to that place. Each with its club.
    """
    games = games.select_related("club")
    newer_than, older_than = _read(before), _read(after)
    count, keys = count_and_keys(games, newer_than=newer_than, older_than=older_than, at_most=size + 1)
    if count <= MAX_COUNTED:
        by_key = games.order_by().in_bulk(keys) if keys else {}
        found = [by_key[key] for key in keys if key in by_key]
    elif newer_than:
        found = list(_newer_than(games, *newer_than).order_by("sort_date", "id")[: size + 1])
    else:
        rows = _older_than(games, *older_than) if older_than else games
        found = list(rows.order_by("-sort_date", "-id")[: size + 1])
    there_are_more = len(found) > size
    if newer_than:
        more_newer, more_older = there_are_more, True
        shown = found[:size][::-1]
    else:
        more_newer, more_older = older_than is not None, there_are_more
        shown = found[:size]
    if not shown:
        return (
            get_page(games, size=size)
            if count and (newer_than or older_than)
            else GamePage([], "", "", count)
        )
    return GamePage(
        shown, _place(shown[0]) if more_newer else "", _place(shown[-1]) if more_older else "", count
    )


def _older_than(games: QuerySet[Game], day: date, pk: int) -> QuerySet[Game]:
    # The first condition alone says where in the index to begin.
    return games.filter(Q(sort_date__lte=day) & (Q(sort_date__lt=day) | Q(pk__lt=pk)))


def _newer_than(games: QuerySet[Game], day: date, pk: int) -> QuerySet[Game]:
    return games.filter(Q(sort_date__gte=day) & (Q(sort_date__gt=day) | Q(pk__gt=pk)))


def _place(game: Game) -> str:
    return f"{game.sort_date.isoformat()}.{game.pk}"


def _read(place: str) -> ListPlace | None:
    found = _PLACE.fullmatch(place)
    if found is None:
        return None
    try:
        return ListPlace(date.fromisoformat(found[1]), int(found[2]))
    except ValueError:
        return None
