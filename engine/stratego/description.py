"""Stratego as a site presents it: seats and hidden pieces, the two-squares limit, the letters on a score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..adjudication.protocol import FindingKind
from ..core import FIRST, SECOND, Game
from ..description import (
    OPEN_VIEW_LABEL,
    Choice,
    Ending,
    GameDescription,
    Legend,
    LegendEntry,
    Option,
)
from ..description import View as ViewDescription
from ..position_keys import PositionKeys
from ..texts import gettext as _
from ..texts import ngettext
from .art import ART
from .board import LAKES, NAMES
from .game import DEFAULT_TWO_SQUARES, MAX_TWO_SQUARES
from .game import Game as StrategoGame
from .knowledge import View
from .pieces import KIND_TEXTS, PIECES, SIDE_TEXTS
from .position import Man, Position
from .rules import LIMIT_TAG


def face_down(position: str) -> str:
    """The position string with every piece hidden."""
    known = Position.parse(position)
    squares = tuple(None if man is None else Man(man.side, None) for man in known.squares)
    return known._replace(squares=squares).text


def _shown(game: Game) -> dict[str, str]:
    """The letters of both pieces of an attack."""
    attack = game.last_attack() if isinstance(game, StrategoGame) else None
    if attack is None:
        return {}
    return {"attacker": PIECES[attack.attacker].letter, "defender": PIECES[attack.defender].letter}


def _start_of(_tags: Mapping[str, str]) -> str:
    return "chosen"


def _position_keys() -> PositionKeys:
    from .position_keys import KEYS  # loaded only when an archive asks

    return KEYS


DESCRIPTION: Final = GameDescription(
    name="stratego",
    label=_("Stratego"),
    sides=SIDE_TEXTS,
    art=ART,
    options=(
        Option(
            key="two_squares_limit",
            label=_("Two-squares limit"),
            help=_(
                "How many turns in a row a piece may go back and forth between two squares. Left empty: "
                "five, as in "
                "the booklet; some federations use three."
            ),
            default=None,
            highest=MAX_TWO_SQUARES,
            tag=LIMIT_TAG,
            usual=DEFAULT_TWO_SQUARES,
            subject=_("Two squares"),
            sentence=ngettext(
                "One piece may go back and forth between two squares at most %(number)s turn in a row.",
                "One piece may go back and forth between two squares at most %(number)s turns in a row.",
            ),
        ),
    ),
    views=(
        ViewDescription(View.OPEN, OPEN_VIEW_LABEL),
        ViewDescription(View.RED, _("Red's seat"), FIRST),
        ViewDescription(View.BLUE, _("Blue's seat"), SECOND),
        ViewDescription(View.SPECTATOR, _("Spectator")),
    ),
    face_down=face_down,
    shown=_shown,
    starts=(Choice("chosen", _("chosen by the players")),),
    start_of=_start_of,
    endings=(
        Ending(_("%(winner)s won: the flag was captured."), captured="-flag"),
        Ending(_("%(winner)s won: %(loser)s could not move (%(rule)s).")),
    ),
    adjudicated=frozenset({FindingKind.TWO_SQUARES, FindingKind.NO_PROGRESS, FindingKind.NO_CAPTURE_LIMIT}),
    legend=Legend(
        title=_("Your set-up, the letters of the pieces, and how moves are written"),
        entries=tuple(
            LegendEntry(
                row.letter, _("%(piece)s (%(number)s)").filled(piece=KIND_TEXTS[kind], number=row.number)
            )
            for kind, row in PIECES.items()
        ),
        examples=(
            LegendEntry("a4-a5", _("a move")),
            LegendEntry("a4xa7", _("an attack; who wins follows from the set-ups")),
            LegendEntry("", _("Set-ups: four rows of letters, back row first, from the owner’s left.")),
        ),
        has_board=True,
        blocked=frozenset(NAMES[square] for square in LAKES),
    ),
    look=_("a piece: where it can go"),
    browser_module="rules/stratego.js",
    empty_board="10/10/10/10/2~~2~~2/2~~2~~2/10/10/10/10 r",
    typed_move="a4a5",
    position_keys=_position_keys,
)
