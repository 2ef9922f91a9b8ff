"""The field of a Swiss round: players in ranking order, who may meet whom, and who may have the bye."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.pairing.candidates import Candidate
from tournaments.pairing.colours import Strength
from tournaments.pairing.completion import complete
from tournaments.pairing.tournament import Colour


@dataclass(frozen=True)
class Field:
    """Players are known here by their place in the ranking order (article 1.2), from 0.

    One place past the last player stands for the pairing-allocated bye; it is used when the number of
    players is odd.
    """

    players: tuple[Candidate, ...]
    may_meet: tuple[int, ...]
    """For each place, and for the bye's, the mask of places that may be paired with it ([C1]–[C3])."""
    avoided: frozenset[tuple[int, int]]
    """Places that should not meet, the higher ranked first."""
    initial_colour: Colour
    bye_score: int | None
    """The score of the player with the bye ([C5]); None when nobody does."""
    completion: tuple[int, ...]
    """A complete pairing, as the mate of each place: the proof that there is one."""

    @property
    def bye(self) -> int:
        return len(self.players)

    @property
    def everybody(self) -> int:
        """The mask of all that must be paired, the bye included if there is one."""
        return (1 << (self.bye + (self.bye_score is not None))) - 1

    def groups(self) -> list[list[int]]:
        """The scoregroups (article 1.3.1), highest first."""
        found: list[list[int]] = []
        for place, player in enumerate(self.players):
            if not found or self.players[found[-1][0]].score != player.score:
                found.append([])
            found[-1].append(place)
        return found


def build_field(
    players: Sequence[Candidate],
    forbidden: frozenset[frozenset[int]],
    avoided: frozenset[frozenset[int]],
    initial_colour: Colour,
) -> Field | None:
    """The field of players in ranking order; None if no complete pairing exists (article 1.9.3)."""
    place_of = {player.number: place for place, player in enumerate(players)}
    may_meet = _acceptable_opponents(players, place_of, forbidden)
    bye_score, completion = _first_completion(players, may_meet)
    if completion is None:
        return None
    if bye_score is not None:
        may_meet = _with_bye(players, may_meet, bye_score)
    pairs = [sorted(place_of[number] for number in pair) for pair in avoided if pair <= place_of.keys()]
    return Field(
        tuple(players),
        tuple(may_meet),
        frozenset((pair[0], pair[1]) for pair in pairs if len(pair) == 2),
        initial_colour,
        bye_score,
        tuple(completion),
    )


def with_bye_score(field: Field, score: int, also: int) -> Field:
    """The field with the bye for players of another score, and for one place that may have it anyway."""
    nobody = [mask & ~(1 << field.bye) for mask in field.may_meet[: field.bye]]
    masks = _with_bye(field.players, [*nobody, 0], score)
    masks[also] |= 1 << field.bye
    masks[field.bye] |= 1 << also
    return replace(field, may_meet=tuple(masks), bye_score=score)


def colours_clash(one: Candidate, other: Candidate) -> bool:
    """Article 2.1.3 [C3]: two non-topscorers with the same absolute colour preference."""
    return (
        one.colours.strength is Strength.ABSOLUTE
        and other.colours.strength is Strength.ABSOLUTE
        and one.colours.preference is other.colours.preference
        and not one.topscorer
        and not other.topscorer
    )


def _acceptable_opponents(
    players: Sequence[Candidate], place_of: dict[int, int], forbidden: frozenset[frozenset[int]]
) -> list[int]:
    everybody = (1 << len(players)) - 1
    absolute = {Colour.WHITE: 0, Colour.BLACK: 0}
    for place, player in enumerate(players):
        preference = player.colours.preference
        if preference is not None and player.colours.strength is Strength.ABSOLUTE and not player.topscorer:
            absolute[preference] |= 1 << place
    masks = []
    for place, player in enumerate(players):
        refused = 1 << place
        for number in player.opponents:
            if number in place_of:
                refused |= 1 << place_of[number]
        for clashing in absolute.values():
            if clashing >> place & 1:
                refused |= clashing
        masks.append(everybody & ~refused)
    for pair in forbidden:
        places = [place_of[number] for number in pair if number in place_of]
        if len(places) == 2:
            masks[places[0]] &= ~(1 << places[1])
            masks[places[1]] &= ~(1 << places[0])
    masks.append(0)
    return masks


def _first_completion(
    players: Sequence[Candidate], may_meet: list[int]
) -> tuple[int | None, list[int] | None]:
    """A complete pairing and, in an odd field, the lowest score that can have the bye ([C4], [C5])."""
    if len(players) % 2 == 0:
        return None, complete(may_meet, (1 << len(players)) - 1)
    for score in sorted({player.score for player in players if player.may_have_bye}):
        found = complete(_with_bye(players, may_meet, score), (1 << len(players) + 1) - 1)
        if found is not None:
            return score, found
    return None, None


def _with_bye(players: Sequence[Candidate], may_meet: list[int], score: int) -> list[int]:
    bye = len(players)
    masks = list(may_meet)
    for place, player in enumerate(players):
        if player.may_have_bye and player.score == score:
            masks[place] |= 1 << bye
            masks[bye] |= 1 << place
    return masks
