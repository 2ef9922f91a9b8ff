"""Step 3 of a new game: what it tells the site about itself."""

from engine.adjudication.protocol import FindingKind
from engine.core import Game
from engine.description import (
    OPEN_VIEW_LABEL,
    Choice,
    Ending,
    GameDescription,
    Legend,
    LegendEntry,
    Option,
    Pieces,
    View,
)
from engine.drawing import BoardArt
from engine.texts import Text

STONE = '<circle cx="50" cy="50" r="30"/>'


def contents(game: Game, view: str) -> dict[str, str]:
    return {f"{'abcde'[index]}1": "stone" for index in range(int(game.position(view)))}


DESCRIPTION = GameDescription(
    name="nim",
    label=Text("Nim"),
    sides=(Text("Left"), Text("Right")),
    art=BoardArt("nim", 5, 1, {"stone": STONE}, {}),
    pieces=Pieces(contents=contents, words={"stone": Text("a stone")}),
    options=(
        Option(
            key="stones",
            label=Text("Stones"),
            help=Text("How many there are at first."),
            choices=(
                Choice(3, Text("three"), Text("Three stones."), written="3"),
                Choice(4, Text("four"), Text("Four stones."), written="4"),
                Choice(5, Text("five"), Text("Five stones.")),
            ),
            default=5,
            tag="Stones",
            subject=Text("Pile"),
        ),
    ),
    views=(View("open", OPEN_VIEW_LABEL),),
    endings=(Ending(Text("%(winner)s took the last stone.")),),
    adjudicated=frozenset({FindingKind.NO_CAPTURE_LIMIT}),
    legend=Legend(
        title=Text("How many stones are taken"),
        entries=(LegendEntry("o", Text("a stone"), "stone"),),
        examples=(LegendEntry("take2", Text("two stones are taken")),),
    ),
)
