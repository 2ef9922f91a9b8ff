"""Sonneborn-Berger (SB): each opponent's score times the points scored against that opponent."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.pairing.messages import Message
from tournaments.standings.explanation import Contribution, Explanation, amount, write_fraction
from tournaments.standings.options import NO_OPTIONS, Options
from tournaments.standings.scorebook import Faced, Scorebook
from tournaments.standings.tie_break import Groups, TieBreak
from tournaments.standings.unplayed_rounds import score_met


class SonnebornBerger(TieBreak):
    def __init__(self, options: Options = NO_OPTIONS) -> None:
        self.options = options
        self.code = f"SB{options.suffix}"
        self.name = f"Sonneborn-Berger{options.words}"
        self.article = f"9.1{options.article}"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        values = {}
        for number, faced in book.faced_with(self.options.unplayed).items():
            products = _products(faced)
            value = sum(products)
            if self.options.cut.lowest:
                gone = self.options.cuts(faced, products)
                value -= sum(products[position] for position in gone)
            values[number] = value
        return values

    def scale(self, book: Scorebook) -> int:
        """Points times points: quarters where points are halves."""
        return book.system.unit**2

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        sheet = book.sheets[number]
        faced = self.options.faced(book, number)
        products = _products(faced)
        gone = self.options.cuts(faced, products)
        text, scale = book.system.text, self.scale(book)
        contributions = [
            Contribution(
                index + 1,
                sheet.entries[index].opponent,
                products[position],
                Message(
                    "%(met)s; %(score)s × %(points)s = %(product)s",
                    met=score_met(book, number, index, self.options.unplayed),
                    score=text(faced.scores[position]),
                    points=text(faced.points[position]),
                    product=write_fraction(amount(products[position], scale)),
                ),
                gone.get(position),
            )
            for position, index in enumerate(faced.rounds)
        ]
        value = sum(each.value for each in contributions if each.cut is None)
        return self._explanation(book, number, value, contributions)


def _products(faced: Faced) -> list[int]:
    return [score * points for score, points in zip(faced.scores, faced.points, strict=True)]
