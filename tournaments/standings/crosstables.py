"""Who met whom, as a table: by rounds, or everybody against everybody. Pure code over a plain tournament."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.pairing import Colour, Entry, Outcome, Tournament

# As people write it; a game without a result shows a point in the middle.
RESULT_SIGNS: Final = {
    Outcome.WIN: "1",
    Outcome.DRAW: "½",
    Outcome.LOSS: "0",
    Outcome.PENDING: "·",
    Outcome.FORFEIT_WIN: "+",
    Outcome.FORFEIT_LOSS: "−",
    Outcome.PAIRING_BYE: "bye",
    Outcome.FULL_POINT_BYE: "bye 1",
    Outcome.HALF_POINT_BYE: "bye ½",
    Outcome.ZERO_POINT_BYE: "bye 0",
    Outcome.ABSENT: "",
}


@dataclass(frozen=True)
class CrosstableRow:
    number: int
    cells: list[str]


@dataclass(frozen=True)
class Crosstable:
    heads: list[str]
    rows: list[CrosstableRow]
    all_play_all: bool
    """Columns are opponents; otherwise they are rounds."""


def crosstable_by_rounds(
    tournament: Tournament, order: Sequence[int], letters: tuple[str, str]
) -> Crosstable:
    """A cell is the opponent's starting rank, the colour and the result: 12w1. `letters` are those of the colours."""
    rows = [
        CrosstableRow(number, [crosstable_cell(entry, letters) for entry in tournament.entries(number)])
        for number in order
    ]
    return Crosstable([str(index + 1) for index in range(len(tournament.rounds))], rows, all_play_all=False)


def crosstable_by_opponents(tournament: Tournament, order: Sequence[int]) -> Crosstable:
    """A cell has the results against one opponent, one for each cycle; nobody plays against oneself."""
    place = {number: index for index, number in enumerate(order)}
    rows = []
    for number in order:
        met = defaultdict[int, list[str]](list)
        for entry in tournament.entries(number):
            if entry.opponent is not None:
                met[place[entry.opponent]].append(RESULT_SIGNS[entry.outcome])
        cells = [" ".join(met[index]) for index in range(len(order))]
        cells[place[number]] = "×"
        rows.append(CrosstableRow(number, cells))
    return Crosstable([str(index + 1) for index in range(len(order))], rows, all_play_all=True)


def crosstable_cell(entry: Entry, letters: tuple[str, str]) -> str:
    if entry.opponent is None:
        return RESULT_SIGNS[entry.outcome]
    letter = letters[0 if entry.colour is Colour.WHITE else 1] if entry.colour else ""
    return f"{entry.opponent}{letter}{RESULT_SIGNS[entry.outcome]}"
