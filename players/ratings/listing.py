"""A rating list: who stands on it at a given moment, with what mark and in which place."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from players.ratings.periods import Moment, PlayerId
from players.ratings.system import RatingSystem, S


class ListRow(NamedTuple):
    rank: int
    """Players whose ratings are shown alike share a rank."""
    player: PlayerId
    rating: float
    shown: int
    """The rating in whole points, one half upwards."""
    deviation: float | None
    games: int
    provisional: bool


def rating_list(system: RatingSystem[S], states: Mapping[PlayerId, S], moment: Moment) -> tuple[ListRow, ...]:
    """The active players with a rating, the best first."""
    aged = {player: system.aged(state, moment) for player, state in states.items()}
    rows: list[ListRow] = []
    rated = [
        (state.rating, player)
        for player, state in aged.items()
        if state.rating is not None and is_active(system, state, moment.day)
    ]
    for place, (rating, player) in enumerate(sorted(rated, key=lambda pair: (-pair[0], pair[1])), start=1):
        state = aged[player]
        shown = int((rating + 0.5) // 1)
        rank = rows[-1].rank if rows and rows[-1].shown == shown else place
        rows.append(
            ListRow(rank, player, rating, shown, state.deviation, state.games, system.provisional(state))
        )
    return tuple(rows)


def is_active(system: RatingSystem[S], state: S, day: date) -> bool:
    """Whether the player has taken part within the time that the pool sets."""
    if state.active_on is None:
        return False
    limit = system.parameters.listing.inactive_after_days
    return limit is None or (day - state.active_on).days <= limit
