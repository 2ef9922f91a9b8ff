"""Direct encounter (DE, article 6): the games of the tied players among themselves.

The value is the number of tied players whom the encounters place below. That is what ranks: an unfinished
sub-table may show different scores and still decide nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.pairing.messages import Message, join_list, join_sentences
from tournaments.standings.explanation import Contribution, Explanation
from tournaments.standings.scorebook import Kind, Scorebook
from tournaments.standings.tie_break import Groups, TieBreak


@dataclass(frozen=True, slots=True)
class SubTable:
    """The separate standings of some tied players, and what they decide."""

    scores: Mapping[int, Fraction | int]
    """Points from the encounters, in the event's unit; the average where two met more than once (6.1.2)."""
    missing: Mapping[int, int]
    """How many of the others each has not met."""
    order: tuple[tuple[int, ...], ...]
    """The players from the top down; those left together are still tied."""

    @property
    def complete(self) -> bool:
        return not any(self.missing.values())


class DirectEncounter(TieBreak):
    among_the_tied = True

    def __init__(self, *, forfeits_as_games: bool = False) -> None:
        self.forfeits_as_games = forfeits_as_games
        self.code = "DE-P" if forfeits_as_games else "DE"
        self.name = "Direct encounter, forfeits as games" if forfeits_as_games else "Direct encounter"
        self.article = "6 with 6.1.1" if forfeits_as_games else "6"

    def values(self, book: Scorebook, tied: Groups) -> Mapping[int, int]:
        values = dict.fromkeys(book.sheets, 0)
        for group in tied:
            if len(group) > 1:
                values.update(_placed_below(self._order(book, sorted(group), [])))
        return values

    def explain(self, book: Scorebook, number: int, tied: Groups) -> Explanation:
        group = next((sorted(each) for each in tied if number in each), [number])
        if len(group) == 1:
            return self._explanation(book, number, 0, (), Message("Nobody is tied with this player here."))
        tables: list[SubTable] = []
        value = _placed_below(self._order(book, group, tables))[number]
        sheet = book.sheets[number]
        text = book.system.text
        contributions = [
            Contribution(
                index,
                entry.opponent,
                kind.points,
                Message(
                    "%(points)s against %(opponent)d", points=text(kind.points), opponent=entry.opponent or 0
                ),
            )
            for index, (entry, kind) in enumerate(zip(sheet.entries, sheet.kinds, strict=True), start=1)
            if self._counts(kind) and entry.opponent in group
        ]
        summary = join_sentences(_words(book, table) for table in tables if number in table.scores)
        return self._explanation(book, number, value, contributions, summary)

    def _order(self, book: Scorebook, group: list[int], tables: list[SubTable]) -> list[list[int]]:
        """Article 6 applied to one group until nothing more can be resolved."""
        scores, missing = self._encounters(book, group)
        if all(missing[number] == len(group) - 1 for number in group):
            return [group]
        if not any(missing.values()):
            order = _by_score(scores)
        elif book.round_robin:  # article 6.3 is for Swiss tournaments
            order = [group]
        else:
            order = _certain(book, scores, missing)
        tables.append(SubTable(scores, missing, tuple(tuple(players) for players in order)))
        if len(order) == 1:
            return order
        return [
            resolved
            for players in order
            for resolved in (self._order(book, players, tables) if len(players) > 1 else [players])
        ]

    def _encounters(
        self, book: Scorebook, group: list[int]
    ) -> tuple[dict[int, Fraction | int], dict[int, int]]:
        members = frozenset(group)
        scores: dict[int, Fraction | int] = {}
        missing: dict[int, int] = {}
        for number in group:
            sheet = book.sheets[number]
            met: dict[int, list[int]] = {}
            for entry, kind in zip(sheet.entries, sheet.kinds, strict=True):
                if entry.opponent in members and self._counts(kind) and entry.opponent is not None:
                    met.setdefault(entry.opponent, []).append(kind.points)
            scores[number] = sum(
                (
                    points[0] if len(points) == 1 else Fraction(sum(points), len(points))
                    for points in met.values()
                ),
                start=0,
            )
            missing[number] = len(group) - 1 - len(met)
        return scores, missing

    def _counts(self, kind: Kind) -> bool:
        return kind.regular or (self.forfeits_as_games and kind.forfeit)


def _placed_below(order: Sequence[Sequence[int]]) -> dict[int, int]:
    below = sum(len(players) for players in order)
    placed = {}
    for players in order:
        below -= len(players)
        placed.update(dict.fromkeys(players, below))
    return placed


def _by_score(scores: Mapping[int, Fraction | int]) -> list[list[int]]:
    """Everyone has met everyone: the scores rank them (6.2)."""
    classes: dict[Fraction | int, list[int]] = {}
    for number, score in scores.items():
        classes.setdefault(score, []).append(number)
    return [classes[score] for score in sorted(classes, reverse=True)]


def _certain(
    book: Scorebook, scores: Mapping[int, Fraction | int], missing: Mapping[int, int]
) -> list[list[int]]:
    """Those alone at the top whatever the missing games would bring, one after the other (6.3)."""
    at_least = {number: scores[number] + missing[number] * book.system.loss for number in scores}
    at_most = {number: scores[number] + missing[number] * book.system.win for number in scores}
    left = sorted(scores, key=lambda number: (-at_least[number], number))
    best_of_the_rest: list[Fraction | int] = []
    for number in reversed(left[1:]):
        best = at_most[number]
        best_of_the_rest.append(max(best, best_of_the_rest[-1]) if best_of_the_rest else best)
    ranked = 0
    for number, best in zip(left, reversed(best_of_the_rest), strict=False):
        if at_least[number] <= best:
            break
        ranked += 1
    rest = sorted(left[ranked:])
    return [[number] for number in left[:ranked]] + ([rest] if rest else [])


def _points(book: Scorebook, score: Fraction | int) -> str:
    """As everywhere: 2½, not 2.5; a mean of several games in decimals."""
    whole = Fraction(score)
    return book.system.text(int(whole)) if whole.denominator == 1 else f"{float(whole / book.system.unit):g}"


def _words(book: Scorebook, table: SubTable) -> Message:
    scores = sorted(table.scores.items(), key=lambda item: (-item[1], item[0]))
    listed = join_list(
        Message("%(number)d has %(points)s", number=number, points=_points(book, score))
        for number, score in scores
    )
    if table.complete:
        return Message("Among themselves %(listed)s; all have met, so this ranks them (6.2).", listed=listed)
    if book.round_robin:
        return Message(
            "Among themselves %(listed)s; not all have met yet, so this decides nothing (6.2).", listed=listed
        )
    if len(table.order) == 1:
        return Message(
            "Among themselves %(listed)s; not all have met, and nobody is sure to stay alone at the top (6.3).",
            listed=listed,
        )
    return Message(
        "Among themselves %(listed)s; not all have met, but %(certain)s cannot be caught up with (6.3).",
        listed=listed,
        certain=", ".join(str(players[0]) for players in table.order[:-1]),
    )
