"""Sonneborn-Berger (SB): each opponent's score times the points scored against that opponent."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.pairing.messages import Message
from tournaments.standings.cuts import NO_CUTS, Modifier, cuts
from tournaments.standings.explanation import Contribution, Explanation, amount
from tournaments.standings.scorebook import Faced, Scorebook
from tournaments.standings.tie_break import Groups, TieBreak
from tournaments.standings.unplayed_rounds import score_met


class SonnebornBerger(TieBreak):
    def __init__(self, modifier: Modifier = NO_CUTS) -> None:
        self.modifier = modifier
        self.code = f"SB{modifier.suffix}"
        self.name = f"Sonneborn-Berger{modifier.words}"
        self.article = f"9.1{modifier.article}"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        values = {}
        for number, faced in book.faced.items():
            products = self._products(book, number, faced)
            value = sum(products)
            if self.modifier.lowest:
                gone = cuts(self.modifier, faced.scores, products, faced.voluntary)
                value -= sum(products[position] for position in gone)
            values[number] = value
        return values

    def scale(self, book: Scorebook) -> int:
        """Points times points: quarters where points are halves."""
        return book.system.unit**2

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        sheet = book.sheets[number]
        faced = book.faced[number]
        products = self._products(book, number, faced)
        gone = cuts(self.modifier, faced.scores, products, faced.voluntary)
        text, scale = book.system.text, self.scale(book)
        contributions = [
            Contribution(
                index + 1,
                sheet.entries[index].opponent,
                products[position],
                Message(
                    "%(met)s; %(score)s × %(points)s = %(product)s",
                    met=score_met(book, number, index),
                    score=text(faced.scores[position]),
                    points=text(sheet.kinds[index].points),
                    product=amount(products[position], scale),
                ),
                gone.get(position),
            )
            for position, index in enumerate(faced.rounds)
        ]
        value = sum(each.value for each in contributions if each.cut is None)
        return self._explanation(book, number, value, contributions)

    @staticmethod
    def _products(book: Scorebook, number: int, faced: Faced) -> list[int]:
        kinds = book.sheets[number].kinds
        return [score * kinds[index].points for index, score in zip(faced.rounds, faced.scores, strict=True)]
