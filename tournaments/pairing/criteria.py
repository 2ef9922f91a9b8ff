"""The criteria of article 2 as weights of a matching, for one bracket.

The criteria are compared one after the other, so each gets a digit of a number in a mixed base: the base
is one more than the criterion can count in this bracket, and criteria that cannot differ get no digit. A
heavier matching is then a better candidate. What is wanted adds to a pair's weight, what is to be
minimised is taken off it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.pairing.candidates import Candidate, Float
from tournaments.pairing.colours import Strength, allocate
from tournaments.pairing.completion import members
from tournaments.pairing.field import Field
from tournaments.pairing.matching import Edge


@dataclass(frozen=True)
class Bracket:
    """Article 1.3.2: moved-down players and residents, with those ranked below. Places in the field."""

    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...]
    """The next scoregroup."""
    rest: tuple[int, ...]
    """All below it, and the bye."""

    @property
    def size(self) -> int:
        return len(self.moved_down) + len(self.residents)

    @property
    def everybody(self) -> tuple[int, ...]:
        """All that are left to be paired."""
        return self.moved_down + self.residents + self.following + self.rest


@dataclass(frozen=True)
class Weights:
    """The graph of a bracket: pairs inside it, and how those who float may go on."""

    inside: list[Edge]
    outside: list[Edge]


def weights(
    field: Field, bracket: Bracket, *, floaters: bool, cover: bool, one_floats_to_the_bye: bool
) -> Weights:
    """The bracket as a graph. Pairs are written with the higher ranked place first.

    `floaters` brings in the following bracket ([C8]), `cover` everybody below, so that a matching of all
    is a proof of [C4] and [C5]; `one_floats_to_the_bye` switches on [C9].
    """
    scale = _scale(field, bracket, floaters, one_floats_to_the_bye)
    inside = list(_inside(field, bracket, scale))
    outside: list[Edge] = []
    if floaters or cover:
        outside.extend(_towards_following(field, bracket, scale))
    if cover:
        outside.extend(_towards_rest(field, bracket))
    return Weights(inside, outside)


def loser_of_colours(one: Candidate, other: Candidate, field: Field) -> Candidate | None:
    """Of two players who want the same colour, the one who does not get it."""
    if one.colours.preference is None or one.colours.preference is not other.colours.preference:
        return None
    higher, lower = (one, other) if one.rank < other.rank else (other, one)
    given = allocate(higher.colours, lower.colours, higher.seat, field.initial_colour).higher
    return lower if given is higher.colours.preference else higher


def too_wide(player: Candidate) -> bool:
    """[C10]: against the preference, the colour difference would pass 2."""
    return abs(player.colours.difference) >= 2


def third_in_a_row(player: Candidate) -> bool:
    """[C11]: against the preference, the same colour would come a third time."""
    preference = player.colours.preference
    return preference is not None and player.colours.repeated is preference.other


def strong_preference_lost(one: Candidate, other: Candidate) -> bool:
    """[C13], for two players who want the same colour: whether a strong preference is not granted.

    Of two absolute preferences the lost one is absolute; [C10] and [C11] have judged it.
    """
    weaker = min(one.colours.strength, other.colours.strength)
    return weaker is Strength.STRONG


@dataclass
class _Scale:
    """What one count of each criterion weighs."""

    pair: int = 0
    paired_score: dict[int, int] = field(default_factory=dict)
    following_pair: int = 0
    following_score: dict[int, int] = field(default_factory=dict)
    unplayed: int = 0
    avoided: int = 0
    wide: int = 0
    third: int = 0
    colour: int = 0
    strong: int = 0
    down_last: int = 0
    up_last: int = 0
    down_before: int = 0
    up_before: int = 0
    down_last_score: dict[int, int] = field(default_factory=dict)
    up_last_score: dict[int, int] = field(default_factory=dict)
    down_before_score: dict[int, int] = field(default_factory=dict)
    up_before_score: dict[int, int] = field(default_factory=dict)


class _Digits:
    """Hands out weights from the least criterion to the first."""

    def __init__(self) -> None:
        self.unit = 1

    def one(self, most: int) -> int:
        """The weight of one count of a criterion that counts at most so much."""
        if most <= 0:
            return 0
        weight = self.unit
        self.unit *= most + 1
        return weight

    def by_score(self, most: dict[int, int]) -> dict[int, int]:
        """One digit for each score, the highest score first."""
        return {score: self.one(most[score]) for score in sorted(most)}


def _scale(field: Field, bracket: Bracket, floaters: bool, one_floats_to_the_bye: bool) -> _Scale:
    """The bases of all criteria, from [C21] up to [C6]."""
    players = field.players
    moved_down = [players[place] for place in bracket.moved_down]
    residents = [players[place] for place in bracket.residents]
    everyone = moved_down + residents
    pairs = bracket.size // 2
    scores = Counter(player.score for player in moved_down)
    up_last = sum(player.last_float is Float.UP for player in residents)
    up_before = sum(player.float_before is Float.UP for player in residents)
    digits, scale = _Digits(), _Scale()
    scale.up_before_score = digits.by_score({s: min(n, up_before) for s, n in scores.items()})
    scale.down_before_score = digits.by_score(_scores(moved_down, before=True))
    scale.up_last_score = digits.by_score({s: min(n, up_last) for s, n in scores.items()})
    scale.down_last_score = digits.by_score(_scores(moved_down, before=False))
    scale.up_before = digits.one(min(len(moved_down), up_before))
    scale.down_before = digits.one(sum(player.float_before is Float.DOWN for player in residents))
    scale.up_last = digits.one(min(len(moved_down), up_last))
    scale.down_last = digits.one(sum(player.last_float is Float.DOWN for player in residents))
    scale.strong = digits.one(_same_colour_pairs(everyone, Strength.STRONG))
    scale.colour = digits.one(_same_colour_pairs(everyone, Strength.MILD))
    if any(player.topscorer for player in everyone):
        scale.third = digits.one(_same_colour_pairs(everyone, Strength.ABSOLUTE))
        scale.wide = digits.one(_same_colour_pairs(everyone, Strength.ABSOLUTE))
    if field.avoided:
        scale.avoided = digits.one(pairs)
    if one_floats_to_the_bye:
        scale.unplayed = digits.one(sum(player.unplayed for player in everyone))
    if floaters and bracket.following:
        seats = len(bracket.following)
        counts = Counter(player.score for player in everyone)
        scale.following_score = digits.by_score({s: min(n, seats) for s, n in counts.items()})
        scale.following_pair = digits.one(seats)
    scale.paired_score = digits.by_score(dict(scores))
    scale.pair = digits.one(pairs)
    return scale


def _scores(moved_down: Iterable[Candidate], *, before: bool) -> dict[int, int]:
    return Counter(
        player.score
        for player in moved_down
        if (player.float_before if before else player.last_float) is Float.DOWN
    )


def _same_colour_pairs(players: Iterable[Candidate], strength: Strength) -> int:
    """The most pairs that could clash in colours of at least that strength."""
    wanted = Counter(player.colours.preference for player in players if player.colours.strength >= strength)
    return sum(count // 2 for preference, count in wanted.items() if preference is not None)


def _inside(field: Field, bracket: Bracket, scale: _Scale) -> Iterable[Edge]:
    players = field.players
    clash = _clash_table(scale)
    kind = [_colour_kind(player) for player in players]
    bonus = {place: _resident_bonus(players[place], scale) for place in bracket.residents}
    avoided = field.avoided
    for index, place in enumerate(bracket.residents):
        row, base = clash[kind[place]], scale.pair + bonus[place]
        allowed = field.may_meet[place]
        absolute = players[place].colours.strength is Strength.ABSOLUTE
        for other in bracket.residents[index + 1 :]:
            if not allowed >> other & 1:
                continue
            weight = base + bonus[other] - row[kind[other]]
            if absolute and scale.wide:
                weight -= _absolute_clash(field, place, other, scale)
            if avoided and (place, other) in avoided:
                weight -= scale.avoided
            yield place, other, weight
    for place in bracket.moved_down:
        row, base = clash[kind[place]], scale.pair + _moved_down_bonus(players[place], scale)
        allowed = field.may_meet[place]
        score = players[place].score
        for other in bracket.residents:
            if not allowed >> other & 1:
                continue
            weight = base + bonus[other] - row[kind[other]] - _upfloat_cost(players[other], score, scale)
            if scale.wide:
                weight -= _absolute_clash(field, place, other, scale)
            if avoided and (place, other) in avoided:
                weight -= scale.avoided
            yield place, other, weight


def _resident_bonus(player: Candidate, scale: _Scale) -> int:
    """What it is worth that a resident does not float: [C9], [C14], [C16]."""
    bonus = scale.unplayed * player.unplayed
    if player.last_float is Float.DOWN:
        bonus += scale.down_last
    if player.float_before is Float.DOWN:
        bonus += scale.down_before
    return bonus


def _moved_down_bonus(player: Candidate, scale: _Scale) -> int:
    """What it is worth that a moved-down player floats no further: [C7], [C9], [C18], [C20]."""
    bonus = scale.paired_score[player.score] + scale.unplayed * player.unplayed
    if player.last_float is Float.DOWN:
        bonus += scale.down_last_score[player.score]
    if player.float_before is Float.DOWN:
        bonus += scale.down_before_score[player.score]
    return bonus


def _upfloat_cost(resident: Candidate, score: int, scale: _Scale) -> int:
    """What it costs that a resident meets a moved-down player of that score: [C15], [C17], [C19], [C21]."""
    cost = 0
    if resident.last_float is Float.UP:
        cost += scale.up_last + scale.up_last_score[score]
    if resident.float_before is Float.UP:
        cost += scale.up_before + scale.up_before_score[score]
    return cost


def _colour_kind(player: Candidate) -> int:
    preference = player.colours.preference
    side = 0 if preference is None else 1 if preference.value == "w" else 2
    return side * 4 + int(player.colours.strength)


def _clash_table(scale: _Scale) -> list[list[int]]:
    """What two kinds of colour preference cost together: [C12], [C13]."""
    table = [[0] * 12 for _ in range(12)]
    for one, other in ((one, other) for one in range(12) for other in range(12)):
        if one // 4 == other // 4 != 0:
            table[one][other] = scale.colour
            if min(one % 4, other % 4) == Strength.STRONG:
                table[one][other] += scale.strong
    return table


def _absolute_clash(field: Field, place: int, other: int, scale: _Scale) -> int:
    """[C10], [C11]; only topscorers come here, others with such preferences may not meet at all."""
    one, two = field.players[place], field.players[other]
    if two.colours.strength is not Strength.ABSOLUTE or one.colours.strength is not Strength.ABSOLUTE:
        return 0
    loser = loser_of_colours(one, two, field)
    if loser is None:
        return 0
    return scale.wide * too_wide(loser) + scale.third * third_in_a_row(loser)


def _towards_following(field: Field, bracket: Bracket, scale: _Scale) -> Iterable[Edge]:
    """[C8]: pairs of the following bracket, and whom of those who float it takes in."""
    for place in bracket.moved_down + bracket.residents:
        allowed = field.may_meet[place]
        weight = scale.following_pair + scale.following_score.get(field.players[place].score, 0)
        for other in bracket.following:
            if allowed >> other & 1:
                yield place, other, weight
    for place, other in combinations(bracket.following, 2):
        if field.may_meet[place] >> other & 1:
            yield place, other, scale.following_pair


def _towards_rest(field: Field, bracket: Bracket) -> Iterable[Edge]:
    """[C4]: every other pair that may stand when the round is complete."""
    rest = 0
    for place in bracket.rest:
        rest |= 1 << place
    for place in bracket.moved_down + bracket.residents + bracket.following:
        for other in members(field.may_meet[place] & rest):
            yield place, other, 0
    for place in bracket.rest:
        for other in members(field.may_meet[place] & rest & ~((2 << place) - 1)):
            yield place, other, 0
    for place, other in combinations(bracket.moved_down, 2):
        if field.may_meet[place] >> other & 1:
            yield place, other, 0
