"""What is rated: games, byes, and the periods that hold them.

The games of a period count as if they had been played at the same time: everybody enters with the rating from before
the period. A period is an event, or a month of free games; the code does not need to know which.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import NamedTuple

from players.ratings.errors import HistoryError

PlayerId = int
GameId = str


class Result(Enum):
    """How a game ended: the first and the second player's score, and whether it was played at all.

    "First" is who moved first.
    """

    FIRST_WINS = (1.0, 0.0, True)
    DRAW = (0.5, 0.5, True)
    SECOND_WINS = (0.0, 1.0, True)
    BOTH_LOSE = (0.0, 0.0, True)
    """An arbiter's decision about a game that was played."""
    FIRST_WINS_BY_FORFEIT = (1.0, 0.0, False)
    SECOND_WINS_BY_FORFEIT = (0.0, 1.0, False)
    DOUBLE_FORFEIT = (0.0, 0.0, False)

    def __init__(self, first_score: float, second_score: float, played: bool) -> None:
        self.first_score = first_score
        self.second_score = second_score
        self.played = played


class Game(NamedTuple):
    """A game with what decides whether and how it is rated."""

    id: GameId
    first: PlayerId
    second: PlayerId
    result: Result
    rated: bool = True
    """False for a game of an unrated event, or one that an arbiter has taken out of the rating."""
    first_level: int = 0
    second_level: int = 0
    """Handicap levels: the higher level loses earlier."""


class Start(NamedTuple):
    """A rating that a player brings along from elsewhere."""

    player: PlayerId
    rating: int


class Moment(NamedTuple):
    """A point in a pool's history: a day, and how many periods have been closed by then."""

    day: date
    periods: int


@dataclass(frozen=True)
class Period:
    """Games that are rated together. Their order does not matter: they are kept sorted by id."""

    key: str
    start: date
    end: date
    games: tuple[Game, ...] = ()
    byes: tuple[PlayerId, ...] = ()
    starts: tuple[Start, ...] = ()

    def __post_init__(self) -> None:
        if self.end < self.start:
            raise HistoryError(f"Period {self.key} ends on {self.end}, before it starts on {self.start}.")
        object.__setattr__(self, "games", tuple(sorted(self.games, key=lambda game: game.id)))
        object.__setattr__(self, "byes", tuple(sorted(set(self.byes))))
        object.__setattr__(self, "starts", tuple(sorted(self.starts)))
        if len({start.player for start in self.starts}) < len(self.starts):
            raise HistoryError(f"Period {self.key} gives somebody two starting ratings; one is enough.")
        for game in self.games:
            if game.first == game.second:
                raise HistoryError(
                    f"Game {game.id} in period {self.key}: player {game.first} is on both sides."
                )
            if game.first_level < 0 or game.second_level < 0:
                raise HistoryError(
                    f"Game {game.id} in period {self.key}: an express level cannot be negative."
                )
        for one, other in zip(self.games, self.games[1:], strict=False):
            if one.id == other.id:
                raise HistoryError(
                    f"Game {one.id} stands twice in period {self.key}; it may count only once."
                )
