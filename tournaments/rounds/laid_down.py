"""What the arbiter lays down before a round is paired: boards that stay, the bye, pairs allowed after all.

It is kept with the round as ids of entries, because a round can be paired again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True)
class LaidDown:
    boards: tuple[tuple[int, int], ...] = ()
    """Who sits there, first colour first."""
    bye: int | None = None
    allowed: frozenset[frozenset[int]] = frozenset()
    """Pairs that are kept apart otherwise, but may meet in this round."""

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        return cls(
            boards=tuple((first, second) for first, second in stored.get("boards", ())),
            bye=stored.get("bye"),
            allowed=frozenset(frozenset(pair) for pair in stored.get("allowed", ())),
        )

    def stored(self) -> dict[str, Any]:
        return {
            "boards": [list(pair) for pair in self.boards],
            "bye": self.bye,
            "allowed": sorted(sorted(pair) for pair in self.allowed),
        }

    def __bool__(self) -> bool:
        return bool(self.boards or self.bye or self.allowed)
