"""What adjudication finds in a record, and what a game's package offers to it; `engine.core.Rules` leads to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from .proof import Budget, Proof

if TYPE_CHECKING:
    from ..record import Record

# In place of a rule's number, where not the game's rules but the event's are at stake.
EVENT_REGULATION = "event regulation"


class FindingKind(StrEnum):
    """What a finding is about. The values are stable."""

    DEAD_POSITION = "dead-position"
    REPETITION = "repetition"  # of a sequence of plies
    POSITION_REPETITION = "position-repetition"
    DRAW_OFFER = "draw-offer"
    NO_CAPTURE_LIMIT = "no-capture-limit"
    TWO_SQUARES = "two-squares"
    NO_PROGRESS = "no-progress"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing an arbiter should know about a record.

    `ply` is the number of the ply after which it holds, 0 being the start; `verdict` is a word from a closed
    set of the finding's kind; `proof` is what shows it, ready for JSON.
    """

    kind: FindingKind
    rule: str
    ply: int
    verdict: StrEnum
    message: str
    proof: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "rule": self.rule,
            "ply": self.ply,
            "verdict": self.verdict.value,
            "message": self.message,
            "proof": dict(self.proof),
        }


# Decides a position string; raises `PositionError` if it cannot be read.
Prover: TypeAlias = Callable[[str, Budget], Proof]


class Adjudicator(Protocol):
    """A game's part of adjudication: what its own rules have to say."""

    @property
    def prover(self) -> Prover | None:
        """Decides whether a position is dead; None if the game has no such rule."""

    @property
    def position_rule(self) -> str | None:
        """The rule by which a position that comes back counts; None if the game has none."""

    def is_capture(self, ply: str) -> bool:
        """Whether this legal ply takes anything off the board."""

    def findings(self, record: Record, budget: Budget) -> Sequence[Finding]:
        """What the game's rules say about a record that could start; of a broken one, about its valid plies."""
