"""The interface of the rating systems, and the numbers they give to the ledger.

A system is its parameters and a few pure functions. It keeps nothing: states go in, entries with the states before and
after come out, together with every number that is needed to explain the difference.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Generic, NamedTuple, Protocol, TypeVar

from players.ratings.counting import CountedGame, CountingRules, Uncounted
from players.ratings.errors import require
from players.ratings.periods import GameId, Moment, PlayerId


class RatingState(Protocol):
    """What a system remembers of a player."""

    @property
    def rating(self) -> float | None:
        """None for a player without a rating."""

    @property
    def deviation(self) -> float | None:
        """The rating's standard error in points; None in a system that does not estimate one."""

    @property
    def games(self) -> int:
        """How many games have counted so far."""

    @property
    def active_on(self) -> date | None:
        """The end of the last period in which the player took part."""


S = TypeVar("S", bound=RatingState)


class GameEffect(NamedTuple):
    """What one game did to one player's rating."""

    game: GameId
    opponent: PlayerId
    opponent_rating: float
    opponent_deviation: float | None
    bonus: float
    """Rating points by which this player was better off than the ratings say: colour and handicap."""
    expected: float | None
    """None for a game that waits for, or goes into, a first rating: nothing was expected of a newcomer."""
    actual: float
    change: float | None
    """This game's share of the change of rating, in points."""


class Steps(Protocol):
    """A named tuple of numbers; each system has its own, see docs/ratings.md."""

    def _asdict(self) -> dict[str, float]: ...


class LedgerEntry(NamedTuple, Generic[S]):
    """A line of the ledger: one player, one period."""

    player: PlayerId
    before: S
    """As the period opened: time without games has already had its effect."""
    after: S
    games: tuple[GameEffect, ...]
    steps: Steps | None
    """The intermediate results, for the page that explains the entry; None if nothing was computed."""


class RatedGames(NamedTuple, Generic[S]):
    """The result of rating a period."""

    entries: list[LedgerEntry[S]]
    uncounted: list[Uncounted]


@dataclass(frozen=True)
class ListingRules:
    """Who is on the list."""

    inactive_after_days: int | None = 365
    """None keeps everybody on the list for ever."""

    def __post_init__(self) -> None:
        require(
            self.inactive_after_days is None or self.inactive_after_days > 0,
            "The time after which players leave the list (inactive_after_days) has to be at least a day.",
        )


class Parameters(Protocol):
    """What the parameters of all systems have in common."""

    @property
    def counting(self) -> CountingRules: ...

    @property
    def listing(self) -> ListingRules: ...


class RatingSystem(Protocol[S]):
    """A way to compute ratings. Two systems with equal parameters and version give equal numbers."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int:
        """Grows when the same games and parameters give other numbers."""

    @property
    def parameters(self) -> Parameters: ...

    @property
    def state_type(self) -> type[S]: ...

    def newcomer(self, moment: Moment) -> S:
        """The state of somebody who has never been rated."""

    def started(self, rating: int, moment: Moment) -> S:
        """The state of somebody who brings this rating along: provisional until enough games have counted."""

    def aged(self, state: S, moment: Moment) -> S:
        """The state after time without games."""

    def marked_active(self, state: S, day: date) -> S:
        """The state of somebody who took part in a period without a game that counts."""

    def provisional(self, state: S) -> bool:
        """Whether the rating is based on too few games. Pass an aged state."""

    def rate(
        self,
        games: Sequence[CountedGame],
        states: Mapping[PlayerId, S],
        opens: Moment,
        closes: Moment,
        birth_years: Mapping[PlayerId, int],
    ) -> RatedGames[S]:
        """Rate one period. `states` may lack newcomers; entries come in the order of the players' ids."""
