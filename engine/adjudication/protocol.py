"""What a game's package offers to adjudication; `engine.core.Rules` leads to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from engine.adjudication.findings import Finding
from engine.adjudication.proof import Budget, Proof

if TYPE_CHECKING:
    from engine.record import Record

# Decides a position string; raises `PositionError` if it cannot be read.
Prover: TypeAlias = Callable[[str, Budget], Proof]


class Adjudicator(Protocol):
    """A game's part of adjudication: what its own rules have to say."""

    @property
    def prover(self) -> Prover | None:
        """Decides whether a position is dead; None if the game has no such rule."""

    def is_capture(self, ply: str) -> bool:
        """Whether this legal ply takes anything off the board."""

    def findings(self, record: Record, budget: Budget) -> Sequence[Finding]:
        """What the game's rules say about a record that could start; of a broken one, about its valid plies."""
