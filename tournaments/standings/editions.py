"""The editions of C.07 that a table can follow, and what changed between them."""

from __future__ import annotations

from datetime import date
from enum import Enum
from typing import Final


class Edition(Enum):
    """Named by the year in which it came into force."""

    OF_2024 = 2024
    """From 1 August 2024."""
    OF_2026 = 2026
    """From 1 March 2026."""

    @property
    def limits_dummies(self) -> bool:
        """Whether the dummy of a round without a game may have less than the player's own score (16.4)."""
        return self is Edition.OF_2026


CURRENT_EDITION: Final = Edition.OF_2026
_IN_FORCE: Final = date(2026, 3, 1)


def edition_on(day: date) -> Edition:
    """The edition for an event that begins on that day. Older events follow the oldest one we know."""
    return Edition.OF_2026 if day >= _IN_FORCE else Edition.OF_2024
