"""The handicap adviser: which express levels make a game of two players even, and how sure that is."""

from __future__ import annotations

from enum import Enum
from math import erf, exp, log, sqrt
from typing import NamedTuple

from players.ratings.glicko2 import SCALE, attenuation
from players.ratings.level_costs import LevelCosts

MIN_GAMES = 20
"""With fewer handicap games at a level there is no advice."""
MAX_ERROR = 100.0
"""Nor with a greater standard error of its worth in points, however many games there are."""
EVEN_SCORES = (0.4, 0.6)
"""Between these expected scores a game is called even."""

_TWO_SIDED_95 = 1.959963984540054


class Opponent(NamedTuple):
    """One of the two players."""

    rating: float
    deviation: float = 0.0


class HandicapOption(NamedTuple):
    """A choice of levels, seen from the first of the two."""

    level: int
    opponent_level: int
    expected: float
    """The expected score, averaged over the uncertainty."""
    low: float
    high: float
    """The 95 % interval of the true expectation."""
    chance_of_even: float
    """The probability that the true expectation is within EVEN."""
    games: int
    """Handicap games known with the level; 0 for the game without handicap, which needs none."""
    reliable: bool

    @property
    def even(self) -> bool:
        return EVEN_SCORES[0] <= self.expected <= EVEN_SCORES[1]


class HandicapVerdict(Enum):
    EVEN_WITHOUT = "The game is even without a handicap."
    EVEN_WITH = "With these levels the game is even."
    NOT_ENOUGH = "No level makes the game even; this choice comes nearest."
    TOO_FEW_GAMES = "Too few handicap games are known to say which levels would make the game even."


class HandicapAdvice(NamedTuple):
    verdict: HandicapVerdict
    best: HandicapOption
    """The reliable choice that comes nearest to an even game."""
    options: tuple[HandicapOption, ...]
    """All choices, from no handicap to the highest level for the favourite."""


def advise_handicap(one: Opponent, other: Opponent, worths: LevelCosts) -> HandicapAdvice:
    """The weaker player plays without a level; the favourite takes on as much as evens the game."""
    first_is_favourite = one.rating >= other.rating
    options = tuple(
        _option(one, other, worths, level, first_is_favourite) for level in range(worths.highest_level + 1)
    )
    best = min((option for option in options if option.reliable), key=_unevenness)
    return HandicapAdvice(_verdict(options, best), best, options)


def _option(
    one: Opponent, other: Opponent, worths: LevelCosts, level: int, first_is_favourite: bool
) -> HandicapOption:
    relief = -worths.worth(level) if first_is_favourite else worths.worth(level)
    lead = one.rating - other.rating + relief
    error = worths.standard_error(level)
    spread = sqrt(one.deviation**2 + other.deviation**2 + error**2)
    return HandicapOption(
        level=level if first_is_favourite else 0,
        opponent_level=0 if first_is_favourite else level,
        expected=_score(attenuation(spread / SCALE) * lead),
        low=_score(lead - _TWO_SIDED_95 * spread),
        high=_score(lead + _TWO_SIDED_95 * spread),
        chance_of_even=_chance_of_even(lead, spread),
        games=worths.games(level),
        reliable=level == 0 or (worths.games(level) >= MIN_GAMES and error <= MAX_ERROR),
    )


def _verdict(options: tuple[HandicapOption, ...], best: HandicapOption) -> HandicapVerdict:
    if best.even:
        return HandicapVerdict.EVEN_WITHOUT if best is options[0] else HandicapVerdict.EVEN_WITH
    return (
        HandicapVerdict.NOT_ENOUGH
        if all(option.reliable for option in options)
        else HandicapVerdict.TOO_FEW_GAMES
    )


def _unevenness(option: HandicapOption) -> float:
    return abs(option.expected - 0.5)


def _score(lead: float) -> float:
    return 1.0 / (1.0 + exp(-lead / SCALE))


def _chance_of_even(lead: float, spread: float) -> float:
    margin = SCALE * log(EVEN_SCORES[1] / EVEN_SCORES[0])
    if spread == 0.0:
        return float(abs(lead) <= margin)
    return _normal((margin - lead) / spread) - _normal((-margin - lead) / spread)


def _normal(z: float) -> float:
    return 0.5 * (1.0 + erf(z / sqrt(2.0)))
