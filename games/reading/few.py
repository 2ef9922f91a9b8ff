"""Lists that few games belong to, found without walking through the archive.

A database that is to give the newest of some games goes through them by date until it has enough. It cannot know that a
word is in three games of a hundred thousand, or in none. So the games are asked for first in any order, which indices
answer, and where they are few it is known which ones they are.
"""

from datetime import date
from typing import Any, Final

from django.db.models import QuerySet

from games.models import Game

FEW: Final = 1000


def dates_of_few(games: QuerySet[Game]) -> list[tuple[date, int]]:
    """Dates and keys of the games, the oldest first; of `FEW + 1` of them if they are not few. One query."""
    return sorted(games.order_by().values_list("sort_date", "pk")[: FEW + 1])


def by_keys_if_few(games: QuerySet[Game, Any]) -> QuerySet[Game, Any]:
    """The same games; by their keys if they are few. One query beforehand."""
    keys = list(games.order_by().values_list("pk", flat=True)[: FEW + 1])
    return games.filter(pk__in=keys) if len(keys) <= FEW else games
