"""Performances: of a player (TPR, PTP) and, on average, of the opponents (APRO, APPO); articles 10.2 to 10.5.

A player without a game against a rated opponent has no performance: the table shows 0, averages leave it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from players.ratings.fide_rules import expected_percent, rating_difference, round_half_up
from tournaments.pairing.messages import Message
from tournaments.standings.explanation import Contribution, Explanation
from tournaments.standings.opponents_ratings import (
    RatedGame,
    rated_games,
    rating_contributions,
    score_percent,
)
from tournaments.standings.scorebook import Scorebook
from tournaments.standings.tie_break import Groups, TieBreak

# A score of nothing stands for this much less than the weakest opponent (10.3.2).
_WITHOUT_POINTS = 800
# From this difference on the stronger player is expected to win every game (table 8.1.2).
_CERTAIN = 736


def performance(games: list[RatedGame]) -> int | None:
    """The average rating of the opponents and the difference that the score stands for (10.2)."""
    if not games:
        return None
    average = round_half_up(sum(game.rating for game in games), len(games))
    return average + rating_difference(score_percent(games))


def perfect_performance(games: list[RatedGame]) -> int | None:
    """The lowest rating of which the score was to be expected; no difference is cut at 400 (10.3)."""
    if not games:
        return None
    score = 50 * sum(game.doubled_score for game in games)
    ratings = [game.rating for game in games]
    if not score:
        return min(ratings) - _WITHOUT_POINTS
    low, high = min(ratings) - _CERTAIN, max(ratings) + _CERTAIN
    while low < high:
        middle = (low + high) // 2
        if sum(expected_percent(middle - rating) for rating in ratings) >= score:
            high = middle
        else:
            low = middle + 1
    return high


class PerformanceRating(TieBreak):
    """TPR: the average rating of the opponents and the difference that the score against them stands for."""

    code = "TPR"
    name = "Tournament performance rating"
    article = "10.2"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        return {number: performance(rated_games(book, number)) or 0 for number in book.sheets}

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        games = rated_games(book, number)
        contributions = rating_contributions(games, {})
        if not games:
            return self._explanation(book, number, 0, contributions, Message("No rated opponent counts."))
        average = round_half_up(sum(game.rating for game in games), len(games))
        percent = score_percent(games)
        difference = rating_difference(percent)
        score = sum(game.doubled_score for game in games) / 2
        summary = Message(
            "%(score)s of %(games)d are %(percent)d %%, which stands for %(difference)s: average %(average)d "
            "%(difference)s = %(performance)d.",
            score=f"{score:g}",
            games=len(games),
            percent=percent,
            difference=f"{difference:+d}",
            average=average,
            performance=average + difference,
        )
        return self._explanation(book, number, average + difference, contributions, summary)


class PerfectPerformance(TieBreak):
    code = "PTP"
    name = "Perfect tournament performance"
    article = "10.3"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        return {number: perfect_performance(rated_games(book, number)) or 0 for number in book.sheets}

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        games = rated_games(book, number)
        value = perfect_performance(games)
        score = sum(game.doubled_score for game in games) / 2
        if value is None:
            summary = Message("No rated opponent counts.")
        elif not score:
            summary = Message(
                "Without a point it is %(number)d less than the weakest opponent's rating.",
                number=_WITHOUT_POINTS,
            )
        else:
            summary = Message(
                "%(rating)d is the lowest rating of which %(score)s of %(games)d were to be expected.",
                rating=value,
                score=f"{score:g}",
                games=len(games),
            )
        return self._explanation(book, number, value or 0, rating_contributions(games, {}), summary)


class OpponentsPerformance(TieBreak):
    """The average of the performances of those met over the board, one half upwards."""

    def __init__(self, *, perfect: bool = False) -> None:
        self._performance: Callable[[list[RatedGame]], int | None]
        if perfect:
            self._performance = perfect_performance
            self.code, self.article = "APPO", "10.5"
            self.name = "Average perfect performance of opponents"
        else:
            self._performance = performance
            self.code, self.article = "APRO", "10.4"
            self.name = "Average performance rating of opponents"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        theirs = {number: self._performance(rated_games(book, number)) for number in book.sheets}
        return {
            number: _average([theirs[opponent] for _, opponent in book.opponents_met(number)])
            for number in book.sheets
        }

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        contributions = [
            Contribution(
                index,
                opponent,
                theirs,
                Message("%(opponent)d performed at %(rating)d", opponent=opponent, rating=theirs),
            )
            for index, opponent in book.opponents_met(number)
            if (theirs := self._performance(rated_games(book, opponent))) is not None
        ]
        summary = (
            Message("The average of %(number)d values.", number=len(contributions))
            if contributions
            else Message("No rated opponent counts.")
        )
        value = _average([each.value for each in contributions])
        return self._explanation(book, number, value, contributions, summary)


def _average(performances: list[int | None]) -> int:
    known = [each for each in performances if each is not None]
    return round_half_up(sum(known), len(known)) if known else 0
