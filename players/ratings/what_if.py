"""What a win, a draw or a loss would change, rated as a period of one game."""

from __future__ import annotations

from typing import Generic, NamedTuple

from players.ratings.counting import Uncounted
from players.ratings.history import Checkpoint, recompute
from players.ratings.periods import Game, Moment, Period, Result
from players.ratings.system import LedgerEntry, RatingSystem, S

_PLAYER, _OPPONENT = 1, 2
_GAME = "what if"


class Prospect(NamedTuple, Generic[S]):
    """One result and its effect."""

    score: float
    entry: LedgerEntry[S] | None
    """None if the game would not change anything for the player, for the reason beside it."""
    opponent_entry: LedgerEntry[S] | None
    uncounted: tuple[Uncounted, ...]

    @property
    def change(self) -> float | None:
        """In rating points; None without a rating before or after."""
        return _change(self.entry)

    @property
    def opponent_change(self) -> float | None:
        return _change(self.opponent_entry)


class WhatIf(NamedTuple, Generic[S]):
    win: Prospect[S]
    draw: Prospect[S]
    loss: Prospect[S]

    @property
    def expected(self) -> float | None:
        """The expected score; None if one of the two has no rating."""
        entry = self.win.entry
        return entry.games[0].expected if entry and entry.games else None


def what_if(
    system: RatingSystem[S],
    player: S | None,
    opponent: S | None,
    moment: Moment,
    *,
    player_moves_first: bool = True,
    level: int = 0,
    opponent_level: int = 0,
    birth_year: int | None = None,
) -> WhatIf[S]:
    """The three results, as if the game alone were rated at this moment. A state of None is a newcomer."""
    states = {
        number: state for number, state in ((_PLAYER, player), (_OPPONENT, opponent)) if state is not None
    }
    birth_years = {} if birth_year is None else {_PLAYER: birth_year}

    def prospect(score: float, result_as_first: Result, result_as_second: Result) -> Prospect[S]:
        if player_moves_first:
            game = Game(_GAME, _PLAYER, _OPPONENT, result_as_first)
            game = game._replace(first_level=level, second_level=opponent_level)
        else:
            game = Game(_GAME, _OPPONENT, _PLAYER, result_as_second)
            game = game._replace(first_level=opponent_level, second_level=level)
        period = Period(_GAME, moment.day, moment.day, (game,))
        (rated,) = recompute(system, [period], after=Checkpoint(moment, states), birth_years=birth_years)
        entries = {entry.player: entry for entry in rated.entries}
        return Prospect(score, entries.get(_PLAYER), entries.get(_OPPONENT), rated.uncounted)

    return WhatIf(
        win=prospect(1.0, Result.FIRST_WINS, Result.SECOND_WINS),
        draw=prospect(0.5, Result.DRAW, Result.DRAW),
        loss=prospect(0.0, Result.SECOND_WINS, Result.FIRST_WINS),
    )


def _change(entry: LedgerEntry[S] | None) -> float | None:
    if entry is None or entry.before.rating is None or entry.after.rating is None:
        return None
    return entry.after.rating - entry.before.rating
