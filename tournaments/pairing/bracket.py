"""The pairing of one bracket: the best candidate, and of equals the one generated first (articles 3 and 4).

Instead of generating candidates one by one, each question the sequence of article 4 asks is put to a
matching: the criteria weigh most, the question's own digits come after them. Who is the first moved-down
player's opponent? Who must be exchanged? Whom does the first of S1 meet? Each answer narrows the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from tournaments.pairing.completion import complete
from tournaments.pairing.criteria import Bracket, Weights, weights
from tournaments.pairing.field import Field
from tournaments.pairing.matching import SAFE_BITS, heaviest

Restriction = Callable[[Weights], Weights]
"""Takes edges out of a bracket's graph."""


_TRIES = 4
"""How many residents of the following bracket are tried as the one it leaves; a larger graph knows more."""


@dataclass(frozen=True)
class BracketResult:
    """Pairs with the higher ranked place first, and those who float."""

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    completion: list[int]
    """A complete pairing of everybody left."""


class Reach(Enum):
    """How far down a bracket's graph looks. The nearer it ends the smaller it is; what it leaves out is
    checked in the end, and if that fails the next reach is tried. The last is always right."""

    BRACKET = "the bracket alone: those who float are hoped to be taken in by the following bracket"
    FOLLOWING = "the following bracket too: the rest are hoped to be paired somehow"
    EVERYBODY = "all that are left"


def pair_bracket(
    field: Field, bracket: Bracket, completion: Sequence[int], nearest: Reach = Reach.BRACKET
) -> BracketResult:
    """Pair a bracket, given a complete pairing of all that are left. Where the search starts to look does
    not change what it finds."""
    if nearest is Reach.EVERYBODY or _bye_comes_from(field, bracket):
        reaches = [Reach.EVERYBODY]
    else:
        found = _perfect(field, bracket, completion)
        if found is not None:
            return found
        reaches = list(Reach)[list(Reach).index(nearest) :]
    for reach in reaches:
        found = _pair(field, bracket, completion, reach)
        if found is not None:
            return found
    raise AssertionError("a bracket lost the complete pairing it started with")


def best_if(field: Field, bracket: Bracket, restrict: Restriction) -> BracketResult | None:
    """A best candidate of the bracket if only some pairs may be made; None if then not all can be paired.

    It answers "why not": the criteria it meets worse than the pairing are the reason.
    """
    completion = complete(field.may_meet, _mask(bracket.everybody))
    if completion is None:
        return None
    for reach in Reach:
        found = _finish(field, bracket, _graph(field, bracket, reach, restrict), completion)
        if found is not None:
            return found
    return None


def received(
    field: Field, bracket: Bracket, floaters: Sequence[int], completion: Sequence[int] | None = None
) -> list[int] | None:
    """A complete pairing that meets [C8] perfectly: the following bracket takes in all who float and leaves
    nobody, or one of its residents when the number is odd."""
    masks = list(field.may_meet)
    for place in floaters:
        masks[place] &= ~_mask(floaters)
    ahead, below = _mask([*floaters, *bracket.following]), _mask(bracket.rest)
    odd = ahead.bit_count() % 2 == 1
    left_out = [1 << place for place in bracket.following[: -_TRIES - 1 : -1]] if odd else [0]
    for one in left_out:
        inside = complete(masks, ahead & ~one, completion)
        outside = None if inside is None else complete(masks, below | one, completion)
        if inside is not None and outside is not None:
            return [max(pair) for pair in zip(inside, outside, strict=True)]
    return None


def _bye_comes_from(field: Field, bracket: Bracket) -> bool:
    """Whether nobody below the bracket can have the bye."""
    return field.bye_score is not None and field.bye_score >= field.players[bracket.residents[0]].score


def _perfect(field: Field, bracket: Bracket, completion: Sequence[int]) -> BracketResult | None:
    """The first candidate of a homogeneous bracket without floaters, if it is perfect (article 3.4.1)."""
    half, odd = divmod(bracket.size, 2)
    if bracket.moved_down or odd:
        return None
    pairs = tuple(zip(bracket.residents[:half], bracket.residents[half:], strict=True))
    for place, other in pairs:
        wanted = field.players[place].colours.preference
        clash = wanted is not None and wanted is field.players[other].colours.preference
        if clash or not field.may_meet[place] >> other & 1 or (place, other) in field.avoided:
            return None
    mended = complete(field.may_meet, _mask(bracket.following + bracket.rest), completion)
    return None if mended is None else BracketResult(pairs, (), mended)


