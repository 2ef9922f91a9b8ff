"""FIDE's rating regulations (B.02, effective 1 March 2024): numbers, tables and first ratings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import NamedTuple

from players.ratings.counting import CountingRules
from players.ratings.errors import require
from players.ratings.periods import GameId, PlayerId
from players.ratings.system import ListingRules

# 8.1.1: the rating difference for a score of 50 %, 51 %, … 100 %; below one half the same with the sign turned.
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),  # 50 % to 59 %
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),  # 60 % to 69 %
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),  # 70 % to 79 %
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),  # 80 % to 89 %
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),  # 90 % to 99 %
    800,
)

# 8.1.2: the smallest difference for which the higher-rated player is expected to score 51 %, 52 %, … 100 %.
_STARTS = (
    *(4, 11, 18, 26, 33, 40, 47, 54, 62),  # 51 % to 59 %
    *(69, 77, 84, 92, 99, 107, 114, 122, 130, 138),  # 60 % to 69 %
    *(146, 154, 163, 171, 180, 189, 198, 207, 216, 226),  # 70 % to 79 %
    *(236, 246, 257, 268, 279, 291, 303, 316, 329, 345),  # 80 % to 89 %
    *(358, 375, 392, 412, 433, 457, 485, 518, 560, 620),  # 90 % to 99 %
    736,
)


class BelowFloor(Enum):
    """What happens to a rating that drops below the floor."""

    UNRATED = "unrated"
    """The player is unrated and has to earn a first rating again (7.2.1)."""
    HELD = "held"
    """The rating stays at the floor."""


@dataclass(frozen=True)
class EloParameters:
    k_newcomer: int = 40
    newcomer_games: int = 30
    k_standard: int = 20
    k_top: int = 10
    top_rating: int = 2400
    junior_k: bool = True
    """Whether the young have a K of their own; only for players whose year of birth is known."""
    k_junior: int = 40
    junior_age: int = 18
    junior_below: int = 2300
    games_times_k: int | None = 700
    """K is lowered so that K times the games of a period stays within this; None: never."""
    difference_limit: int | None = 400
    """The greatest rating difference that counts; None: no limit."""
    unlimited_from: int | None = None
    """From this rating on a player's differences are not limited. FIDE since 1 October 2025: 2650."""
    first_rating_games: int = 5
    virtual_draws: int = 2
    virtual_rating: int = 1800
    first_rating_maximum: int = 2200
    first_rating_months: int = 26
    """How long a result waits for a first rating."""
    zero_start_ignored: bool = True
    """Whether a newcomer's first event is left out if it brought no points (8.2.1)."""
    unrated_opponents_count: bool = True
    """Whether, for a first rating, an unrated opponent counts as one with the virtual rating. FIDE: no."""
    floor: int = 1400
    below_floor: BelowFloor = BelowFloor.UNRATED
    provisional_games: int = 30
    counting: CountingRules = field(default_factory=CountingRules)
    listing: ListingRules = field(default_factory=ListingRules)

    def __post_init__(self) -> None:
        for name in ("k_newcomer", "k_standard", "k_top", "k_junior"):
            require(1 <= getattr(self, name) <= 200, f"{name} has to lie between 1 and 200.")
        require(
            self.games_times_k is None or self.games_times_k >= 1,
            "The limit for K times the games of a period (games_times_k) has to be at least 1.",
        )
        require(
            self.difference_limit is None or self.difference_limit >= 1,
            "The greatest difference that counts (difference_limit) has to be at least 1.",
        )
        require(self.first_rating_games >= 1, "A first rating needs at least one game (first_rating_games).")
        require(self.virtual_draws >= 0, "The number of virtual draws (virtual_draws) cannot be negative.")
        require(self.first_rating_months >= 1, "Results have to wait at least a month (first_rating_months).")
        require(
            self.floor <= self.first_rating_maximum,
            "The floor (floor) cannot be above the highest first rating (first_rating_maximum).",
        )


def rating_difference(percent: int) -> int:
    """The rating difference for a score in per cent (table 8.1.1)."""
    return _DIFFERENCES[percent - 50] if percent >= 50 else -_DIFFERENCES[50 - percent]


def expected_percent(difference: int) -> int:
    """The expected score for a rating difference, in hundredths of a game (table 8.1.2)."""
    higher = 50 + bisect_right(_STARTS, abs(difference))
    return higher if difference >= 0 else 100 - higher


def round_half_up(numerator: int, denominator: int) -> int:
    """A quotient rounded to the nearest whole number, one half upwards."""
    return (2 * numerator + denominator) // (2 * denominator)


def round_half_away(numerator: int, denominator: int) -> int:
    """A quotient rounded to the nearest whole number, one half away from zero (8.3.4)."""
    size = round_half_up(abs(numerator), denominator)
    return size if numerator >= 0 else -size


class WaitingResult(NamedTuple):
    """A newcomer's game, kept until there are enough for a first rating."""

    game: GameId
    opponent: PlayerId
    opponent_rating: int
    """After the bonus for colour and handicap."""
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
    """The rating difference for the percentage (dp)."""
    rating: int
    """Rounded and limited. Below the floor it is not used."""


def compute_first_rating(results: Sequence[WaitingResult], given: EloParameters) -> FirstRating | None:
    """None if there are too few games."""
    games = len(results)
    if games < given.first_rating_games:
        return None
    half_points = sum(result.half_points for result in results)
    opponents = games + given.virtual_draws
    total = sum(result.opponent_rating for result in results) + given.virtual_draws * given.virtual_rating
    percent = round_half_up(100 * (half_points + given.virtual_draws), 2 * opponents)
    difference = rating_difference(percent)
    rating = round_half_up(total + difference * opponents, opponents)
    return FirstRating(
        games, half_points, total / opponents, percent, difference, min(rating, given.first_rating_maximum)
    )


def results_still_waiting(
    results: Sequence[WaitingResult], months: int, today: date
) -> tuple[WaitingResult, ...]:
    """Without results that are too old; the current month counts as one of the months."""
    return tuple(result for result in results if _month(today) - _month(result.day) < months)


def _month(day: date) -> int:
    return 12 * day.year + day.month
