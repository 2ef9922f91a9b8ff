"""How well a candidate meets the criteria of article 2, as numbers people can read.

The pairing itself is found by weights (see `criteria`); this module counts the same things straight from
the pairs, to explain a pairing, to compare a changed one with it, and to check the one against the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from tournaments.pairing.bracket import received
from tournaments.pairing.candidates import Candidate, Float
from tournaments.pairing.criteria import (
    Bracket,
    loser_of_colours,
    strong_preference_lost,
    third_in_a_row,
    too_wide,
    weights,
)
from tournaments.pairing.field import Field
from tournaments.pairing.matching import heaviest


class Criterion(Enum):
    """The criteria in their order: number, article of C.04.3, what is asked."""

    C1 = (1, "2.1.1", "nobody meets the same opponent twice")
    C2 = (2, "2.1.2", "nobody has a second bye, or one after a win without playing")
    C3 = (3, "2.1.3", "no two players meet who both must have the same colour")
    C4 = (4, "2.2.1", "everybody not yet paired can still be paired")
    C5 = (5, "2.3.1", "the lowest score possible for the pairing-allocated bye")
    C6 = (6, "2.4.1", "as few downfloaters as possible")
    C7 = (7, "2.4.2", "the lowest scores possible for the downfloaters")
    C8 = (8, "2.4.3", "as few and as low downfloaters as possible from the following bracket")
    C9 = (9, "2.4.4", "the fewest unplayed games for the player with the bye")
    AVOIDED = (9.5, "", "pairs the arbiter wants to avoid")
    C10 = (10, "2.4.5", "no colour difference beyond 2 for topscorers and their opponents")
    C11 = (11, "2.4.6", "no third game in a row with the same colour for topscorers and their opponents")
    C12 = (12, "2.4.7", "as many colour preferences granted as possible")
    C13 = (13, "2.4.8", "as many strong colour preferences granted as possible")
    C14 = (14, "2.4.9", "no downfloat after a downfloat in the previous round")
    C15 = (15, "2.4.10", "no upfloat after an upfloat in the previous round")
    C16 = (16, "2.4.11", "no downfloat after a downfloat two rounds before")
    C17 = (17, "2.4.12", "no upfloat after an upfloat two rounds before")
    C18 = (18, "2.4.13", "small score differences for those who floated down in the previous round")
    C19 = (19, "2.4.14", "small score differences for those who floated up in the previous round")
    C20 = (20, "2.4.15", "small score differences for those who floated down two rounds before")
    C21 = (21, "2.4.16", "small score differences for those who floated up two rounds before")

    @property
    def code(self) -> str:
        return "avoided" if self is Criterion.AVOIDED else self.name

    @property
    def article(self) -> str:
        return str(self.value[1])

    @property
    def wish(self) -> str:
        return str(self.value[2])


Marks = dict[Criterion, tuple[int, ...]]
"""For each criterion from C6 on what it counts, less being better; several numbers are compared in turn."""


def evaluate(field: Field, bracket: Bracket, pairs: Sequence[tuple[int, int]]) -> Marks:
    """The marks of a candidate: pairs of places of the bracket, the higher ranked first."""
    paired = {place for pair in pairs for place in pair}
    floaters = [place for place in bracket.moved_down + bracket.residents if place not in paired]
    players = field.players
    down = [(players[one], players[other]) for one, other in pairs if one in bracket.moved_down]
    resident_floaters = [players[place] for place in floaters if place not in bracket.moved_down]
    marks: Marks = {
        Criterion.C6: (len(floaters),),
        Criterion.C7: _descending(players[place].score for place in floaters),
        Criterion.C8: _following(field, bracket, floaters),
        Criterion.C9: _unplayed_of_bye(field, bracket, floaters),
        Criterion.AVOIDED: (sum(pair in field.avoided for pair in pairs),),
    }
    marks.update(_colour_marks(field, pairs))
    marks[Criterion.C14] = (sum(player.last_float is Float.DOWN for player in resident_floaters),)
    marks[Criterion.C15] = (sum(low.last_float is Float.UP for _, low in down),)
    marks[Criterion.C16] = (sum(player.float_before is Float.DOWN for player in resident_floaters),)
    marks[Criterion.C17] = (sum(low.float_before is Float.UP for _, low in down),)
    marks.update(_difference_marks(field, bracket, floaters, down))
    return marks


def first_difference(better: Marks, worse: Marks) -> Criterion | None:
    """The criterion that sets two candidates apart, or None if they are equally good."""
    for criterion in Criterion:
        if criterion in better and better[criterion] != worse[criterion]:
            return criterion
    return None


def total(marks: Marks) -> tuple[tuple[int, ...], ...]:
    """Marks in the order of the criteria; the smaller is the better candidate."""
    return tuple(marks[criterion] for criterion in Criterion if criterion in marks)


def _descending(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(numbers, reverse=True))


def _following(field: Field, bracket: Bracket, floaters: Sequence[int]) -> tuple[int, ...]:
    """How few must float on from the following bracket, and with which scores ([C6] and [C7] there)."""
    if not floaters or not bracket.following:
        return (0,)
    if received(field, bracket, floaters) is not None:
        odd = (len(floaters) + len(bracket.following)) % 2 == 1
        return (1, field.players[bracket.following[0]].score) if odd else (0,)
    ahead = Bracket(tuple(floaters), bracket.following, (), bracket.rest)
    graph = weights(field, ahead, floaters=False, cover=True, one_floats_to_the_bye=False)
    mates = heaviest(graph.inside + graph.outside, cover=True)
    inside = set(floaters) | set(bracket.following)
    residents = set(bracket.following)
    left = [
        place
        for place in inside
        if mates.get(place) not in inside or not (place in residents or mates[place] in residents)
    ]
    return (len(left), *_descending(field.players[place].score for place in left))


def _unplayed_of_bye(field: Field, bracket: Bracket, floaters: Sequence[int]) -> tuple[int, ...]:
    score = field.players[bracket.residents[0]].score
    if len(floaters) == 1 and field.bye_score is not None and field.bye_score >= score:
        return (field.players[floaters[0]].unplayed,)
    return (0,)


def _colour_marks(field: Field, pairs: Sequence[tuple[int, int]]) -> Marks:
    wide = third = lost = strong = 0
    for one, other in pairs:
        higher, lower = field.players[one], field.players[other]
        loser = loser_of_colours(higher, lower, field)
        if loser is None:
            continue
        lost += 1
        strong += strong_preference_lost(higher, lower)
        if higher.topscorer or lower.topscorer:
            wide += too_wide(loser)
            third += third_in_a_row(loser)
    return {
        Criterion.C10: (wide,),
        Criterion.C11: (third,),
        Criterion.C12: (lost,),
        Criterion.C13: (strong,),
    }


def _difference_marks(
    field: Field, bracket: Bracket, floaters: Sequence[int], down: Sequence[tuple[Candidate, Candidate]]
) -> Marks:
    """[C18] to [C21]. Who floats on has a difference larger than any in this bracket could be."""
    lowest = field.players[bracket.residents[0]].score
    beyond = [field.players[place] for place in floaters if place in bracket.moved_down]

    def downfloaters(float_of: str) -> tuple[int, ...]:
        paired = [high.score - low.score for high, low in down if getattr(high, float_of) is Float.DOWN]
        on = [player.score - lowest + 1 for player in beyond if getattr(player, float_of) is Float.DOWN]
        return _descending(paired + on)

    def upfloaters(float_of: str) -> tuple[int, ...]:
        return _descending(high.score - low.score for high, low in down if getattr(low, float_of) is Float.UP)

    return {
        Criterion.C18: downfloaters("last_float"),
        Criterion.C19: upfloaters("last_float"),
        Criterion.C20: downfloaters("float_before"),
        Criterion.C21: upfloaters("float_before"),
    }
