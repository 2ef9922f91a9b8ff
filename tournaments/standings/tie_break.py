"""What a tie-break is: a code, a name, its article in C.07, a value for everyone and an explanation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from tournaments.standings.explanation import Contribution, Explanation
from tournaments.standings.scorebook import Scorebook

Groups = Sequence[Sequence[int]]
"""Players still tied when a tie-break is reached, group by group."""


class TieBreak(ABC):
    """One tie-break. Values are integers."""

    code: str
    name: str
    article: str
    among_the_tied = False
    """Whether the value depends on who is still tied (type A of C.07)."""

    lower_is_better = False

    for_round_robins = True
    """Whether C.07 allows it in round robins."""

    @abstractmethod
    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        """Everyone's value, by number."""

    @abstractmethod
    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        """How one player's value came about."""

    def scale(self, book: Scorebook) -> int:
        """How many of the value's units make one on paper."""
        return 1

    def _explanation(
        self,
        book: Scorebook,
        number: int,
        value: int,
        contributions: Sequence[Contribution],
        summary: str = "",
    ) -> Explanation:
        return Explanation(
            code=self.code,
            name=self.name,
            article=self.article,
            number=number,
            value=value,
            scale=self.scale(book),
            contributions=tuple(contributions),
            summary=summary,
        )
