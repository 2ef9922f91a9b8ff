"""The board a witness line is played on: a proof looks at the board alone, and so does whoever follows it."""

from __future__ import annotations

from engine.core import Game, Rules


def board_alone(rules: Rules, game: Game) -> Game:
    """The position of a game without what was played before it.

    Duties that come from a game's history (to leave a repetition, to leave two squares) bind its players, not a line
    that shows what the board still allows. The line is known to be right, so nobody asks at each ply whether the game
    is over (`Game.hurry`). What no position string says, such as which pieces have been shown, goes with the history.
    """
    alone = rules.from_position(game.position())
    alone.hurry()
    return alone
