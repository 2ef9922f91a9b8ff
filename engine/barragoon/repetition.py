"""The repetition rule (6c): threefold sequences, and the duty to leave one after a declined offer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Duty(NamedTuple):
    """A cycle that has to be left at the first opportunity, and how far it was continued for want of one."""

    period: int
    continued: int = 0

    @property
    def is_draw(self) -> bool:
        """Whether a whole further cycle was played because nobody could leave it."""
        return self.continued == self.period

    def next_ply(self, plies: Sequence[str]) -> str:
        """The ply that would continue the cycle."""
        return plies[-self.period]

    def after(self, ply: str, plies: Sequence[str]) -> Duty | None:
        """The duty once this ply follows those: it ends with the first ply that leaves the cycle."""
        return Duty(self.period, self.continued + 1) if ply == self.next_ply(plies) else None


def repeated_period(plies: Sequence[str]) -> int:
    """The smallest even p such that the last 3·p plies are three equal runs of p; 0 if there is none."""
    count = len(plies)
    if count < 6:
        return 0
    last = plies[-1]
    for period in range(2, count // 3 + 1, 2):
        if plies[-1 - period] == last:
            run = plies[count - period :]
            if (
                run == plies[count - 2 * period : count - period]
                and run == plies[count - 3 * period : count - 2 * period]
            ):
                return period
    return 0
