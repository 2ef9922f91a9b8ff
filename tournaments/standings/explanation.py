"""Why a tie-break has the value it has: as data for a page, and in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Cut(Enum):
    """Why a contribution does not count."""

    LOWEST = "cut: the least significant value (14.1)"
    VOLUNTARY = "cut: the lowest from a round the player chose not to play (16.5)"
    HIGHEST = "cut: the most significant value (14.3)"


_QUARTERS: Final = {"": "", "0": "", "00": "", "25": "¼", "5": "½", "50": "½", "75": "¾"}


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one round, or one opponent, adds to a tie-break. Values are integers of the tie-break's scale."""

    round: int | None
    opponent: int | None
    value: int
    words: str
    cut: Cut | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A tie-break of one player: the value, what it is made of, and what was left out."""

    code: str
    name: str
    article: str
    number: int
    value: int
    scale: int
    contributions: tuple[Contribution, ...]
    summary: str = ""

    def words(self) -> list[str]:
        """One sentence a line, from the contributions to the result."""
        lines = []
        for each in self.contributions:
            where = f"Round {each.round}: " if each.round is not None else ""
            cut = f" ({each.cut.value})" if each.cut else ""
            lines.append(f"{where}{each.words}{cut}")
        if self.summary:
            lines.append(self.summary)
        lines.append(f"{self.name} ({self.code}, article {self.article}): {amount(self.value, self.scale)}")
        return lines


def write_fraction(text: str) -> str:
    """A number of a table as people write points: 20.5 is 20½, 12.25 is 12¼; what is no quarter stays as it is."""
    whole, _point, rest = text.partition(".")
    if rest not in _QUARTERS:
        return text
    return f"{'' if whole == '0' and _QUARTERS[rest] else whole}{_QUARTERS[rest]}"


def amount(value: int, scale: int) -> str:
    """A value as tables show it: ``amount(11, 2)`` is 5.5, ``amount(29, 4)`` is 7.25, counts are whole."""
    if scale == 1:
        return str(value)
    text = f"{value / scale:.4f}".rstrip("0")
    return text + "0" if text.endswith(".") else text
