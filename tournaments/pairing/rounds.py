"""The pairing of a round as data: boards, the bye, and what the arbiter asked for beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from tournaments.pairing.tournament import BoardResult, Game, Outcome, Player, Round


@dataclass(frozen=True, slots=True)
class Board:
    """Two players who meet."""

    white: int
    black: int

    @property
    def players(self) -> frozenset[int]:
        return frozenset((self.white, self.black))


@dataclass(frozen=True)
class RoundPairing:
    """Who meets whom in a round: boards in order, from board 1."""

    number: int
    boards: tuple[Board, ...]
    bye: int | None = None
    """The player with the pairing-allocated bye."""
    others: Mapping[int, Outcome] = field(default_factory=dict)
    """Players not paired at their own wish, or absent."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "others", MappingProxyType(dict(self.others)))

    def as_round(self, results: Iterable[BoardResult] | None = None) -> Round:
        """The round with its results in board order; without results every game is pending."""
        given = list(results) if results is not None else [BoardResult.PENDING] * len(self.boards)
        games = [
            Game(board.white, board.black, result) for board, result in zip(self.boards, given, strict=True)
        ]
        others = dict(self.others)
        if self.bye is not None:
            others[self.bye] = Outcome.PAIRING_BYE
        return Round.of(games, others)

    def opponents(self) -> dict[int, int]:
        found = {}
        for board in self.boards:
            found[board.white] = board.black
            found[board.black] = board.white
        return found


@dataclass(frozen=True)
class Wishes:
    """What the arbiter lays down before a round is paired. Empty: the rules alone decide."""

    absent: Mapping[int, Outcome] = field(default_factory=dict)
    """Players who are not to be paired, with the outcome they get for it."""
    forbidden: frozenset[frozenset[int]] = frozenset()
    """Pairs that must not meet in any case."""
    avoided: frozenset[frozenset[int]] = frozenset()
    """Pairs that should not meet (same club, family), if that costs neither pairs nor floats."""
    locked: tuple[Board, ...] = ()
    """Boards already laid down, with their colours; everybody else is paired around them."""
    locked_bye: int | None = None
    """A player who gets the pairing-allocated bye, whoever else might."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "absent", MappingProxyType(dict(self.absent)))
        for number, outcome in self.absent.items():
            if outcome.paired or outcome is Outcome.PAIRING_BYE:
                raise ValueError(f"player {number} cannot be away with a {outcome.value}")
        taken = [number for board in self.locked for number in (board.white, board.black)]
        if self.locked_bye is not None:
            taken.append(self.locked_bye)
        for number in taken:
            if taken.count(number) > 1:
                raise ValueError(f"player {number} is locked twice")
            if number in self.absent:
                raise ValueError(f"player {number} is locked and away in the same round")


def pairs_of(group: Iterable[int]) -> frozenset[frozenset[int]]:
    """Every two of a group, to forbid or to avoid them."""
    numbers = sorted(set(group))
    return frozenset(
        frozenset((one, other)) for index, one in enumerate(numbers) for other in numbers[index + 1 :]
    )


def pairs_of_clubs(players: Iterable[Player]) -> frozenset[frozenset[int]]:
    """Every two players of the same club; who has none belongs to nobody."""
    members: dict[str, list[int]] = {}
    for player in players:
        if player.club:
            members.setdefault(player.club, []).append(player.number)
    return frozenset().union(*(pairs_of(group) for group in members.values()))
