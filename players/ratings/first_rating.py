"""A newcomer's first Elo rating (FIDE B.02, 7.1.4 and 8.2)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from players.ratings.elo_parameters import EloParameters
from players.ratings.fide_tables import rating_difference, rounded_half_up
from players.ratings.periods import GameId, PlayerId


class WaitingResult(NamedTuple):
    """A newcomer's game that waits until there are enough of them."""

    game: GameId
    opponent: PlayerId
    opponent_rating: int
    """With the bonus of colour and handicap already taken off."""
    half_points: int
    day: date


class FirstRating(NamedTuple):
    """The calculation, line by line."""

    games: int
    half_points: int
    average: float
    """Of the opponents and the virtual ones (Ra)."""
    percent: int
    difference: int
    """What the table says to the percentage (dp)."""
    rating: int
    """Rounded and limited; it may lie below the floor, and is then not given."""


def first_rating(results: Sequence[WaitingResult], given: EloParameters) -> FirstRating | None:
    """None if there are too few games."""
    games = len(results)
    if games < given.first_rating_games:
        return None
    half_points = sum(result.half_points for result in results)
    opponents = games + given.virtual_draws
    total = sum(result.opponent_rating for result in results) + given.virtual_draws * given.virtual_rating
    percent = rounded_half_up(100 * (half_points + given.virtual_draws), 2 * opponents)
    difference = rating_difference(percent)
    rating = rounded_half_up(total + difference * opponents, opponents)
    return FirstRating(
        games, half_points, total / opponents, percent, difference, min(rating, given.first_rating_maximum)
    )


def still_waiting(results: Sequence[WaitingResult], months: int, today: date) -> tuple[WaitingResult, ...]:
    """Without those of more than so many months ago; the month that has begun is one of them."""
    return tuple(result for result in results if _month(today) - _month(result.day) < months)


def _month(day: date) -> int:
    return 12 * day.year + day.month
