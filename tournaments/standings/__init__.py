"""Scores and tie-breaks after FIDE C.07 (in force since 1 March 2026). Pure code over plain data.

>>> from tournaments.pairing.tournament import Game, BoardResult, Player, Round, Tournament
>>> first = Round.of([Game(1, 2, BoardResult.WHITE_WINS), Game(4, 3, BoardResult.DRAW)])
>>> event = Tournament(players=tuple(Player(number) for number in range(1, 5)), rounds=(first,))
>>> table = standings(event, tie_breaks("BH, DE"))
>>> [(row.rank, row.number, *table.shown(row)) for row in table.rows]
[(1, 1, '0.0', '0'), (2, 3, '0.5', '0'), (2, 4, '0.5', '0'), (4, 2, '1.0', '0')]
"""

from tournaments.standings.catalogue import (
    CODES,
    LOTS,
    ROUND_ROBIN_DEFAULT,
    SWISS_DEFAULT,
    TIE_BREAKS,
    TieBreakError,
    canonical,
    find_tie_break,
    tie_breaks,
)
from tournaments.standings.editions import CURRENT_EDITION, Edition, edition_on
from tournaments.standings.explanation import Contribution, Cut, Explanation, amount, write_fraction
from tournaments.standings.table import Standing, Table, standings
from tournaments.standings.tie_break import TieBreak

__all__ = [
    "CODES",
    "CURRENT_EDITION",
    "LOTS",
    "ROUND_ROBIN_DEFAULT",
    "SWISS_DEFAULT",
    "TIE_BREAKS",
    "Contribution",
    "Cut",
    "Edition",
    "Explanation",
    "Standing",
    "Table",
    "TieBreak",
    "TieBreakError",
    "amount",
    "canonical",
    "edition_on",
    "find_tie_break",
    "standings",
    "tie_breaks",
    "write_fraction",
]
