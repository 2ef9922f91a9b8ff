"""What a PDN file calls results and endings, and which tags are its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...core import Result, Termination

GAME_TYPE: Final = "20"  # international draughts among PDN's kinds
OFFER_COMMENT: Final = "(=)"  # a draw offer, which PDN has no sign for
FORCED: Final = 7  # the glyph of a forced move, in PDN an asterisk

# Most federations write two points for a win; the older way is read as well.
RESULTS: Final[Mapping[str, Result]] = {
    "2-0": Result.FIRST_WINS,
    "1-0": Result.FIRST_WINS,
    "0-2": Result.SECOND_WINS,
    "0-1": Result.SECOND_WINS,
    "1-1": Result.DRAW,
    "1/2-1/2": Result.DRAW,
    "*": Result.OPEN,
}
WRITTEN_RESULTS: Final[Mapping[Result, str]] = {
    Result.FIRST_WINS: "2-0",
    Result.SECOND_WINS: "0-2",
    Result.DRAW: "1-1",
    Result.OPEN: "*",
}

# How files say why a game ended, in lower case; "normal" leaves it to the board.
TERMINATIONS: Final[Mapping[str, Termination]] = {
    "time forfeit": Termination.TIME,
    "time": Termination.TIME,
    "forfeit": Termination.FORFEIT,
    "resigned": Termination.RESIGNED,
    "agreement": Termination.AGREEMENT,
    "adjudication": Termination.ADJUDICATION,
}
SILENT_TERMINATIONS: Final = frozenset({"", "?", "normal", "unterminated"})

# The tags that a record spells otherwise, or does not have.
PDN_TAGS: Final = frozenset(
    {"Game", "GameType", "FEN", "SetUp", "Setup", "Result", "Termination", "Position"}
)
SOURCE_FORMAT: Final = "SourceFormat"