def _pair(field: Field, bracket: Bracket, completion: Sequence[int], reach: Reach) -> BracketResult | None:
    """The bracket's pairing; None if the reach was too short."""
    graph = _graph(field, bracket, reach)
    if reach is not Reach.EVERYBODY and _finish(field, bracket, graph, completion) is None:
        return None
    graph.choose_moved_down()
    graph.choose_exchange()
    graph.choose_opponents()
    return _finish(field, bracket, graph, completion)


def _graph(field: Field, bracket: Bracket, reach: Reach, restrict: Restriction | None = None) -> _Graph:
    """The bracket's graph, solved once for the criteria alone."""

    def build(*, bye: bool) -> _Graph:
        given = weights(
            field,
            bracket,
            floaters=reach is not Reach.BRACKET,
            cover=reach is Reach.EVERYBODY,
            one_floats_to_the_bye=bye,
        )
        return _Graph(bracket, restrict(given) if restrict else given, cover=reach is Reach.EVERYBODY)

    graph = build(bye=False)
    if bracket.size - 2 * graph.open_pairs == 1 and _bye_comes_from(field, bracket):
        graph = build(bye=True)
    return graph


def _finish(field: Field, bracket: Bracket, graph: _Graph, completion: Sequence[int]) -> BracketResult | None:
    """The result, if everybody left can be paired and those who float are received as well as the graph
    has taken for granted."""
    pairs = graph.pairs()
    paired = {place for pair in pairs for place in pair}
    floaters = tuple(place for place in bracket.moved_down + bracket.residents if place not in paired)
    if graph.outside or not floaters:
        mates = _mend(field, floaters + bracket.following + bracket.rest, graph.mates, completion)
    else:
        mates = received(field, bracket, floaters, completion)
    return None if mates is None else BracketResult(tuple(sorted(pairs)), floaters, mates)


def _mend(
    field: Field, left: Sequence[int], settled: Mapping[int, int], completion: Sequence[int]
) -> list[int] | None:
    """A complete pairing of those left which keeps the pairs settled among them."""
    all_left = _mask(left)
    kept = {place: settled[place] for place in left if place in settled and all_left >> settled[place] & 1}
    mates = complete(field.may_meet, all_left & ~_mask(kept), completion)
    if mates is not None:
        for place, mate in kept.items():
            mates[place] = mate
    return mates


def _mask(places: Iterable[int]) -> int:
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


