"""Colours: what a player is due (C.04.3 articles 1.6 and 1.7) and who gets White (article 5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from tournaments.pairing.tournament import Colour


class Strength(IntEnum):
    """How much a player's colour preference weighs."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class ColourState:
    """A player's colours so far, in games played over the board, oldest first.

    Rounds without a game are left out, which is what C.04.2 article 3.4 asks for: the history moves up.
    """

    history: tuple[Colour, ...]
    difference: int
    preference: Colour | None
    strength: Strength
    repeated: Colour | None
    """The colour of the last two games, when they had the same."""


def colour_state(history: tuple[Colour, ...]) -> ColourState:
    difference = sum(1 if colour is Colour.WHITE else -1 for colour in history)
    repeated = history[-1] if len(history) >= 2 and history[-1] is history[-2] else None
    if not history:
        return ColourState(history, 0, None, Strength.NONE, None)
    if abs(difference) > 1:
        preference = Colour.BLACK if difference > 0 else Colour.WHITE
        strength = Strength.ABSOLUTE
    elif repeated is not None:
        preference, strength = repeated.other, Strength.ABSOLUTE
    elif difference:
        preference = Colour.BLACK if difference > 0 else Colour.WHITE
        strength = Strength.STRONG
    else:
        preference, strength = history[-1].other, Strength.MILD
    return ColourState(history, difference, preference, strength, repeated)


class ColourRule(IntEnum):
    """The paragraph of article 5.2 that gave the colours."""

    BOTH_PREFERENCES = 1
    STRONGER_PREFERENCE = 2
    ALTERNATION = 3
    HIGHER_RANKED = 4
    INITIAL_COLOUR = 5

    @property
    def article(self) -> str:
        return f"5.2.{self.value}"


@dataclass(frozen=True, slots=True)
class Allocation:
    """The colour of the higher ranked player of a pair, and why."""

    higher: Colour
    rule: ColourRule


def allocate(higher: ColourState, lower: ColourState, seat: int, initial: Colour) -> Allocation:
    """Article 5.2 for a pair whose higher ranked player has that place in the starting order."""
    if higher.preference is None and lower.preference is None:
        return Allocation(initial if seat % 2 else initial.other, ColourRule.INITIAL_COLOUR)
    if higher.preference is None:
        assert lower.preference is not None  # noqa: S101  (the case above has gone)
        return Allocation(lower.preference.other, ColourRule.BOTH_PREFERENCES)
    if lower.preference is not higher.preference:
        return Allocation(higher.preference, ColourRule.BOTH_PREFERENCES)
    if higher.strength != lower.strength:
        favoured = higher.strength > lower.strength
        colour = higher.preference if favoured else higher.preference.other
        return Allocation(colour, ColourRule.STRONGER_PREFERENCE)
    if higher.strength is Strength.ABSOLUTE and abs(higher.difference) != abs(lower.difference):
        favoured = abs(higher.difference) > abs(lower.difference)
        colour = higher.preference if favoured else higher.preference.other
        return Allocation(colour, ColourRule.STRONGER_PREFERENCE)
    for mine, theirs in zip(reversed(higher.history), reversed(lower.history), strict=False):
        if mine is not theirs:
            return Allocation(mine.other, ColourRule.ALTERNATION)
    return Allocation(higher.preference, ColourRule.HIGHER_RANKED)
