"""The table of a tournament: everyone's points, tie-breaks and rank."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul

from tournaments.pairing.tournament import Tournament
from tournaments.standings.editions import CURRENT_EDITION, Edition
from tournaments.standings.explanation import Explanation, amount
from tournaments.standings.points import Points
from tournaments.standings.scorebook import Scorebook
from tournaments.standings.tie_break import Groups, TieBreak


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table. Points and values are integers; `Table.scales` says of what."""

    rank: int
    number: int
    name: str
    points: int
    values: tuple[int, ...]
    """One for each tie-break, in their order."""


@dataclass(frozen=True)
class Table:
    """The standings. Players whom no tie-break separates share a rank."""

    rows: tuple[Standing, ...]
    tie_breaks: tuple[TieBreak, ...]
    scales: tuple[int, ...]
    book: Scorebook
    _tied: Mapping[int, Groups]

    @property
    def labels(self) -> tuple[str, ...]:
        """The codes of the tie-breaks; one that is listed again gets a number."""
        seen: dict[str, int] = {}
        labels = []
        for tie_break in self.tie_breaks:
            seen[tie_break.code] = again = seen.get(tie_break.code, 0) + 1
            labels.append(tie_break.code if again == 1 else f"{tie_break.code}({again})")
        return tuple(labels)

    @property
    def ranks(self) -> dict[int, int]:
        return {row.number: row.rank for row in self.rows}

    def explain(self, number: int, position: int) -> Explanation:
        """Why a player has this value in the tie-break at this position of the list."""
        return self.tie_breaks[position].explain(self.book, number, self._tied.get(position, ()))

    def shown(self, row: Standing) -> tuple[str, ...]:
        """The values of a row as they are printed."""
        return tuple(amount(value, scale) for value, scale in zip(row.values, self.scales, strict=True))


def standings(
    tournament: Tournament,
    tie_breaks: Iterable[TieBreak],
    *,
    round_robin: bool = False,
    unrated_rating: int | None = None,
    edition: Edition = CURRENT_EDITION,
) -> Table:
    """Rank the players by points, then by the tie-breaks in their order.

    Where the points (PTS) are in the list themselves, they count at their place there. `round_robin` is for
    all events whose pairings were fixed beforehand (C.07, article 15.2).
    """
    book = Scorebook(tournament, round_robin=round_robin, unrated_rating=unrated_rating, edition=edition)
    chosen = tuple(tie_breaks)
    columns: list[Mapping[int, int]] = []
    if not any(isinstance(each, Points) for each in chosen):
        columns.append(Points().values(book, ()))
    lead = len(columns)
    tied: dict[int, Groups] = {}
    for position, tie_break in enumerate(chosen):
        if tie_break.among_the_tied:
            tied[position] = _groups(book.sheets, columns)
        columns.append(tie_break.values(book, tied.get(position, ())))
    return Table(
        rows=_rows(book, columns, [False] * lead + [each.lower_is_better for each in chosen], lead),
        tie_breaks=chosen,
        scales=tuple(each.scale(book) for each in chosen),
        book=book,
        _tied=tied,
    )


def _rows(
    book: Scorebook, columns: Sequence[Mapping[int, int]], lower_is_better: Sequence[bool], lead: int
) -> tuple[Standing, ...]:
    keys = {number: tuple([column[number] for column in columns]) for number in book.sheets}
    signs = [-1 if lower else 1 for lower in lower_is_better]
    # The sheets are in starting order, and sorting keeps it among equals.
    ordered = sorted(keys, key=lambda number: [*map(mul, signs, keys[number])], reverse=True)
    players = book.tournament.by_number
    rows = []
    rank = 0
    before: tuple[int, ...] | None = None
    for place, number in enumerate(ordered, start=1):
        key = keys[number]
        if key != before:
            rank, before = place, key
        rows.append(Standing(rank, number, players[number].name, book.sheets[number].points, key[lead:]))
    return tuple(rows)


def _groups(numbers: Iterable[int], columns: Sequence[Mapping[int, int]]) -> Groups:
    groups: dict[tuple[int, ...], list[int]] = {}
    for number in numbers:
        groups.setdefault(tuple([column[number] for column in columns]), []).append(number)
    return list(groups.values())
