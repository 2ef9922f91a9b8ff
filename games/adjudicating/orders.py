"""Orders to adjudicate: new games, and what a newer engine should look at again."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction

from engine import __version__ as engine_version
from games.models import AdjudicationOrder, Game
from jobs import services

GAMES_IN_AN_ORDER: Final = 200
ORDERED_AT_ONCE: Final = 20_000


@transaction.atomic(savepoint=False)
def order_adjudication(*, games: Sequence[int]) -> None:
    """Have the games with these ids looked at, two hundred by one job."""
    orders = AdjudicationOrder.objects.bulk_create(
        AdjudicationOrder(games=list(games[start : start + GAMES_IN_AN_ORDER]), engine_version=engine_version)
        for start in range(0, len(games), GAMES_IN_AN_ORDER)
    )
    services.enqueue_all(items=orders)


def order_what_is_due() -> int:
    """Order all games that this version of the engine has not seen; returns how many.

    Games that wait in an order are ordered again: a game is adjudicated once by a version, however often it is ordered.
    """
    due = Game.objects.exclude(adjudicated_with=engine_version).order_by("pk")
    games = list(due.values_list("pk", flat=True)[:ORDERED_AT_ONCE])
    order_adjudication(games=games)
    return len(games)
