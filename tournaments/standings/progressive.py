"""Progressive scores (PS): the sum of the scores after each round; early points count more."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from tournaments.pairing.messages import Message
from tournaments.standings.cuts import NO_CUTS, Modifier
from tournaments.standings.explanation import Contribution, Cut, Explanation
from tournaments.standings.scorebook import Scorebook, Sheet
from tournaments.standings.tie_break import Groups, TieBreak


class Progressive(TieBreak):
    """A cut leaves out the scores after the first rounds (14.1.1)."""

    def __init__(self, modifier: Modifier = NO_CUTS) -> None:
        self.modifier = modifier
        self.code = f"PS{modifier.suffix}"
        self.name = f"Sum of progressive scores{modifier.words}"
        self.article = f"7.5{modifier.article}"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        lowest = self.modifier.lowest
        return {number: sum(_scores(sheet)[lowest:]) for number, sheet in book.sheets.items()}

    def scale(self, book: Scorebook) -> int:
        return book.system.unit

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        contributions = [
            Contribution(
                index,
                None,
                score,
                Message("%(points)s after it", points=book.system.text(score)),
                Cut.LOWEST if index <= self.modifier.lowest else None,
            )
            for index, score in enumerate(_scores(book.sheets[number]), start=1)
        ]
        value = sum(each.value for each in contributions if each.cut is None)
        return self._explanation(book, number, value, contributions)


def _scores(sheet: Sheet) -> list[int]:
    return list(accumulate(kind.points for kind in sheet.kinds))
