"""The rows of a board, as quickly as they can be read: players' pages ask for them by the hundred.

In two questions and not in one: to find out in which order to join six tables takes PostgreSQL longer than to answer
both.
"""

from collections.abc import Sequence
from typing import Final

from players.prepared_queries import PreparedQuery
from tournaments.models import Entry, Pairing
from tournaments.rounds.visibility import PUBLIC

WITH_PLAYERS: Final = ("round__section", "first__person", "second__person")
"""For those who read many boards at once."""

_PAIRING: Final = PreparedQuery(
    lambda pk: Pairing.objects.select_related("round__section").filter(pk=pk), pk=int
)
_GAMES_OF_BOARD: Final = PreparedQuery(
    lambda section, number, board: (
        Pairing.objects.filter(
            round__section=section, round__number=number, round__state__in=PUBLIC, board=board
        )
        .select_related("round")
        .order_by("third_place", "leg")
    ),
    section=int,
    number=int,
    board=int,
)
_PLAYERS: Final = PreparedQuery(
    lambda first, second: Entry.objects.select_related("person").filter(pk__in=[first, second]),
    first=int,
    second=int,
)


def pairing_now(pairing: Pairing | int) -> Pairing:
    """As it is now, with all that a decision about it needs. Whoever calls holds the event."""
    pk = pairing if isinstance(pairing, int) else pairing.pk
    now = _PAIRING.first(pk=pk)
    if now is None:
        raise Pairing.DoesNotExist(f"There is no pairing {pk}.")
    _seat_players([now])
    return now


def published_games(section: int, number: int, board: int) -> list[Pairing]:
    """Those of a board with this number in a published round: its games, and that of a match for the third place."""
    games = _GAMES_OF_BOARD.all(section=section, number=number, board=board)
    _seat_players(games)
    return games


def _seat_players(games: Sequence[Pairing]) -> None:
    """One query for each two players; in nearly every case there are only two."""
    entries: dict[int, Entry] = {}
    for game in games:
        if game.first_id not in entries or game.second_id not in entries:
            found = _PLAYERS.all(first=game.first_id, second=game.second_id)
            entries |= {entry.pk: entry for entry in found}
        game.first, game.second = entries[game.first_id], entries[game.second_id]
