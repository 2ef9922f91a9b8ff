"""What adjudication finds in a record: each finding has its rule, its ply and its proof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """What a finding is about. The values are stable."""

    DEAD_POSITION = "dead-position"
    REPETITION = "repetition"
    DRAW_OFFER = "draw-offer"
    NO_CAPTURE_LIMIT = "no-capture-limit"
    TWO_SQUARES = "two-squares"
    NO_PROGRESS = "no-progress"


# In place of a rule's number, where not the game's rules but the event's are at stake.
EVENT_REGULATION = "event regulation"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing an arbiter should know about a record.

    `ply` is the number of the ply after which it holds, 0 being the start; `verdict` is a word from a closed
    set of the finding's kind; `proof` is what shows it, ready for JSON.
    """

    kind: Kind
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
