"""Koya system (KS): the points against opponents who scored at least half of what was possible, or another share."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from tournaments.pairing.messages import Message
from tournaments.standings.explanation import Contribution, Explanation
from tournaments.standings.scorebook import Scorebook, Sheet
from tournaments.standings.tie_break import Groups, TieBreak


class Limit(NamedTuple):
    """From which score on an opponent counts: a share of what was possible, and so many half points more."""

    percent: int = 50
    half_points: int = 0

    @property
    def suffix(self) -> str:
        """``-L60`` for 60 per cent, ``-L+1`` for half a point more than one half."""
        if self.half_points:
            return f"-L{self.half_points:+d}"
        return "" if self.percent == HALF.percent else f"-L{self.percent}"

    @property
    def words(self) -> str:
        if self.half_points:
            return f", limit 50 % {'+' if self.half_points > 0 else '−'} {abs(self.half_points) / 2:g}"
        return "" if self.percent == HALF.percent else f", limit {self.percent} %"

    def score(self, book: Scorebook) -> Fraction:
        """In the event's unit."""
        return Fraction(self.percent * _maximum(book), 100) + Fraction(self.half_points * book.system.unit, 2)


HALF = Limit()


class Koya(TieBreak):
    """Meant for round robins. Points by forfeit count against the opponent of the pairing."""

    def __init__(self, limit: Limit = HALF) -> None:
        self.limit = limit
        self.code = f"KS{limit.suffix}"
        self.name = f"Koya system{limit.words}"
        self.article = "9.2" if limit == HALF else "9.2 with 14.5"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        strong = self._strong(book)
        return {
            number: sum(sheet.kinds[index].points for index in _rounds_against(sheet, strong))
            for number, sheet in book.sheets.items()
        }

    def scale(self, book: Scorebook) -> int:
        return book.system.unit

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        sheet = book.sheets[number]
        text = book.system.text
        contributions = [
            Contribution(
                index + 1,
                sheet.entries[index].opponent,
                sheet.kinds[index].points,
                Message(
                    "%(points)s against %(opponent)d, who has %(score)s",
                    points=text(sheet.kinds[index].points),
                    opponent=sheet.entries[index].opponent or 0,
                    score=text(book.sheets[sheet.entries[index].opponent or 0].points),
                ),
            )
            for index in _rounds_against(sheet, self._strong(book))
        ]
        maximum = text(_maximum(book))
        summary = (
            Message(
                "The most one could score is %(points)s; opponents with half of it count.", points=maximum
            )
            if self.limit == HALF
            else Message(
                "The most one could score is %(points)s; opponents with %(limit)s points count.",
                points=maximum,
                limit=f"{self.limit.score(book) / book.system.unit:g}",
            )
        )
        value = sum(each.value for each in contributions)
        return self._explanation(book, number, value, contributions, summary)

    def _strong(self, book: Scorebook) -> frozenset[int]:
        limit = self.limit.score(book)
        return frozenset(number for number, sheet in book.sheets.items() if sheet.points >= limit)


def _maximum(book: Scorebook) -> int:
    """A win in every round; in a round robin of an odd number, everyone is free once in a cycle."""
    games = book.rounds
    players = len(book.sheets)
    if book.round_robin and players % 2:
        games -= book.rounds // players
    return book.system.win * games


def _rounds_against(sheet: Sheet, opponents: frozenset[int]) -> list[int]:
    return [index for index, entry in enumerate(sheet.entries) if entry.opponent in opponents]
