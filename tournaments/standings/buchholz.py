"""Buchholz (BH): the sum of the opponents' scores; as it stood before the last results (FB); its average (AOB)."""

from __future__ import annotations

from collections.abc import Mapping

from players.ratings.fide_rules import round_half_up
from tournaments.pairing.messages import Message
from tournaments.standings.explanation import Contribution, Explanation, amount
from tournaments.standings.options import NO_OPTIONS, Options
from tournaments.standings.scorebook import Scorebook
from tournaments.standings.tie_break import Groups, TieBreak
from tournaments.standings.unplayed_rounds import score_met

_HUNDREDTHS = 100


class Buchholz(TieBreak):
    for_round_robins = False

    def __init__(self, options: Options = NO_OPTIONS) -> None:
        self.options = options
        self.code = f"BH{options.suffix}"
        self.name = f"Buchholz{options.words}"
        self.article = f"8.1{options.article}"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        lowest, highest = self.options.cut
        values = {}
        for number, faced in book.faced_with(self.options.unplayed).items():
            scores = faced.scores
            if not lowest:
                values[number] = sum(scores)
            elif not faced.voluntary:
                values[number] = sum(sorted(scores)[lowest : max(lowest, len(scores) - highest)])
            else:
                gone = self.options.cuts(faced, scores)
                values[number] = sum(scores) - sum(scores[position] for position in gone)
        return values

    def scale(self, book: Scorebook) -> int:
        return book.system.unit

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        faced = self.options.faced(book, number)
        gone = self.options.cuts(faced, faced.scores)
        contributions = [
            Contribution(
                index + 1,
                book.sheets[number].entries[index].opponent,
                score,
                score_met(book, number, index, self.options.unplayed),
                gone.get(position),
            )
            for position, (index, score) in enumerate(zip(faced.rounds, faced.scores, strict=True))
        ]
        value = sum(each.value for each in contributions if each.cut is None)
        return self._explanation(book, number, value, contributions)


class ForeBuchholz(Buchholz):
    """Known before the last round ends: every game of that round counts as a draw."""

    def __init__(self, options: Options = NO_OPTIONS) -> None:
        super().__init__(options)
        self.code = f"FB{options.suffix}"
        self.name = f"Fore Buchholz{options.words}"
        self.article = f"8.3{options.article}"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        return super().values(book.before_last_results, tied)

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        return super().explain(book.before_last_results, number, tied)


class AverageBuchholz(TieBreak):
    """The average of the Buchholz of those met over the board, in hundredths, one half upwards."""

    for_round_robins = False

    def __init__(self, *, fore: bool = False) -> None:
        self.buchholz = ForeBuchholz() if fore else Buchholz()
        self.code = "AOB-F" if fore else "AOB"
        self.name = f"Average of the opponents' {self.buchholz.name}"
        self.article = "8.2 with 8.3" if fore else "8.2"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        theirs = self.buchholz.values(book, ())
        return {
            number: _average([theirs[opponent] for _, opponent in book.opponents_met(number)], book)
            for number in book.sheets
        }

    def scale(self, book: Scorebook) -> int:
        return _HUNDREDTHS

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        theirs = self.buchholz.values(book, ())
        contributions = [
            Contribution(
                index,
                opponent,
                _average([theirs[opponent]], book),
                Message(
                    "%(opponent)d has a %(name)s of %(value)s",
                    opponent=opponent,
                    name=self.buchholz.name,
                    value=amount(theirs[opponent], book.system.unit),
                ),
            )
            for index, opponent in book.opponents_met(number)
        ]
        value = _average([theirs[each.opponent] for each in contributions if each.opponent], book)
        summary = Message("The average of %(number)d values.", number=len(contributions))
        return self._explanation(book, number, value, contributions, summary)


def _average(values: list[int], book: Scorebook) -> int:
    return round_half_up(_HUNDREDTHS * sum(values), len(values) * book.system.unit) if values else 0
