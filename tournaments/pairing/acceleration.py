"""Baku acceleration: virtual points that part the field in the first rounds (C.04.5.1)."""

from __future__ import annotations

from tournaments.pairing.tournament import Acceleration, PointSystem


def baku(players: int, rounds: int, points: PointSystem | None = None) -> tuple[Acceleration, ...]:
    """The virtual points of a tournament with so many players in so many rounds.

    The first half of the players, rounded up to an even number, is group A. The first half of the rounds,
    rounded up, is accelerated: in the first half of those, rounded up, group A has the points of a win
    more for the pairing, in the others the points of a draw.

    >>> [(a.points, a.first_round, a.last_round, a.last_player) for a in baku(178, 9)]
    [(2, 1, 3, 90), (1, 4, 5, 90)]
    """
    if players < 1 or rounds < 1:
        raise ValueError("acceleration needs at least one player and one round")
    system = points or PointSystem()
    group_a = min(players, 2 * -(-players // 4))
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    found = [Acceleration(system.win, 1, full, 1, group_a)]
    if accelerated > full:
        found.append(Acceleration(system.draw, full + 1, accelerated, 1, group_a))
    return tuple(found)
