"""Points (PTS): the score itself. Standard points (STD): the score had the event paid 1–½–0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournaments.pairing.messages import Message
from tournaments.pairing.tournament import Outcome, PointSystem
from tournaments.standings.explanation import Contribution, Explanation
from tournaments.standings.scorebook import Kind, Scorebook
from tournaments.standings.tie_break import Groups, TieBreak

STANDARD: Final = PointSystem()


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


class StandardPoints(TieBreak):
    """One point for a round that brought more than a draw would, half for as much, nothing for less."""

    code = "STD"
    name = "Standard points"
    article = "7.7"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        return {
            number: sum(_standard(kind, book) for kind in sheet.kinds)
            for number, sheet in book.sheets.items()
        }

    def scale(self, book: Scorebook) -> int:
        return STANDARD.unit

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        sheet = book.sheets[number]
        contributions = [
            Contribution(
                index,
                entry.opponent,
                value,
                _words(kind.outcome, entry.opponent, STANDARD.text(value)),
            )
            for index, (entry, kind) in enumerate(zip(sheet.entries, sheet.kinds, strict=True), start=1)
            if (value := _standard(kind, book)) or not kind.pending
        ]
        return self._explanation(book, number, sum(each.value for each in contributions), contributions)


def _standard(kind: Kind, book: Scorebook) -> int:
    if kind.pending or kind.points < book.system.draw:
        return STANDARD.loss
    return STANDARD.draw if kind.points == book.system.draw else STANDARD.win


def _words(outcome: Outcome, opponent: int | None, points: str) -> Message:
    said = Message(outcome.value)
    if opponent:
        return Message(
            "%(outcome)s against %(opponent)d: %(points)s", outcome=said, opponent=opponent, points=points
        )
    return Message("%(outcome)s: %(points)s", outcome=said, points=points)
