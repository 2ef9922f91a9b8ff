"""Draughts as a site presents them: men and kings on numbered squares, draws by counting, how moves are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..adjudication.protocol import FindingKind
from ..core import Game
from ..description import (
    FROM_POSITION,
    OPEN_VIEW_LABEL,
    Choice,
    Ending,
    GameDescription,
    Legend,
    LegendEntry,
    Pieces,
    View,
)
from ..texts import gettext as _
from ..texts import pgettext
from .board import SIDE_TEXTS
from .draw_rules import DrawRule
from .drawing import ART, GRID, pieces_of
from .position import Position
from .rules import POSITION_TAG


def _contents(game: Game, view: str) -> dict[str, str]:
    """By the squares of the picture, as everything that a site puts on a board."""
    return {GRID[piece.square]: piece.symbol for piece in pieces_of(Position.parse(game.position(view)))}


def _start_of(tags: Mapping[str, str]) -> str:
    return FROM_POSITION if POSITION_TAG in tags else ""


DESCRIPTION: Final = GameDescription(
    name="draughts",
    label=_("Draughts"),
    sides=SIDE_TEXTS,
    name_in_family=_("International draughts"),
    art=ART,
    pieces=Pieces(
        contents=_contents,
        words={
            "white-man": pgettext("piece", "white man"),
            "white-king": pgettext("piece", "white king"),
            "black-man": pgettext("piece", "black man"),
            "black-king": pgettext("piece", "black king"),
        },
        drawn_at=GRID,
    ),
    views=(View("open", OPEN_VIEW_LABEL),),
    starts=(Choice(FROM_POSITION, _("from a position")),),
    start_of=_start_of,
    endings=(
        Ending(
            _("A draw: the same position stood on the board three times."),
            rule=DrawRule.REPETITION.value,
            drawn=True,
        ),
        Ending(
            _("A draw: 25 moves of kings alone, without a capture."), rule=DrawRule.MOVES_25.value, drawn=True
        ),
        Ending(
            _("A draw: 16 moves with one king against three pieces."),
            rule=DrawRule.MOVES_16.value,
            drawn=True,
        ),
        Ending(
            _("A draw: 5 moves with one king against one or two pieces."),
            rule=DrawRule.MOVES_5.value,
            drawn=True,
        ),
        Ending(_("%(winner)s won: %(loser)s had no piece that could move.")),
    ),
    adjudicated=frozenset({FindingKind.POSITION_REPETITION, FindingKind.NO_PROGRESS}),
    legend=Legend(
        title=_("The numbers of the squares, and how moves are written"),
        examples=(
            LegendEntry("32-28", _("a move")),
            LegendEntry("32x23", _("a capture: where it begins and where it ends")),
            LegendEntry("26x42x20x3", _("all its squares, where two captures share both ends")),
            LegendEntry("", _("Dark squares have the numbers 1 to 50, row by row, from Black’s side.")),
        ),
    ),
    look=_("a piece: where it can go"),
    typed_move="32-28",
)
