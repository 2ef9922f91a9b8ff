"""What playing with an express level costs in rating points, estimated from handicap games.

The model is the ratings' own: the chance of a game follows the logistic curve of the difference in points, to which the
difference of the two levels' worths is added. The worths are found by maximum likelihood (Newton's method) with a weak
prior; their standard errors follow from the curvature. docs/ratings.md has the formulas.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log1p, sqrt
from typing import NamedTuple

from players.ratings.errors import RatingError
from players.ratings.glicko2 import SCALE, attenuation

PRIOR_DEVIATION = 400.0
"""Each step from one level to the next is taken to be worth 0 ± 400 points before any game is known."""

_TOLERANCE = 1e-9  # points by which the last step of the search may still move an estimate
_ROUNDING = 1e-12  # by which part of itself a sum over many games may be wrong
_MAX_STEPS = 100  # the target is concave, so a handful suffices; only broken numbers could need more


class HandicapGame(NamedTuple):
    """A game between players with different levels, with their ratings from before the game."""

    first_rating: float
    second_rating: float
    first_level: int
    second_level: int
    first_score: float
    first_deviation: float = 0.0
    second_deviation: float = 0.0


class LevelCosts(NamedTuple):
    """Estimates for the levels 1, 2 … in the order of the levels."""

    steps: tuple[float, ...]
    """How many points each level is worth more than the one below."""
    covariance: tuple[tuple[float, ...], ...]
    """Of the steps."""
    games_with_level: tuple[int, ...]
    """How many handicap games each level was played in."""

    @property
    def highest_level(self) -> int:
        return len(self.steps)

    def worth(self, level: int) -> float:
        """In points, compared with level 0."""
        return sum(self.steps[:level])

    def standard_error(self, level: int) -> float:
        return sqrt(max(sum(sum(row[:level]) for row in self.covariance[:level]), 0.0))

    def games(self, level: int) -> int:
        return self.games_with_level[level - 1] if level else 0


class _Observation(NamedTuple):
    lead: float
    """The first player's lead without handicap, in points."""
    slope: float
    """How strongly the expected score answers to a point."""
    borne: tuple[tuple[int, int], ...]
    """The steps that only one player bears, as index and sign: +1 if it is the second, -1 if it is the first."""
    score: float


class _Evaluation(NamedTuple):
    """The logarithm of likelihood times prior at one place, up to a constant."""

    value: float
    gradient: list[float]
    curvature: list[list[float]]
    """With the sign turned, so that it is positive definite."""


def estimate_level_costs(
    games: Sequence[HandicapGame], *, highest_level: int = 2, first_move_worth: float = 0.0
) -> LevelCosts:
    """The worths of the levels up to the highest. Games without a difference of levels are ignored."""
    handicap_games = [game for game in games if game.first_level != game.second_level]
    observations = [_observation(game, highest_level, first_move_worth) for game in handicap_games]
    steps = [0.0] * highest_level
    here = _evaluate(observations, steps)
    for _ in range(_MAX_STEPS):
        covariance = _inverse(here.curvature)
        move = [sum(a * b for a, b in zip(row, here.gradient, strict=True)) for row in covariance]
        if all(abs(part) < _TOLERANCE for part in move):
            break
        while True:  # a full Newton step may overshoot far from the top; half of it, or less, will not
            tried = [step + part for step, part in zip(steps, move, strict=True)]
            there = _evaluate(observations, tried)
            if there.value >= here.value - _ROUNDING * abs(here.value) or all(
                abs(part) < _TOLERANCE for part in move
            ):
                break
            move = [part / 2 for part in move]
        steps, here = tried, there
    return LevelCosts(
        tuple(steps),
        tuple(tuple(row) for row in _inverse(here.curvature)),
        tuple(
            sum(level in (game.first_level, game.second_level) for game in handicap_games)
            for level in range(1, highest_level + 1)
        ),
    )


def _observation(game: HandicapGame, highest_level: int, first_move_worth: float) -> _Observation:
    low, high = sorted((game.first_level, game.second_level))
    if low < 0 or high > highest_level:
        raise RatingError(
            f"A handicap game has the express levels {game.first_level} and {game.second_level}; "
            f"estimated are the levels from 0 to {highest_level}."
        )
    spread = sqrt(game.first_deviation**2 + game.second_deviation**2) / SCALE
    sign = 1 if game.second_level == high else -1
    return _Observation(
        game.first_rating - game.second_rating + first_move_worth,
        attenuation(spread) / SCALE,
        tuple((step, sign) for step in range(low, high)),
        game.first_score,
    )


def _evaluate(observations: Sequence[_Observation], steps: Sequence[float]) -> _Evaluation:
    """A draw is half a win and half a loss."""
    precision = 1.0 / PRIOR_DEVIATION**2
    size = len(steps)
    value = -precision * sum(step * step for step in steps) / 2
    gradient = [-precision * step for step in steps]
    curvature = [[precision if row == column else 0.0 for column in range(size)] for row in range(size)]
    for lead, slope, borne, score in observations:
        logit = slope * (lead + sum(sign * steps[index] for index, sign in borne))
        small = exp(-abs(logit))
        expected = 1.0 / (1.0 + small) if logit >= 0 else small / (1.0 + small)
        value += score * logit - max(logit, 0.0) - log1p(small)
        pull = slope * (score - expected)
        weight = slope * slope * expected * (1.0 - expected)
        for index, sign in borne:
            gradient[index] += sign * pull
            row = curvature[index]
            for other, _ in borne:  # all steps between two levels have the same sign
                row[other] += weight
    return _Evaluation(value, gradient, curvature)


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Of a small positive definite matrix, by Gauss and Jordan; no pivoting is needed for those."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i, pivot_row in enumerate(rows):
        rows[i] = pivot_row = [value / pivot_row[i] for value in pivot_row]
        for j in range(size):
            if j != i:
                factor = rows[j][i]
                rows[j] = [value - factor * top for value, top in zip(rows[j], pivot_row, strict=True)]
    return [row[size:] for row in rows]
