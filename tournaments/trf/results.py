"""The ten columns of one round in a player's line: opponent, colour, result code."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pairing.tournament import ABSENT, Colour, Entry, Outcome
from tournaments.trf.columns import Columns

FIRST_ROUND_COLUMN = 92
ROUND_WIDTH = 10

# Result codes of a player who has an opponent; the letters mark games shorter than one move, never rated.
_PAIRED = {
    "1": (Outcome.WIN, True),
    "=": (Outcome.DRAW, True),
    "0": (Outcome.LOSS, True),
    "W": (Outcome.WIN, False),
    "D": (Outcome.DRAW, False),
    "L": (Outcome.LOSS, False),
    "+": (Outcome.FORFEIT_WIN, True),
    "-": (Outcome.FORFEIT_LOSS, True),
    "": (Outcome.PENDING, True),
}
# Result codes of a player who has none. The signs are older files' way of writing byes.
_UNPAIRED = {
    "U": Outcome.PAIRING_BYE,
    "F": Outcome.FULL_POINT_BYE,
    "H": Outcome.HALF_POINT_BYE,
    "Z": Outcome.ZERO_POINT_BYE,
    "": Outcome.ZERO_POINT_BYE,
    "+": Outcome.FULL_POINT_BYE,
    "=": Outcome.HALF_POINT_BYE,
    "-": Outcome.ZERO_POINT_BYE,
}
_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK, "-": None, "": None}

_CODES = {
    (Outcome.WIN, True): "1",
    (Outcome.DRAW, True): "=",
    (Outcome.LOSS, True): "0",
    (Outcome.WIN, False): "W",
    (Outcome.DRAW, False): "D",
    (Outcome.LOSS, False): "L",
    (Outcome.FORFEIT_WIN, True): "+",
    (Outcome.FORFEIT_LOSS, True): "-",
    (Outcome.PENDING, True): " ",
    (Outcome.PAIRING_BYE, True): "U",
    (Outcome.FULL_POINT_BYE, True): "F",
    (Outcome.HALF_POINT_BYE, True): "H",
    (Outcome.ZERO_POINT_BYE, True): "Z",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """What a line says about one round, and the column at which it says so."""

    entry: Entry
    column: int


def read_cells(columns: Columns) -> tuple[Cell, ...]:
    """All rounds of a player's line, as far as the line is filled."""
    filled = len(columns.text.rstrip())
    return tuple(
        Cell(_read(columns, first), first) for first in range(FIRST_ROUND_COLUMN, filled + 1, ROUND_WIDTH)
    )


def write_cell(entry: Entry) -> str:
    """The eight characters of one round; blank for a player who was not in the tournament."""
    if entry.outcome is Outcome.ABSENT:
        return " " * 8
    # Whether a game that was never played, or not yet, is rated cannot be said in the file.
    rated = entry.rated or (entry.outcome, False) not in _CODES
    code = _CODES[entry.outcome, rated]
    if entry.opponent is None:
        return f"0000 - {code}"
    return f"{entry.opponent:4d} {entry.colour.value if entry.colour else '-'} {code}"


def cell_column(round_number: int) -> int:
    return FIRST_ROUND_COLUMN + ROUND_WIDTH * (round_number - 1)


def _read(columns: Columns, first: int) -> Entry:
    cell = columns.raw(first, first + ROUND_WIDTH - 1)
    if not cell.strip():
        return ABSENT
    for offset in (4, 6, 8, 9):
        if cell[offset : offset + 1].strip():
            columns.fail(
                f"{cell[offset]!r} stands between the columns of a round; the line is out of step here",
                first + offset,
            )
    opponent = columns.whole(first, first + 3, "the opponent's number") or 0
    colour = cell[5:6].strip().lower()
    if colour not in _COLOURS:
        columns.fail(f"the colour should be w, b or -, not {colour!r}", first + 5)
    code = cell[7:8].strip().upper()
    return _paired(columns, first, opponent, colour, code) if opponent else _unpaired(columns, first, code)


def _paired(columns: Columns, first: int, opponent: int, colour: str, code: str) -> Entry:
    if code not in _PAIRED:
        columns.fail(f"{code!r} is no result of a game; the codes are 1 = 0 W D L + - or blank", first + 7)
    outcome, rated = _PAIRED[code]
    if outcome.played and _COLOURS[colour] is None:
        columns.fail("a game needs a colour: w or b", first + 5)
    return Entry(outcome, opponent, _COLOURS[colour], rated)


def _unpaired(columns: Columns, first: int, code: str) -> Entry:
    if code not in _UNPAIRED:
        columns.fail(f"{code!r} needs an opponent; without one the codes are U F H Z or blank", first + 7)
    return Entry(_UNPAIRED[code])
