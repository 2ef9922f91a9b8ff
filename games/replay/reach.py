"""Where the pieces on the board may go, and how barragoons are crossed, as far as a viewer may be told."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from engine.core import Game
from engine.drawing import MAY_CAPTURE, MAY_GO, Placed
from games.replay.document import square_number
from games.replay.frame import Frame
from games.replay.stage import Stage, Way


class Look(NamedTuple):
    """What is told about one square."""

    words: str
    ways: tuple[Way, ...] = ()
    crossings: tuple[str, ...] = ()

    def marks(self) -> tuple[Placed, ...]:
        """On the squares a piece may go to."""
        return tuple(Placed(way.path[-1], MAY_GO if way.kind == "move" else MAY_CAPTURE) for way in self.ways)


def reach(game: Game, stage: Stage, view: str) -> dict[str, list[Way]]:
    """The moves of every piece this viewer knows, by its square; of the side not to move: were it its turn.

    What a face-down piece could do would tell what it is, so nothing is said about it.
    """
    known = stage.known_squares(game, view)
    found: dict[str, list[Way]] = {}
    for position in (game, stage.other_turn(game)):
        for step in position.legal_moves():
            if step.origin in known:
                way = stage.way(position, step.origin, step.target, step.kind)
                found.setdefault(step.origin, []).append(way)
    return found


def looks(frame: Frame) -> dict[str, Look]:
    """What is told about every occupied square."""
    stage, view, game = frame.replay.stage, frame.replay.view, frame.game
    game.catch_up()
    contents = frame.contents()
    known, crossings = stage.known_squares(game, view), stage.crossings()
    ways = reach(game, stage, view)
    found = {}
    for square, content in contents.items():
        crossing = crossings.get(content)
        if crossing is not None:
            found[square] = Look(crossing.words, crossings=crossing.ways)
        elif square not in known:
            facts = {"piece": stage.content_words(content), "square": square}
            found[square] = Look(_("%(piece)s, on %(square)s: where it may go is not known.") % facts)
        else:
            found[square] = _look_at_piece(stage, content, square, tuple(ways.get(square, ())))
    return found


def looks_document(frame: Frame) -> dict[str, list[Any]]:
    """The same for the browser, by the number of the square: words, ways, crossings.

    A way is 1 for a capture, else 0, and then the squares of its path.
    """
    files = frame.replay.stage.art.files

    def numbers(way: Way) -> list[int]:
        return [int(way.kind != "move"), *(square_number(square, files) for square in way.path)]

    return {
        str(square_number(square, files)): [
            look.words,
            [numbers(way) for way in look.ways],
            list(look.crossings),
        ]
        for square, look in looks(frame).items()
    }


def _look_at_piece(stage: Stage, content: str, square: str, ways: tuple[Way, ...]) -> Look:
    facts = {
        "piece": stage.content_words(content),
        "square": square,
        "targets": ", ".join(way.path[-1] for way in ways if way.kind == "move"),
        "captures": ", ".join(way.path[-1] for way in ways if way.kind != "move"),
    }
    if facts["targets"] and facts["captures"]:
        words = _("%(piece)s on %(square)s may go to %(targets)s, and capture on %(captures)s.")
    elif facts["targets"]:
        words = _("%(piece)s on %(square)s may go to %(targets)s.")
    elif facts["captures"]:
        words = _("%(piece)s on %(square)s may capture on %(captures)s.")
    else:
        words = _("%(piece)s on %(square)s cannot move.")
    return Look(words % facts, ways)
