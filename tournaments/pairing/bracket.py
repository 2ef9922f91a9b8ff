"""The pairing of one bracket: the best candidate, and of equals the one generated first (articles 3 and 4).

Instead of generating candidates one by one, each question the sequence of article 4 asks is put to a
matching: the criteria weigh most, the question's own digits come after them. Who is the first moved-down
player's opponent? Who must be exchanged? Whom does the first of S1 meet? Each answer narrows the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tournaments.pairing.completion import complete
from tournaments.pairing.criteria import Bracket, Weights, weights
from tournaments.pairing.field import Field
from tournaments.pairing.matching import SAFE_BITS, heaviest

Restriction = Callable[[Weights], Weights]
"""Takes edges out of a bracket's graph."""


@dataclass(frozen=True)
class BracketResult:
    """Pairs with the higher ranked place first, and those who float."""

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    completion: list[int]
    """A complete pairing of everybody left."""


def pair_bracket(field: Field, bracket: Bracket, completion: Sequence[int]) -> BracketResult:
    """Pair a bracket, given a complete pairing of all that are left."""
    found = None
    bye_here = field.bye_score is not None and field.bye_score >= field.players[bracket.residents[0]].score
    if not bye_here:
        found = _perfect(field, bracket, completion) or _pair(field, bracket, completion, cover=False)
    return found or _pair_covering(field, bracket, completion)


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
    left = 0
    for place in bracket.following + bracket.rest:
        left |= 1 << place
    mended = complete(field.may_meet, left, completion)
    return None if mended is None else BracketResult(pairs, (), mended)


def _pair_covering(field: Field, bracket: Bracket, completion: Sequence[int]) -> BracketResult:
    found = _pair(field, bracket, completion, cover=True)
    if found is None:
        raise AssertionError("a bracket lost the complete pairing it started with")
    return found


def _pair(field: Field, bracket: Bracket, completion: Sequence[int], *, cover: bool) -> BracketResult | None:
    """The bracket's pairing. Without `cover` those below the next bracket are looked at only in the end:
    most of the time they can be paired anyway; None if they cannot."""
    graph = _graph(field, bracket, cover)
    if not cover and _finish(field, bracket, graph, completion) is None:
        return None
    graph.choose_moved_down()
    graph.choose_exchange()
    graph.choose_opponents()
    return _finish(field, bracket, graph, completion)


def best_if(field: Field, bracket: Bracket, restrict: Restriction) -> BracketResult | None:
    """A best candidate of the bracket if only some pairs may be made; None if then not all can be paired.

    It answers "why not": the criteria it meets worse than the pairing are the reason.
    """
    left = 0
    for place in bracket.moved_down + bracket.residents + bracket.following + bracket.rest:
        left |= 1 << place
    completion = complete(field.may_meet, left)
    if completion is None:
        return None
    for cover in (False, True):
        found = _finish(field, bracket, _graph(field, bracket, cover, restrict), completion)
        if found is not None:
            return found
    return None


def _graph(field: Field, bracket: Bracket, cover: bool, restrict: Restriction | None = None) -> _Graph:
    """The bracket's graph, solved once for the criteria alone."""

    def build(floaters: bool, bye: bool) -> _Graph:
        given = weights(field, bracket, floaters=floaters, cover=cover, one_floats_to_the_bye=bye)
        return _Graph(bracket, restrict(given) if restrict else given, cover)

    floaters = cover or bracket.size % 2 == 1
    graph = build(floaters, bye=False)
    count = bracket.size - 2 * graph.open_pairs
    if count == 1 and field.bye_score is not None:
        if field.bye_score >= field.players[bracket.residents[0]].score:
            graph = build(floaters=True, bye=True)
    elif count and not floaters:
        graph = build(floaters=True, bye=False)
    return graph


def _finish(field: Field, bracket: Bracket, graph: _Graph, completion: Sequence[int]) -> BracketResult | None:
    """The result, with everybody left paired somehow: as the graph has the following bracket, then mended."""
    pairs = graph.pairs()
    paired = {place for pair in pairs for place in pair}
    floaters = tuple(place for place in bracket.moved_down + bracket.residents if place not in paired)
    left = floaters + bracket.following + bracket.rest
    open_places = 0
    for place in left:
        open_places |= 1 << place
    mates = list(completion)
    settled = 0
    for place in left:
        mate = graph.mates.get(place)
        if mate is not None and open_places >> mate & 1:
            mates[place] = mate
            settled |= 1 << place
    mended = complete(field.may_meet, open_places & ~settled, completion)
    if mended is None:
        return None
    for place in left:
        if not settled >> place & 1:
            mates[place] = mended[place]
    return BracketResult(tuple(sorted(pairs)), floaters, mates)


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
        """Match anew. Among the best, the heaviest by the question's digits, which stay below `span`."""
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
            room = SAFE_BITS - max(weight.bit_length() for _, _, weight in self.inside)
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
            room = SAFE_BITS - max(weight.bit_length() for _, _, weight in self.inside)
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
