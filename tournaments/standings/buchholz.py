"""Buchholz (BH): the sum of the opponents' scores, with cuts and medians."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.standings.cuts import NO_CUTS, Modifier, cuts
from tournaments.standings.explanation import Contribution, Explanation
from tournaments.standings.scorebook import Scorebook
from tournaments.standings.tie_break import Groups, TieBreak
from tournaments.standings.unplayed_rounds import score_met


class Buchholz(TieBreak):
    for_round_robins = False

    def __init__(self, modifier: Modifier = NO_CUTS) -> None:
        self.modifier = modifier
        self.code = f"BH{modifier.suffix}"
        self.name = f"Buchholz{modifier.words}"
        self.article = f"8.1{modifier.article}"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        lowest, highest = self.modifier
        values = {}
        for number, faced in book.faced.items():
            scores = faced.scores
            if not lowest:
                values[number] = sum(scores)
            elif not faced.voluntary:
                values[number] = sum(sorted(scores)[lowest : max(lowest, len(scores) - highest)])
            else:
                gone = cuts(self.modifier, scores, scores, faced.voluntary)
                values[number] = sum(scores) - sum(scores[position] for position in gone)
        return values

    def scale(self, book: Scorebook) -> int:
        return book.system.unit

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        faced = book.faced[number]
        gone = cuts(self.modifier, faced.scores, faced.scores, faced.voluntary)
        contributions = [
            Contribution(
                index + 1,
                book.sheets[number].entries[index].opponent,
                score,
                score_met(book, number, index),
                gone.get(position),
            )
            for position, (index, score) in enumerate(zip(faced.rounds, faced.scores, strict=True))
        ]
        value = sum(each.value for each in contributions if each.cut is None)
        return self._explanation(book, number, value, contributions)
