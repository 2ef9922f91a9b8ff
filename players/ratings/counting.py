"""Which games count, and with which bonus: the settings of a pool."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from players.ratings.errors import require
from players.ratings.periods import Game, GameId, Period, PlayerId, Result


class HandicapRule(Enum):
    """How a game with different express levels counts."""

    IGNORE = "ignore"
    COUNT = "count"
    """Like any other game, as if the handicap were worth nothing."""
    ADJUST = "adjust"
    """With the handicap's worth in rating points, see `CountingRules.level_worth`."""


@dataclass(frozen=True)
class CountingRules:
    """The settings of a pool. docs/ratings.md gives the reasons for the defaults."""

    count_forfeits: bool = False
    count_double_losses: bool = True
    count_unrated: bool = False
    byes_keep_active: bool = False
    handicap_games: HandicapRule = HandicapRule.IGNORE
    level_worth: tuple[float, ...] = ()
    """How many rating points playing with express level 1, level 2 … costs; for HandicapRule.ADJUST."""
    first_move_worth: float = 0.0
    """How many rating points having the first move is worth."""

    def __post_init__(self) -> None:
        require(
            all(0 <= worth <= 2000 for worth in self.level_worth),
            "The worth of each express level (level_worth) has to be between 0 and 2000 points.",
        )
        require(
            bool(self.level_worth) or self.handicap_games is not HandicapRule.ADJUST,
            "To adjust for handicaps (handicap_games), say what each express level is worth (level_worth).",
        )
        require(
            abs(self.first_move_worth) <= 500,
            "The worth of the first move (first_move_worth) has to be between -500 and 500 points.",
        )

    def worth_of_level(self, level: int) -> float | None:
        """In rating points; None if the pool has set no worth for the level."""
        if level == 0:
            return 0.0
        return self.level_worth[level - 1] if level <= len(self.level_worth) else None


class Reason(Enum):
    """Why a game was left out."""

    FORFEIT = "forfeit"
    DOUBLE_LOSS = "both players lost by decision"
    UNRATED = "not rated"
    HANDICAP = "handicap game"
    LEVEL_WITHOUT_WORTH = "no worth is set for the express level"
    OPPONENT_UNRATED = "the opponent has no rating"
    ZERO_START = "no points in the first event"


class Uncounted(NamedTuple):
    """A game that was left out; for one player only, or (None) for both."""

    game: GameId
    reason: Reason
    player: PlayerId | None = None


class CountedGame(NamedTuple):
    """A game as the rating systems see it."""

    id: GameId
    first: PlayerId
    second: PlayerId
    first_score: float
    second_score: float
    first_bonus: float
    """Rating points by which the first player was better off than the ratings say: colour and handicap."""


def counted_games(period: Period, rules: CountingRules) -> tuple[list[CountedGame], list[Uncounted]]:
    """The period's games that count, and the others with the reason."""
    counted: list[CountedGame] = []
    uncounted: list[Uncounted] = []
    for game in period.games:
        reason = _objection(game, rules)
        if reason is not None:
            uncounted.append(Uncounted(game.id, reason))
            continue
        bonus = rules.first_move_worth
        if game.first_level != game.second_level:
            bonus += _handicap_bonus(game, rules)
        result = game.result
        counted.append(
            CountedGame(game.id, game.first, game.second, result.first_score, result.second_score, bonus)
        )
    return counted, uncounted


def _objection(game: Game, rules: CountingRules) -> Reason | None:
    if not game.rated and not rules.count_unrated:
        return Reason.UNRATED
    if not game.result.played and not rules.count_forfeits:
        return Reason.FORFEIT
    if game.result is Result.BOTH_LOSE and not rules.count_double_losses:
        return Reason.DOUBLE_LOSS
    if game.first_level != game.second_level:
        if rules.handicap_games is HandicapRule.IGNORE:
            return Reason.HANDICAP
        worths = (rules.worth_of_level(game.first_level), rules.worth_of_level(game.second_level))
        if rules.handicap_games is HandicapRule.ADJUST and None in worths:
            return Reason.LEVEL_WITHOUT_WORTH
    return None


def _handicap_bonus(game: Game, rules: CountingRules) -> float:
    if rules.handicap_games is not HandicapRule.ADJUST:
        return 0.0
    first, second = rules.worth_of_level(game.first_level), rules.worth_of_level(game.second_level)
    return (second or 0.0) - (first or 0.0)
