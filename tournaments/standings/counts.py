"""Counting rounds (article 7): wins (WIN), games won (WON), games with Black (BPG), won with Black (BWG),
rounds one elected to play (REP).

"Black" is the second colour, whatever a game calls it. In a round robin a game won by forfeit counts as a
game, one lost by forfeit does not (article 15.2).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

from tournaments.pairing.messages import Message
from tournaments.pairing.tournament import Colour, Entry, Outcome
from tournaments.standings.explanation import Contribution, Explanation
from tournaments.standings.scorebook import Kind, Scorebook
from tournaments.standings.tie_break import Groups, TieBreak

_WON = frozenset({Outcome.WIN, Outcome.FORFEIT_WIN})


class RoundCount(TieBreak):
    """The number of rounds of one sort."""

    @abstractmethod
    def counts(self, book: Scorebook, entry: Entry, kind: Kind) -> bool: ...

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        return {
            number: sum(map(self.counts, [book] * book.rounds, sheet.entries, sheet.kinds))
            for number, sheet in book.sheets.items()
        }

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        sheet = book.sheets[number]
        contributions = [
            Contribution(
                index,
                entry.opponent,
                1,
                _words(kind.outcome, entry),
            )
            for index, (entry, kind) in enumerate(zip(sheet.entries, sheet.kinds, strict=True), start=1)
            if self.counts(book, entry, kind)
        ]
        return self._explanation(book, number, len(contributions), contributions)


def _words(outcome: Outcome, entry: Entry) -> Message:
    said, with_black = Message(outcome.value), entry.colour is Colour.BLACK
    if not entry.opponent:
        return said
    if with_black:
        return Message("%(outcome)s against %(opponent)d with Black", outcome=said, opponent=entry.opponent)
    return Message("%(outcome)s against %(opponent)d", outcome=said, opponent=entry.opponent)


class Wins(RoundCount):
    """Rounds that brought the points of a win, played or not."""

    code = "WIN"
    name = "Number of wins"
    article = "7.1"

    def counts(self, book: Scorebook, entry: Entry, kind: Kind) -> bool:
        return kind.points == book.system.win and not kind.pending


class GamesWon(RoundCount):
    code = "WON"
    name = "Number of games won"
    article = "7.2"

    def counts(self, book: Scorebook, entry: Entry, kind: Kind) -> bool:
        return kind.regular and kind.outcome in _WON


class GamesWithBlack(RoundCount):
    code = "BPG"
    name = "Number of games played with Black"
    article = "7.3"

    def counts(self, book: Scorebook, entry: Entry, kind: Kind) -> bool:
        return kind.regular and not kind.voluntary and entry.colour is Colour.BLACK


class GamesWonWithBlack(RoundCount):
    code = "BWG"
    name = "Number of games won with Black"
    article = "7.4"

    def counts(self, book: Scorebook, entry: Entry, kind: Kind) -> bool:
        return kind.regular and entry.colour is Colour.BLACK and kind.outcome in _WON


class RoundsElectedToPlay(RoundCount):
    """All rounds but requested byes and forfeit losses; the edition of 2024 calls it GE."""

    code = "REP"
    name = "Rounds one elected to play"
    article = "7.6"

    def counts(self, book: Scorebook, entry: Entry, kind: Kind) -> bool:
        return not kind.voluntary
