"""Barragoon as a site presents it: set-ups, express levels, the faces on a score sheet, the reserve."""

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
    Handicap,
    Legend,
    LegendEntry,
    Option,
    Placing,
    View,
)
from ..position_keys import PositionKeys
from ..texts import Text
from ..texts import gettext as _
from .board import FACES
from .drawing import ART
from .game import Game as BarragoonGame
from .words import SIDE_TEXTS, face_text

_LEVELS: Final = (
    Choice(0, _("0: not played")),
    Choice(1, Text("1"), written="1"),
    Choice(2, Text("2"), written="2"),
)


def _start_of(tags: Mapping[str, str]) -> str:
    return FROM_POSITION if "Position" in tags else tags.get("Setup", "closed")


def _levels_of(start: str) -> tuple[int, int]:
    """Both levels stand at the end of the position string."""
    first, _dash, second = start.rpartition(" ")[2].partition("-")
    return int(first), int(second)


_EXAMPLE_RECORD: Final = """\
[Game "Barragoon"]
[White "Agnes Brandt"]
[Brown "Bo Lind"]
[Result "1-0"]
[Termination "resigned"]

1. c2-b2 d8-d5 2. d2-f3 d5xb6/NS@f2 3. b2xb4/NW@a1 e8-f7 4. b4xb6/-/EN@e3 1-0
"""


def _duty(game: Game) -> str:
    return game.must_deviate_from() if isinstance(game, BarragoonGame) else ""


def _position_keys() -> PositionKeys:
    from .position_keys import KEYS  # loaded only when an archive asks

    return KEYS


DESCRIPTION: Final = GameDescription(
    duty=_duty,
    name="barragoon",
    label=_("Barragoon"),
    sides=SIDE_TEXTS,
    art=ART,
    options=(
        Option(
            key="setup",
            label=_("Set-up"),
            help=_(
                "Closed: the eight barragoons on the board show “no way” at first. Open: they show “all "
                "turns”."
            ),
            choices=(
                Choice(
                    "closed",
                    _("closed set-up"),
                    _("Closed: the eight barragoons on the board show “no way”."),
                ),
                Choice(
                    "open",
                    _("open set-up"),
                    _("Open: the eight barragoons on the board show “all turns”."),
                    written="open",
                ),
                Choice("chosen", _("as the players choose"), _("Closed or open, as the two players choose.")),
            ),
            default="closed",
            tag="Setup",
            subject=_("Set-up"),
        ),
        Option(
            key="first_express",
            label=_("Express level of White"),
            choices=_LEVELS,
            default=0,
            tag="WhiteExpress",
        ),
        Option(
            key="second_express",
            label=_("Express level of Brown"),
            help=_(
                "With level 1 a player to move loses when at most one of their own tiles can move, with "
                "level 2 when "
                "at most two can. Different levels are a handicap."
            ),
            choices=_LEVELS,
            default=0,
            tag="BrownExpress",
        ),
    ),
    handicap=Handicap(
        highest=2,
        options=("first_express", "second_express"),
        subject=_("Express rule"),
        levels=_("Express levels"),
        level=_("Express %(level)s"),
        about=_(
            "Express levels are the handicap of Barragoon: a player with a level loses earlier. Two "
            "ratings and the "
            "handicap games of this pool show which level makes a game even."
        ),
        none=_("Not played."),
        both=_("Level %(level)s for both sides."),
        each=_("Level %(first)s for White, level %(second)s for Brown."),
        levels_of=_levels_of,
    ),
    views=(View("open", OPEN_VIEW_LABEL),),
    starts=(
        Choice("closed", _("closed")),
        Choice("open", _("open")),
        Choice(FROM_POSITION, _("from a position")),
    ),
    start_of=_start_of,
    endings=(
        Ending(_("A draw: nothing can be captured any more (6b)."), rule="6b", drawn=True),
        Ending(_("A draw by repetition (6c)."), rule="6c", drawn=True),
        Ending(_("%(winner)s won: %(loser)s could not move (%(rule)s)."), rule="6a"),
    ),
    adjudicated=frozenset(
        {
            FindingKind.DEAD_POSITION,
            FindingKind.REPETITION,
            FindingKind.DRAW_OFFER,
            FindingKind.NO_CAPTURE_LIMIT,
        }
    ),
    legend=Legend(
        title=_("The faces of a barragoon, and how they are written"),
        entries=tuple(LegendEntry(face.code, face_text(face), f"face-{face.code}") for face in FACES),
        examples=(
            LegendEntry("d2-d4", _("a move")),
            LegendEntry("b1xb5/NE@d4", _("a barragoon captured on b5, put back on d4 showing NE")),
            LegendEntry(
                "b1xd3/X@a4/NS@g6", _("a tile captured: first the loser’s barragoon, then the capturer’s")
            ),
        ),
    ),
    reserve=_("Barragoons in the reserve:"),
    look=_("a piece: where it can go; a barragoon: how it is crossed"),
    browser_module="rules/barragoon.js",
    typed_move="c2c4",
    position_keys=_position_keys,
    example_record=_EXAMPLE_RECORD,
    placing=Placing(
        ask_square=_("%(side)s places a barragoon (%(number)s of %(count)s): choose its square."),
        ask_face=_("Choose its face for %(square)s; tap again to turn it."),
        forgotten=_("A barragoon was forgotten."),
    ),
)
