"""Koya system (KS): the points against opponents who scored at least half of what was possible."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.pairing.messages import Message
from tournaments.standings.explanation import Contribution, Explanation
from tournaments.standings.scorebook import Scorebook, Sheet
from tournaments.standings.tie_break import Groups, TieBreak


class Koya(TieBreak):
    """Meant for round robins. Points by forfeit count against the opponent of the pairing."""

    code = "KS"
    name = "Koya system"
    article = "9.2"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        strong = _strong(book)
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
            for index in _rounds_against(sheet, _strong(book))
        ]
        summary = Message(
            "The most one could score is %(points)s; opponents with half of it count.",
            points=text(_maximum(book)),
        )
        value = sum(each.value for each in contributions)
        return self._explanation(book, number, value, contributions, summary)


def _maximum(book: Scorebook) -> int:
    """A win in every round; in a round robin of an odd number, everyone is free once in a cycle."""
    games = book.rounds
    players = len(book.sheets)
    if book.round_robin and players % 2:
        games -= book.rounds // players
    return book.system.win * games


def _strong(book: Scorebook) -> frozenset[int]:
    maximum = _maximum(book)
    return frozenset(number for number, sheet in book.sheets.items() if 2 * sheet.points >= maximum)


def _rounds_against(sheet: Sheet, opponents: frozenset[int]) -> list[int]:
    return [index for index, entry in enumerate(sheet.entries) if entry.opponent in opponents]
