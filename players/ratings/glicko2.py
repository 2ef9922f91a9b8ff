"""Glicko-2: a rating, its deviation, and the volatility of its owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from functools import partial
from math import exp, log, pi, sqrt
from typing import ClassVar, NamedTuple

from players.ratings.counting import CountedGame, CountingRules
from players.ratings.errors import require
from players.ratings.periods import GameId, Moment, PlayerId
from players.ratings.system import GameEffect, LedgerEntry, ListingRules, RatedGames

SCALE = 173.7178
"""Points of the shown scale in one unit of the internal scale."""

STARTING_DEVIATION = 200.0
"""Of a rating from elsewhere: another list, other opponents, another scale."""

_THREE_OVER_PI_SQUARED = 3.0 / (pi * pi)
_MIN_INFORMATION = 1e-16  # what a game of hopelessly unequal players still tells; keeps the variance finite


def attenuation(phi: float) -> float:
    """g(φ), step 3: how much a result against an opponent with this deviation tells."""
    return 1.0 / sqrt(1.0 + _THREE_OVER_PI_SQUARED * phi * phi)


def new_volatility(
    phi: float, sigma: float, variance: float, improvement: float, tau: float, tolerance: float
) -> float:
    """σ′, step 5: the root of f, found by regula falsi with the Illinois modification."""
    spread = phi * phi + variance
    surplus = improvement * improvement - spread
    sigma_squared = sigma * sigma
    a = log(sigma_squared)
    pull = 1.0 / (tau * tau)

    def f(x: float) -> float:
        ex = exp(x)
        width = spread + ex
        return ex * (surplus - ex) / (2.0 * width * width) - pull * (x - a)

    # Glickman's A and B: the root lies between them; `latest` is the newer estimate, on either side of it.
    kept = a
    f_kept = sigma_squared * (surplus - sigma_squared) / (2.0 * (spread + sigma_squared) ** 2)
    latest = log(surplus) if surplus > 0.0 else a - tau
    f_latest = f(latest)
    while surplus <= 0.0 and f_latest < 0.0:
        latest -= tau
        f_latest = f(latest)
    while not -tolerance <= latest - kept <= tolerance:
        between = kept + (kept - latest) * f_kept / (f_latest - f_kept)
        f_between = f(between)
        if f_between * f_latest <= 0.0:
            kept, f_kept = latest, f_latest
        else:
            f_kept *= 0.5
        latest, f_latest = between, f_between
    return exp(0.5 * kept)


class Clock(Enum):
    """What makes deviations grow."""

    DAYS = "days"
    """Time: `days_per_period` days are one unit, so that periods may differ in length."""
    PERIODS = "periods"
    """Every period of the pool is one unit, as in Glickman's paper; for pools with periods of equal length."""


@dataclass(frozen=True)
class Glicko2Parameters:
    initial_rating: float = 1500.0
    initial_deviation: float = 350.0
    initial_volatility: float = 0.06
    tau: float = 0.5
    """How fast volatilities may change; Glickman: 0.3 to 1.2."""
    tolerance: float = 1e-6
    """Where the search for a volatility stops (Glickman's ε)."""
    clock: Clock = Clock.DAYS
    days_per_period: float = 30.0
    maximum_deviation: float = 350.0
    minimum_deviation: float = 0.0
    provisional_deviation: float = 110.0
    counting: CountingRules = field(default_factory=CountingRules)
    listing: ListingRules = field(default_factory=ListingRules)

    def __post_init__(self) -> None:
        require(0 < self.tau <= 3, "Tau has to be above 0 and at most 3; Glickman advises 0.3 to 1.2.")
        require(0 < self.tolerance <= 1e-3, "The tolerance has to be above 0 and at most 0.001.")
        require(0 < self.initial_volatility <= 1, "The initial volatility has to be above 0 and at most 1.")
        require(
            0 <= self.minimum_deviation < self.initial_deviation <= self.maximum_deviation,
            "Deviations have to be in this order: minimum, initial, maximum.",
        )
        require(
            self.days_per_period > 0,
            "The days that count as one period (days_per_period) have to be above 0.",
        )
        require(
            self.provisional_deviation > 0,
            "The deviation above which a rating is provisional has to be above 0.",
        )
        require(
            abs(self.initial_rating) <= 100_000, "The initial rating has to be between -100000 and 100000."
        )


class Glicko2State(NamedTuple):
    rating: float
    deviation: float
    volatility: float
    games: int
    as_of: Moment
    """The moment for which the deviation holds."""
    active_on: date | None


class Glicko2Steps(NamedTuple):
    """The intermediate results of Glickman's calculation, on his internal scale."""

    variance: float
    """v: the variance of the rating estimated from the games alone."""
    improvement: float
    """Δ: the change of the rating estimated from the games alone."""
    elapsed: float
    """The time that the period added to the uncertainty, in units of the clock."""


_Side = tuple[GameId, PlayerId, float, float]
"""A game from one player's side: its id, the opponent, the score, the bonus. A bare tuple because there are many."""

_Opponent = tuple[float, float, float]
"""Rating, deviation and attenuation at the opening of the period."""

_effect = partial(tuple.__new__, GameEffect)
"""Like `GameEffect(…)`, without a call of Python's for each game."""


