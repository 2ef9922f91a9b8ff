"""The bracket's pairing found the slow way: every candidate, in the very order of articles 3 and 4.

Only the counting of a candidate's marks is shared with the engine, not its search by weights. Candidates are
generated as the articles say, and the first of the best is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from tournaments.pairing.completion import complete
from tournaments.pairing.criteria import Bracket
from tournaments.pairing.evaluation import evaluate, total
from tournaments.pairing.field import Field

Pair = tuple[int, int]


def slow_pairing(field: Field, bracket: Bracket) -> list[Pair]:
    """The bracket's pairs; for brackets of up to eight players."""
    for pairs in range(min(bracket.size // 2, len(bracket.residents)), -1, -1):
        best: tuple[tuple[tuple[int, ...], ...], list[Pair]] | None = None
        seen = set()
        for candidate in _candidates(bracket, pairs):
            key = frozenset(candidate)
            if key in seen or not _allowed(field, bracket, candidate):
                continue
            seen.add(key)
            marks = total(evaluate(field, bracket, candidate))
            if best is None or marks < best[0]:
                best = (marks, candidate)
        if best is not None:
            return sorted(best[1])
    raise AssertionError("the empty candidate is always there")


def _allowed(field: Field, bracket: Bracket, candidate: Sequence[Pair]) -> bool:
    if any(not field.may_meet[one] >> other & 1 for one, other in candidate):
        return False
    paired = {place for pair in candidate for place in pair}
    left = 0
    for place in bracket.moved_down + bracket.residents + bracket.following + bracket.rest:
        if place not in paired:
            left |= 1 << place
    return complete(field.may_meet, left) is not None


def _candidates(bracket: Bracket, pairs: int) -> Iterator[list[Pair]]:
    """Articles 3.3 to 3.7, with so many pairs; more moved-down players paired come first (C7)."""
    for count in range(min(pairs, len(bracket.moved_down)), -1, -1):
        for s1 in combinations(bracket.moved_down, count):
            for s2 in permutations(bracket.residents, count):
                remainder = [place for place in bracket.residents if place not in s2]
                if 2 * (pairs - count) <= len(remainder):
                    for rest in _homogeneous(remainder, pairs - count):
                        yield [*zip(s1, s2, strict=True), *rest]


def _homogeneous(players: Sequence[int], pairs: int) -> Iterator[list[Pair]]:
    """Articles 3.6, 4.2 and 4.3: exchanges, and for each all transpositions."""
    numbers = range(1, len(players) + 1)
    for s1, s2 in _exchanges(list(numbers[:pairs]), list(numbers[pairs:])):
        for order in permutations(s2, pairs):
            yield [
                (min(players[one - 1], players[other - 1]), max(players[one - 1], players[other - 1]))
                for one, other in zip(s1, order, strict=True)
            ]


def _exchanges(s1: list[int], s2: list[int]) -> Iterator[tuple[list[int], list[int]]]:
    for count in range(min(len(s1), len(s2)) + 1):
        moves = [(out, into) for out in combinations(s1, count) for into in combinations(s2, count)]
        moves.sort(key=lambda move: (sum(move[1]) - sum(move[0]), [-x for x in reversed(move[0])], move[1]))
        for out, into in moves:
            yield sorted({*s1} - {*out} | {*into}), sorted({*s2} - {*into} | {*out})
