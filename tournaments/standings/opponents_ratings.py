"""Ratings of the opponents (article 10): their average (ARO), and what a performance is made of.

Only games played over the board count, in a round robin too (15.2). Article 10 wants the regulations to say
what an unrated opponent counts as; where they do not, unrated opponents are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from players.ratings.fide_rules import round_half_up
from tournaments.pairing.messages import Message
from tournaments.pairing.tournament import Outcome
from tournaments.standings.cuts import NO_CUTS, Modifier, cuts
from tournaments.standings.explanation import Contribution, Cut, Explanation
from tournaments.standings.scorebook import Scorebook
from tournaments.standings.tie_break import Groups, TieBreak

# Twice the score of a game in the rating system's own points, which know no 3–1–0.
_DOUBLED_SCORE = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}


class RatedGame(NamedTuple):
    round: int
    opponent: int
    rating: int
    doubled_score: int


class AverageRating(TieBreak):
    """ARO, rounded to the nearest whole number, one half upwards; 0 without a rated opponent."""

    def __init__(self, modifier: Modifier = NO_CUTS) -> None:
        self.modifier = modifier
        self.code = f"ARO{modifier.suffix}"
        self.name = f"Average rating of opponents{modifier.words}"
        self.article = f"10.1{modifier.article}"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        return {number: self._average(rated_games(book, number)) for number in book.sheets}

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        games = rated_games(book, number)
        gone = self._cuts(games)
        contributions = rating_contributions(games, gone)
        counted = len(games) - len(gone)
        summary = (
            Message("The average of %(number)d ratings.", number=counted)
            if counted
            else Message("No rated opponent counts.")
        )
        return self._explanation(book, number, self._average(games), contributions, summary)

    def _cuts(self, games: list[RatedGame]) -> dict[int, Cut]:
        ratings = [game.rating for game in games]
        return cuts(self.modifier, ratings, ratings, ())

    def _average(self, games: list[RatedGame]) -> int:
        ratings = [game.rating for game in games]
        if self.modifier.lowest:
            lowest, highest = self.modifier
            ratings = sorted(ratings)[lowest : max(lowest, len(ratings) - highest)]
        return round_half_up(sum(ratings), len(ratings)) if ratings else 0


def score_percent(games: list[RatedGame]) -> int:
    return round_half_up(100 * sum(game.doubled_score for game in games), 2 * len(games))


def rated_games(book: Scorebook, number: int) -> list[RatedGame]:
    """The games over the board against opponents with a rating."""
    sheet = book.sheets[number]
    ratings = book.ratings
    return [
        RatedGame(index, entry.opponent, ratings[entry.opponent], _DOUBLED_SCORE[kind.outcome])
        for index, (entry, kind) in enumerate(zip(sheet.entries, sheet.kinds, strict=True), start=1)
        if kind.over_the_board and entry.opponent is not None and entry.opponent in ratings
    ]


def rating_contributions(games: list[RatedGame], gone: Mapping[int, Cut]) -> list[Contribution]:
    return [
        Contribution(
            game.round,
            game.opponent,
            game.rating,
            Message("%(opponent)d is rated %(rating)d", opponent=game.opponent, rating=game.rating),
            gone.get(position),
        )
        for position, game in enumerate(games)
    ]
