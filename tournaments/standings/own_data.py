"""What was known before the first round: the pairing number (TPN) and the rating (RTNG); articles 7.8 and 10.6."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.standings.explanation import Explanation
from tournaments.standings.scorebook import Scorebook
from tournaments.standings.tie_break import Groups, TieBreak


class PairingNumber(TieBreak):
    """The smaller number stands higher, or with /R the larger one."""

    def __init__(self, *, reverse: bool = False) -> None:
        self.lower_is_better = not reverse
        self.code = "TPN-R" if reverse else "TPN"
        self.name = "Tournament pairing number, reversed" if reverse else "Tournament pairing number"
        self.article = "7.8"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        return {number: number for number in book.sheets}

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        return self._explanation(book, number, number, ())


class Rating(TieBreak):
    """The higher rating stands higher, or with /R the lower one; who has none has 0."""

    def __init__(self, *, reverse: bool = False) -> None:
        self.lower_is_better = reverse
        self.code = "RTNG-R" if reverse else "RTNG"
        self.name = "Rating, reversed" if reverse else "Rating"
        self.article = "10.6"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        return {number: book.ratings.get(number, 0) for number in book.sheets}

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        return self._explanation(book, number, book.ratings.get(number, 0), ())