@dataclass(frozen=True)
class Glicko2:
    parameters: Glicko2Parameters = field(default_factory=Glicko2Parameters)

    name: ClassVar[str] = "glicko-2"
    version: ClassVar[int] = 1
    state_type: ClassVar[type[Glicko2State]] = Glicko2State

    def newcomer(self, moment: Moment) -> Glicko2State:
        given = self.parameters
        return Glicko2State(
            given.initial_rating, given.initial_deviation, given.initial_volatility, 0, moment, None
        )

    def started(self, rating: int, moment: Moment) -> Glicko2State:
        """Known better than a newcomer, but not well enough to be relied on."""
        given = self.parameters
        deviation = min(given.initial_deviation, max(STARTING_DEVIATION, 1.5 * given.provisional_deviation))
        return Glicko2State(float(rating), deviation, given.initial_volatility, 0, moment, moment.day)

    def aged(self, state: Glicko2State, moment: Moment) -> Glicko2State:
        elapsed = self._elapsed(state.as_of, moment)
        if elapsed <= 0.0:
            return state
        growth = state.volatility * SCALE
        deviation = sqrt(state.deviation * state.deviation + elapsed * growth * growth)
        return Glicko2State(
            state.rating,
            min(deviation, self.parameters.maximum_deviation),
            state.volatility,
            state.games,
            moment,
            state.active_on,
        )

    def marked_active(self, state: Glicko2State, day: date) -> Glicko2State:
        return state._replace(active_on=day)

    def provisional(self, state: Glicko2State) -> bool:
        return state.deviation > self.parameters.provisional_deviation

    def rate(
        self,
        games: Sequence[CountedGame],
        states: Mapping[PlayerId, Glicko2State],
        opens: Moment,
        closes: Moment,
        birth_years: Mapping[PlayerId, int],
    ) -> RatedGames[Glicko2State]:
        sides = _sides(games)
        before = {player: self._at_opening(states.get(player), opens) for player in sides}
        opponents = {
            player: (state.rating, state.deviation, attenuation(state.deviation / SCALE))
            for player, state in before.items()
        }
        return RatedGames(
            [
                self._entry(player, sides[player], before[player], opponents, closes)
                for player in sorted(sides)
            ],
            [],
        )

    def _at_opening(self, known: Glicko2State | None, opens: Moment) -> Glicko2State:
        return self.newcomer(opens) if known is None else self.aged(known, opens)

    def _entry(
        self,
        player: PlayerId,
        sides: list[_Side],
        before: Glicko2State,
        opponents: Mapping[PlayerId, _Opponent],
        closes: Moment,
    ) -> LedgerEntry[Glicko2State]:
        given = self.parameters
        rating, deviation, sigma, games, as_of, _ = before
        information = gain = 0.0
        expectations: list[float] = []
        for _, opponent, score, bonus in sides:
            opponent_rating, _, g = opponents[opponent]
            expected = 1.0 / (1.0 + exp(g * (opponent_rating - rating - bonus) / SCALE))
            information += g * g * expected * (1.0 - expected)
            gain += g * (score - expected)
            expectations.append(expected)
        phi = deviation / SCALE
        variance = 1.0 / (information or _MIN_INFORMATION)
        improvement = variance * gain
        volatility = new_volatility(phi, sigma, variance, improvement, given.tau, given.tolerance)
        elapsed = self._elapsed(as_of, closes)
        spread_squared = phi * phi + elapsed * volatility * volatility  # φ*², step 6
        phi_squared = 1.0 / (1.0 / spread_squared + information)  # φ′², step 7
        worth = SCALE * phi_squared
        after = Glicko2State(
            rating + worth * gain,
            self._limited(SCALE * sqrt(phi_squared)),
            volatility,
            games + len(sides),
            closes,
            closes.day,
        )
        effects = []
        for (game, opponent, score, bonus), expected in zip(sides, expectations, strict=True):
            opponent_rating, opponent_deviation, g = opponents[opponent]
            change = worth * g * (score - expected)
            effects.append(
                _effect((game, opponent, opponent_rating, opponent_deviation, bonus, expected, score, change))
            )
        steps = Glicko2Steps(variance, improvement, elapsed)
        return LedgerEntry(player, before, after, tuple(effects), steps)

    def _limited(self, deviation: float) -> float:
        given = self.parameters
        if deviation > given.maximum_deviation:
            return given.maximum_deviation
        return deviation if deviation > given.minimum_deviation else given.minimum_deviation

    def _elapsed(self, since: Moment, until: Moment) -> float:
        """In periods; never negative, so that overlapping events do not count the same days twice."""
        given = self.parameters
        if given.clock is Clock.PERIODS:
            return max(until.periods - since.periods, 0)
        days = (until.day - since.day).days
        return days / given.days_per_period if days > 0 else 0.0


def _sides(games: Sequence[CountedGame]) -> dict[PlayerId, list[_Side]]:
    """Every player's games, seen from the player's side."""
    sides: dict[PlayerId, list[_Side]] = {}
    for id_, first, second, first_score, second_score, bonus in games:
        one, other = (id_, second, first_score, bonus), (id_, first, second_score, -bonus)
        if first in sides:
            sides[first].append(one)
        else:
            sides[first] = [one]
        if second in sides:
            sides[second].append(other)
        else:
            sides[second] = [other]
    return sides
