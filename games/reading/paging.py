"""Pages of long game lists: from one game to the next ones, newest first, as quick at the end as at the beginning."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Q, QuerySet

from games.models import Game
from games.reading.few import FEW, Place, count_and_keys

GAMES_ON_A_PAGE: Final = 24
_PLACE: Final = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\.([0-9]{1,18})")


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
        return self.count > FEW

    @property
    def counted(self) -> int:
        return min(self.count, FEW)


def page_of(
    games: QuerySet[Game], *, after: str = "", before: str = "", size: int = GAMES_ON_A_PAGE
) -> GamePage:
    """The games older than the place `after`, or newer than `before`; the newest without them, or with nonsense.

    Also where there are none: a list may have become shorter since somebody was led to that place.
    """
    newer_than, older_than = _read(before), _read(after)
    count, keys = count_and_keys(games, newer_than=newer_than, older_than=older_than, at_most=size + 1)
    if count <= FEW:
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
            page_of(games, size=size) if count and (newer_than or older_than) else GamePage([], "", "", count)
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


def _read(place: str) -> Place | None:
    found = _PLACE.fullmatch(place)
    if found is None:
        return None
    try:
        return date.fromisoformat(found[1]), int(found[2])
    except ValueError:
        return None
