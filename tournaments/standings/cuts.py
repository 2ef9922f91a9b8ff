"""Leaving out the least and the most significant values (C.07, articles 14.1 to 14.4 and 16.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.standings.explanation import Cut


class Modifier(NamedTuple):
    """So many of the least, then so many of the most significant values are cut."""

    lowest: int = 0
    highest: int = 0

    @property
    def suffix(self) -> str:
        if not self.lowest:
            return ""
        return f"-M{self.lowest}" if self.highest else f"-C{self.lowest}"

    @property
    def words(self) -> str:
        if not self.lowest:
            return ""
        return f", Median-{self.lowest}" if self.highest else f", Cut-{self.lowest}"

    @property
    def article(self) -> str:
        """Where C.07 has the modifier; more than two cuts follow 14.2 and 14.4."""
        if not self.lowest:
            return ""
        if self.highest:
            return " with 14.3" if self.lowest == 1 else " with 14.4"
        return " with 14.1" if self.lowest == 1 else " with 14.2"


NO_CUTS = Modifier()


def cuts(
    modifier: Modifier, scores: Sequence[int], values: Sequence[int], voluntary: Sequence[int]
) -> dict[int, Cut]:
    """The positions that do not count, and why.

    `values` are what the rounds contribute, `scores` how significant they are: for Sonneborn-Berger the
    opponent's score, otherwise the same as the values. `voluntary` are the positions that come from rounds
    the player chose not to play: the lowest of them goes first, unless that would cut less than the least
    significant value (16.5.1); so again for every further cut (16.5.2).
    """
    left = list(range(len(values)))
    gone: dict[int, Cut] = {}
    for _ in range(min(modifier.lowest, len(left))):
        position = min(left, key=lambda each: (scores[each], values[each]))
        reason = Cut.LOWEST
        chosen_absences = [each for each in voluntary if each not in gone]
        if chosen_absences:
            lowest = min(chosen_absences, key=lambda each: (values[each], scores[each]))
            if values[lowest] >= values[position]:
                position, reason = lowest, Cut.VOLUNTARY
        gone[position] = reason
        left.remove(position)
    for _ in range(min(modifier.highest, len(left))):
        position = max(left, key=lambda each: (scores[each], values[each]))
        gone[position] = Cut.HIGHEST
        left.remove(position)
    return gone
