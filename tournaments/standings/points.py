"""Points (PTS): the score itself."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.pairing.messages import Message
from tournaments.pairing.tournament import Outcome
from tournaments.standings.explanation import Contribution, Explanation
from tournaments.standings.scorebook import Scorebook
from tournaments.standings.tie_break import Groups, TieBreak


class Points(TieBreak):
    code = "PTS"
    name = "Points"
    article = "4"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        return {number: sheet.points for number, sheet in book.sheets.items()}

    def scale(self, book: Scorebook) -> int:
        return book.system.unit

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        sheet = book.sheets[number]
        rounds = enumerate(zip(sheet.entries, sheet.kinds, strict=True), start=1)
        contributions = [
            Contribution(
                index,
                entry.opponent,
                kind.points,
                _words(kind.outcome, entry.opponent, book.system.text(kind.points)),
            )
            for index, (entry, kind) in rounds
        ]
        return self._explanation(book, number, sheet.points, contributions)


def _words(outcome: Outcome, opponent: int | None, points: str) -> Message:
    said = Message(outcome.value)
    if opponent:
        return Message(
            "%(outcome)s against %(opponent)d: %(points)s", outcome=said, opponent=opponent, points=points
        )
    return Message("%(outcome)s: %(points)s", outcome=said, points=points)
