"""Rounds that cannot be paired: which constraint to relax.

When no complete pairing exists (article 1.9.3), the answer is looked for where it costs least: a matching
of everybody in which each broken constraint has its price. What the cheapest one breaks is what to relax.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from tournaments.pairing.candidates import Candidate
from tournaments.pairing.field import colours_clash
from tournaments.pairing.matching import Edge, heaviest
from tournaments.pairing.rounds import Board


class Constraint(Enum):
    """What can stand in the way, the cheapest to give up first."""

    FORBIDDEN_PAIR = "forbidden pair"
    LOCKED_BOARD = "locked board"
    LOCKED_BYE = "locked bye"
    COLOURS = "2.1.3 [C3]"
    SECOND_BYE = "2.1.2 [C2]"
    REMATCH = "2.1.1 [C1]"


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A constraint that, given up, lets the round be paired (together with the others of its list)."""

    constraint: Constraint
    players: tuple[int, ...]

    def __str__(self) -> str:
        names = " and ".join(map(str, self.players))
        match self.constraint:
            case Constraint.FORBIDDEN_PAIR:
                return f"allow {names} to meet (the arbiter has forbidden it)"
            case Constraint.LOCKED_BOARD:
                return f"unlock the board of {names}"
            case Constraint.LOCKED_BYE:
                return f"unlock the bye of {names}"
            case Constraint.COLOURS:
                return f"let {names} meet although both must have the same colour ({self.constraint.value})"
            case Constraint.SECOND_BYE:
                return f"give {names} the bye again ({self.constraint.value})"
            case Constraint.REMATCH:
                return f"let {names} meet a second time ({self.constraint.value})"


class ImpossibleRound(Exception):
    """No complete pairing exists. The relaxations, taken together, make one possible."""

    def __init__(self, round_number: int, relaxations: Sequence[Relaxation]) -> None:
        self.round_number = round_number
        self.relaxations = tuple(relaxations)
        advice = "; ".join(map(str, self.relaxations))
        super().__init__(f"Round {round_number} cannot be paired. To make it possible: {advice}.")


def relaxations(
    players: Sequence[Candidate],
    forbidden: frozenset[frozenset[int]],
    locked: Sequence[Board],
    locked_bye: int | None,
) -> list[Relaxation]:
    """The cheapest set of constraints without which everybody present can be paired.

    `players` are all who are present, also those on locked boards.
    """
    rules = _Prices(players, forbidden, locked, locked_bye)
    edges: list[Edge] = [
        (one.number, other.number, -rules.price(rules.of_pair(one, other)))
        for one, other in combinations(players, 2)
    ]
    if len(players) % 2:
        edges += [(player.number, 0, -rules.price(rules.of_bye(player))) for player in players]
    mates = heaviest(edges, cover=True)
    by_number = {player.number: player for player in players}
    broken: list[Relaxation] = []
    for number, mate in mates.items():
        if number < mate:
            if number == 0:
                broken += rules.of_bye(by_number[mate])
            else:
                broken += rules.of_pair(by_number[number], by_number[mate])
    order = list(Constraint)
    return sorted(set(broken), key=lambda each: (order.index(each.constraint), each.players))


class _Prices:
    def __init__(
        self,
        players: Sequence[Candidate],
        forbidden: frozenset[frozenset[int]],
        locked: Sequence[Board],
        locked_bye: int | None,
    ) -> None:
        self.forbidden = forbidden
        self.lock_of = {number: board for board in locked for number in (board.white, board.black)}
        self.locked_bye = locked_bye
        # One constraint of a dearer kind costs more than any number of cheaper ones.
        self.step = 2 * len(players) + 1

    def price(self, broken: Iterable[Relaxation]) -> int:
        order = list(Constraint)
        return sum(self.step ** order.index(each.constraint) for each in broken)

    def of_pair(self, one: Candidate, other: Candidate) -> list[Relaxation]:
        pair = frozenset((one.number, other.number))
        numbers = tuple(sorted(pair))
        board = self.lock_of.get(one.number)
        if board is not None and board.players == pair:
            return []
        broken = self._unlocked(one) + self._unlocked(other)
        if pair in self.forbidden:
            broken.append(Relaxation(Constraint.FORBIDDEN_PAIR, numbers))
        if colours_clash(one, other):
            broken.append(Relaxation(Constraint.COLOURS, numbers))
        if other.number in one.opponents:
            broken.append(Relaxation(Constraint.REMATCH, numbers))
        return broken

    def of_bye(self, player: Candidate) -> list[Relaxation]:
        if player.number == self.locked_bye:
            return []
        broken = self._unlocked(player)
        if not player.may_have_bye:
            broken.append(Relaxation(Constraint.SECOND_BYE, (player.number,)))
        return broken

    def _unlocked(self, player: Candidate) -> list[Relaxation]:
        if player.number == self.locked_bye:
            return [Relaxation(Constraint.LOCKED_BYE, (player.number,))]
        board = self.lock_of.get(player.number)
        if board is None:
            return []
        return [Relaxation(Constraint.LOCKED_BOARD, (board.white, board.black))]
