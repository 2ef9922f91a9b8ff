"""A proof about one position: whether a capture can still happen, how that was found out, the board to follow it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from ..core import Game, Rules


class ProofVerdict(StrEnum):
    """The answers to the question whether a position is dead."""

    DEAD = "dead"
    ALIVE = "alive"
    UNDECIDED = "undecided"
    NOT_APPLICABLE = "not-applicable"


class Evidence(StrEnum):
    """The evidence behind a verdict."""

    REACH = "reach"  # dead: nothing to capture within any piece's reach, even if no other stood in its way
    SEARCH = "search"  # dead: every position was looked at
    WITNESS = "witness"  # alive: here is the line
    BUDGET = "budget"  # undecided: the positions or the seconds allowed were used up
    FIRST_CANNOT_MOVE = "first-cannot-move"  # the rule does not apply: the first mover could not go on
    SECOND_CANNOT_MOVE = "second-cannot-move"


class Budget(NamedTuple):
    """How much may be spent on a proof: positions looked at, and seconds if they matter.

    `on_pause` is called now and then by a long search, for what cannot wait until it ends.
    """

    positions: int
    seconds: float | None = None
    on_pause: Callable[[], object] | None = None


DEFAULT_BUDGET: Final = Budget(positions=1_000_000, seconds=60.0)


@dataclass(frozen=True, slots=True)
class Proof:
    """A verdict on a position with its evidence.

    `visited` counts the positions looked at; the witness is a line of legal plies that ends in a capture.
    """

    position: str
    verdict: ProofVerdict
    how: Evidence
    visited: int
    witness: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "position": self.position,
            "verdict": self.verdict.value,
            "how": self.how.value,
            "visited": self.visited,
            "witness": list(self.witness),
        }


def without_history(rules: Rules, game: Game) -> Game:
    """The position of a game without what was played before it.

    Duties that come from a game's history (to leave a repetition, to leave two squares) bind its players, not a line
    that shows what the board still allows. The line is known to be right, so `Game.defer_end_checks` holds for it. What
    no position string says, such as which pieces have been shown, goes with the history.
    """
    alone = rules.from_position(game.position())
    alone.defer_end_checks()
    return alone
