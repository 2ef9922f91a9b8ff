"""The numbers and switches of FIDE's rating regulations (B.02, effective 1 March 2024), and of an Elo after them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from players.ratings.counting import CountingRules
from players.ratings.errors import require
from players.ratings.system import ListingRules


class BelowFloor(Enum):
    """What becomes of a rating that drops below the floor."""

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
    """A greater difference of ratings counts as this one; None: as it is."""
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
            "The floor (floor) cannot lie above the highest first rating (first_rating_maximum).",
        )
