"""Short ways to write down games, periods and states."""

from collections.abc import Mapping
from datetime import date, timedelta
from itertools import count

from players.ratings import (
    EloState,
    Game,
    Glicko2State,
    LedgerEntry,
    Moment,
    Period,
    RatingSystem,
    Result,
    recompute,
)
from players.ratings.history import Checkpoint
from players.ratings.system import S

NEW_YEAR = date(2026, 1, 1)
OPENING = Moment(NEW_YEAR, 0)

WIN, DRAW, LOSS = Result.FIRST_WINS, Result.DRAW, Result.SECOND_WINS


_numbers = count(1)


def game(first: int, second: int, result: Result, **facts: str | int | bool) -> Game:
    """A game with an id of its own, unless one is wanted."""
    return Game(f"g{next(_numbers):05}", first, second, result)._replace(**facts)


def month(number: int, *games: Game, byes: tuple[int, ...] = ()) -> Period:
    """Thirty days; number 0 begins with the new year, and each follows the one before without a gap."""
    start = NEW_YEAR + timedelta(days=30 * number)
    return Period(f"month {number}", start, start + timedelta(days=30), games, byes)


def glicko(rating: float, deviation: float, volatility: float = 0.06, games: int = 0) -> Glicko2State:
    return Glicko2State(rating, deviation, volatility, games, OPENING, NEW_YEAR)


def elo(rating: int | None, games: int = 100, peak: int | None = None) -> EloState:
    return EloState(rating, games, peak or rating, (), started=True, active_on=NEW_YEAR)


def rate(
    system: RatingSystem[S],
    states: Mapping[int, S],
    *games: Game,
    birth_years: Mapping[int, int] | None = None,
) -> dict[int, LedgerEntry[S]]:
    """The entries of one period of thirty days by player."""
    (rated,) = recompute(
        system,
        [month(0, *games)],
        after=Checkpoint(OPENING, states),
        birth_years=birth_years or {},
    )
    return {entry.player: entry for entry in rated.entries}