class _Graph:
    """A bracket's graph while its questions are answered."""

    def __init__(self, bracket: Bracket, given: Weights, cover: bool) -> None:
        self.moved_down = list(bracket.moved_down)
        self.residents = list(bracket.residents)
        self.is_resident = frozenset(bracket.residents)
        self.inside = given.inside
        self.outside = given.outside
        self.cover = cover
        self.settled: list[tuple[int, int]] = []
        self.mates: dict[int, int] = {}
        self.starters: list[int] = []
        self.solve()

    def pairs(self) -> list[tuple[int, int]]:
        """All pairs of the bracket: those settled and those of the latest matching."""
        return self.settled + list(self._open())

    @property
    def open_pairs(self) -> int:
        return sum(1 for _ in self._open())

    def solve(self, digit: Callable[[int, int], int] | None = None, span: int = 1) -> None:
        """Match again. Among the best, the heaviest by the question's digits, which stay below `span`."""
        if digit is None:
            edges = self.inside + self.outside
        else:
            edges = [(one, other, weight * span + digit(one, other)) for one, other, weight in self.inside]
            edges += [(one, other, weight * span) for one, other, weight in self.outside]
        self.mates = heaviest(edges, cover=self.cover)

    def choose_moved_down(self) -> None:
        """Which moved-down players are paired (article 4.4), and with whom (article 4.2)."""
        if not self.moved_down:
            return
        paired = [place for place in self.moved_down if self._inside_mate(place) is not None]
        if 0 < len(paired) < len(self.moved_down):
            bit = {place: 1 << index for index, place in enumerate(reversed(self.moved_down))}
            self.solve(_first_of_pair(bit), 1 << len(bit))
            paired = [place for place in self.moved_down if self._inside_mate(place) is not None]
        limbo = set(self.moved_down) - set(paired)
        if limbo:
            self.inside = [edge for edge in self.inside if edge[0] not in limbo]
        self._transpose(paired, self.residents)

    def choose_exchange(self) -> None:
        """Who starts in S1 (article 4.3). The higher of each pair is the one in S1: of the generations
        that lead to the same pairs it is the first."""
        settled = {place for pair in self.settled for place in pair}
        players = [place for place in self.residents if place not in settled]
        count = self.open_pairs
        seat = {place: index for index, place in enumerate(players)}
        if count == 0:
            return
        exchange = count * len(players) + 1

        def digit(one: int, other: int) -> int:
            return -seat[one] - (exchange if seat[one] >= count else 0)

        span = exchange * (count + 1)
        self.solve(digit, span)
        starters = {one for one, _ in self._open()}
        if any(seat[one] >= count for one in starters):
            self.inside = [(one, other, w * span + digit(one, other)) for one, other, w in self.inside]
            self.outside = [(one, other, w * span) for one, other, w in self.outside]
            self._decide_starters(list(reversed(players[:count])), wanted=False)
            self._decide_starters(players[count:], wanted=True)
            starters = {one for one, _ in self._open()}
        self.starters = sorted(starters)
        self.inside = [edge for edge in self.inside if edge[0] in starters and edge[1] not in starters]

    def choose_opponents(self) -> None:
        """Whom the players of S1 meet (article 4.2)."""
        if self.starters:
            opponents = sorted({other for _, other, _ in self.inside})
            self._transpose(self.starters, opponents)

    def _open(self) -> Iterable[tuple[int, int]]:
        for one, other in self.mates.items():
            if one < other and self._inside_mate(one) == other:
                yield one, other

    def _inside_mate(self, place: int) -> int | None:
        """The mate inside the bracket; two moved-down players matched to prove completion are no pair."""
        mate = self.mates.get(place)
        if mate is None or not (mate in self.is_resident or place in self.is_resident):
            return None
        if mate not in self.is_resident and mate not in self.moved_down:
            return None
        if place not in self.is_resident and place not in self.moved_down:
            return None
        return mate

    def _transpose(self, rows: Sequence[int], columns: Sequence[int]) -> None:
        """Settle the rows, first to last, each with the earliest column that keeps the best weight."""
        rows, columns = list(rows), list(columns)
        self._settle_what_is_first(rows, columns)
        while rows:
            bits = len(columns).bit_length()
            room = SAFE_BITS - max(edge[2] for edge in self.inside).bit_length()
            asked = rows[: max(1, room // bits)]
            unit = {place: 1 << bits * index for index, place in enumerate(reversed(asked))}
            seat = {place: len(columns) - index for index, place in enumerate(columns)}
            self.solve(_seat_of_opponent(unit, seat), 1 << bits * len(asked))
            taken = {self.mates[place] for place in asked}
            self._settle(asked)
            del rows[: len(asked)]
            columns = [place for place in columns if place not in taken]
            self._settle_what_is_first(rows, columns)

    def _settle_what_is_first(self, rows: list[int], columns: list[int]) -> None:
        """Settle rows that the latest matching already gives the earliest column they may have."""
        neighbours: dict[int, set[int]] = {}
        for one, other, _ in self.inside:
            neighbours.setdefault(one, set()).add(other)
        done = []
        while rows:
            first = next((place for place in columns if place in neighbours[rows[0]]), None)
            if first is None or self.mates[rows[0]] != first:
                break
            columns.remove(first)
            done.append(rows.pop(0))
        self._settle(done)

    def _settle(self, rows: Sequence[int]) -> None:
        gone = set(rows) | {self.mates[place] for place in rows}
        self.settled.extend((place, self.mates[place]) for place in rows)
        for place in rows:
            del self.mates[self.mates[place]]
            del self.mates[place]
        self.inside = [edge for edge in self.inside if edge[0] not in gone and edge[1] not in gone]
        self.outside = [edge for edge in self.outside if edge[0] not in gone and edge[1] not in gone]

    def _decide_starters(self, order: Sequence[int], *, wanted: bool) -> None:
        """One after the other, make each player a starter (or not), if that keeps the best weight."""
        waiting = list(order)
        while waiting:
            room = SAFE_BITS - max(edge[2] for edge in self.inside).bit_length()
            asked = waiting[: max(8, room)]
            del waiting[: len(asked)]
            sign = 1 if wanted else -1
            unit = {place: sign << index for index, place in enumerate(reversed(asked))}
            self.solve(_first_of_pair(unit), 1 << len(asked))
            starters = {one for one, _ in self._open()}
            for place in asked:
                side = 1 if place in starters else 0
                self.inside = [edge for edge in self.inside if edge[side] != place]
            if wanted and waiting:
                # Who was made a starter could still be left out by a later answer: let them weigh in.
                kept, span = starters.intersection(asked), len(asked) + 1
                self.inside = [(one, other, w * span + (one in kept)) for one, other, w in self.inside]
                self.outside = [(one, other, w * span) for one, other, w in self.outside]


def _first_of_pair(unit: dict[int, int]) -> Callable[[int, int], int]:
    return lambda one, other: unit.get(one, 0)


def _seat_of_opponent(unit: dict[int, int], seat: dict[int, int]) -> Callable[[int, int], int]:
    return lambda one, other: unit.get(one, 0) * seat[other]
